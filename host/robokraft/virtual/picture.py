"""Pictures of a panel's pixels (128 × 64 bytes of 0 or 1, row by row), as image or as text. CPython only."""

WIDTH = 128
HEIGHT = 64
LIT = (226, 240, 255)
DARK = (6, 9, 14)
EDGE = (16, 20, 28)
MARGIN = 3  # dark pixels around the lit area


def to_image(pixels, scale=4):
    """A Pillow image with a little of the look of an OLED: separate dots from scale 3 up, a dark rim."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", ((WIDTH + 2 * MARGIN) * scale, (HEIGHT + 2 * MARGIN) * scale), DARK)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, image.width - 1, image.height - 1), outline=EDGE, width=max(1, scale // 2))
    gap = 1 if scale >= 3 else 0
    for y in range(HEIGHT):
        for x in range(WIDTH):
            if pixels[y * WIDTH + x]:
                left, top = (x + MARGIN) * scale, (y + MARGIN) * scale
                draw.rectangle((left, top, left + scale - 1 - gap, top + scale - 1 - gap), fill=LIT)
    return image


def to_png(pixels, path, scale=4):
    """Writes `to_image()` to a PNG file."""
    to_image(pixels, scale).save(path, format="PNG", optimize=True)


def to_text(pixels):
    """32 lines of 128 half blocks."""
    lines = []
    for y in range(0, HEIGHT, 2):
        line = ""
        for x in range(WIDTH):
            line += " ▀▄█"[pixels[y * WIDTH + x] + 2 * pixels[(y + 1) * WIDTH + x]]
        lines.append(line)
    return "\n".join(lines)

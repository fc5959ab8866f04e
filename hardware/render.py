"""Pictures of solids without a graphics card: triangles into a depth buffer, a lamp with soft shadows, edges drawn."""

from io import BytesIO

import numpy as np
from PIL import Image

_LAMP = np.array((-0.45, -0.35, 0.82)) / np.linalg.norm((-0.45, -0.35, 0.82))
_GROUND = (233, 231, 226)
_SMOOTH = 2  # so many samples along each side of a pixel
_SHADOW = 1200  # width of the lamp's depth buffer
_ROWS = 20_000  # of triangles, filled at a time


class Thing:
    """A manifold3d solid and its colour, 0 to 255."""

    def __init__(self, solid, colour):
        mesh = solid.to_mesh()
        self.corners = np.asarray(mesh.vert_properties, float)[:, :3][np.asarray(mesh.tri_verts)]
        self.colour = colour


def _turned(direction, up=(0.0, 0.0, 1.0)):
    """Rows: right, up, towards the eye."""
    back = np.asarray(direction, float) / np.linalg.norm(direction)
    right = np.cross(up, back)
    right /= np.linalg.norm(right)
    return np.array((right, np.cross(back, right), back))


def _fill(flat, depths, wide, high):
    """(depth, number of the triangle or -1) of each pixel. `flat`: n × 3 × 2 pixels, `depths`: n × 3, larger is nearer."""
    nearest = np.full(wide * high, -np.inf, np.float32)
    which = np.full(wide * high, -1, np.int32)
    first = np.clip(np.ceil(flat[..., 1].min(1) - 0.5), 0, high).astype(int)
    rows = np.clip(np.ceil(flat[..., 1].max(1) - 0.5), 0, high).astype(int) - first
    doubled = _crossed(flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0])
    rows[np.abs(doubled) < 1e-9] = 0
    ends = np.cumsum(rows)
    begin = 0
    while begin < len(rows):  # so many triangles at a time that memory stays small
        end = max(begin + 1, int(np.searchsorted(ends, (ends[begin - 1] if begin else 0) + _ROWS)))
        _fill_some(np.arange(begin, end), flat, depths, first, rows, wide, nearest, which)
        begin = end
    return nearest.reshape(high, wide), which.reshape(high, wide)


def _fill_some(numbers, flat, depths, first, rows, wide, nearest, which):
    """Row by row: where each triangle begins and ends, then all of those pixels at once."""
    number = np.repeat(numbers, rows[numbers])
    y = _counted(rows[numbers]) + first[number]
    left, right = np.full(len(number), np.inf), np.full(len(number), -np.inf)
    for start, end in ((0, 1), (1, 2), (2, 0)):
        a, b = flat[number, start], flat[number, end]
        with np.errstate(divide="ignore", invalid="ignore"):
            share = (y + 0.5 - a[:, 1]) / (b[:, 1] - a[:, 1])
            x = a[:, 0] + share * (b[:, 0] - a[:, 0])
        meets = (share >= 0) & (share <= 1)
        left, right = np.where(meets, np.minimum(left, x), left), np.where(meets, np.maximum(right, x), right)
    begin = np.clip(np.ceil(left - 0.5), 0, wide)
    count = np.maximum(np.clip(np.ceil(right - 0.5), 0, wide) - begin, 0)
    count = np.where(np.isfinite(count), count, 0).astype(int)
    begin = np.where(np.isfinite(begin), begin, 0).astype(int)
    x = _counted(count) + np.repeat(begin, count)
    y, number = np.repeat(y, count), np.repeat(number, count)
    a, b, c = (flat[numbers, corner] for corner in range(3))
    d = depths[numbers]
    doubled = _crossed(b - a, c - a)
    doubled = np.where(np.abs(doubled) < 1e-9, 1, doubled)
    rise, fall = (d[:, 1] - d[:, 0]) / doubled, (d[:, 2] - d[:, 0]) / doubled
    by_x = rise * (c - a)[:, 1] - fall * (b - a)[:, 1]
    by_y = fall * (b - a)[:, 0] - rise * (c - a)[:, 0]
    at = number - numbers[0]
    depth = (d[:, 0] - by_x * a[:, 0] - by_y * a[:, 1])[at] + by_x[at] * (x + 0.5) + by_y[at] * (y + 0.5)
    pixel = y * wide + x
    nearer = np.flatnonzero(depth > nearest[pixel])
    nearer = nearer[np.argsort(depth[nearer], kind="stable")]  # the nearest of a pixel comes last and stays
    nearest[pixel[nearer]] = depth[nearer]
    which[pixel[nearer]] = number[nearer]


def _crossed(first, second):
    """Twice the area between pairs of plane vectors, with its sign."""
    return first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]


def _counted(counts):
    """0 … count - 1 for each count, one after the other."""
    return np.arange(counts.sum()) - np.repeat(np.cumsum(counts) - counts, counts)


class _View:
    """A parallel projection that shows all of the corners."""

    def __init__(self, corners, direction, wide, margin=1.06, up=(0.0, 0.0, 1.0)):
        self.rows = _turned(direction, up)
        turned = corners @ self.rows.T
        low, top = turned[..., :2].min((0, 1)), turned[..., :2].max((0, 1))
        self.scale = wide / ((top - low)[0] * margin)
        self.middle = (low + top) / 2
        self.size = wide, int((top - low)[1] * margin * self.scale)
        self.flat = self.place(turned)
        self.depths = turned[..., 2]

    def place(self, turned):
        """Where in the picture a turned point is."""
        at = (turned[..., :2] - self.middle) * self.scale
        return np.stack((self.size[0] / 2 + at[..., 0], self.size[1] / 2 - at[..., 1]), -1)

    def points(self, depth):
        """The places in space of each pixel."""
        xs, ys = np.meshgrid(np.arange(self.size[0]) + 0.5, np.arange(self.size[1]) + 0.5)
        x = (xs - self.size[0] / 2) / self.scale + self.middle[0]
        y = (self.size[1] / 2 - ys) / self.scale + self.middle[1]
        return np.stack((x, y, depth), -1) @ self.rows


def picture(things, direction, wide=1200, ground=None, up=(0.0, 0.0, 1.0)):
    """The bytes of a PNG so many pixels wide, seen from `direction`; `ground`: height of the table, which takes the shadow."""
    corners = np.concatenate([thing.corners for thing in things])
    colours = np.concatenate([np.tile(thing.colour, (len(thing.corners), 1)) for thing in things]).astype(
        float
    )
    if ground is not None:
        corners, colours = _with_table(corners, colours, ground)
    normals = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True) + 1e-12
    solid = corners if ground is None else corners[:-2]
    view = _View(solid, direction, wide * _SMOOTH, up=up)
    facing = normals @ view.rows[2] > 0
    corners, colours, normals = corners[facing], colours[facing], normals[facing]
    turned = corners @ view.rows.T
    depth, which = _fill(view.place(turned), turned[..., 2], *view.size)
    lit = _lit(view.points(depth), solid, normals[which])
    sky = 0.5 + 0.5 * normals[which][..., 2]
    light = 0.34 + 0.22 * sky + 0.52 * lit
    shown = np.where(which[..., None] < 0, _GROUND, colours[which] * light[..., None])
    shown *= 1 - 0.45 * _edges(depth, normals[which], view.scale)[..., None]
    image = Image.fromarray(np.clip(shown, 0, 255).astype(np.uint8))
    image = image.resize((image.width // _SMOOTH, image.height // _SMOOTH), Image.Resampling.BOX)
    out = BytesIO()
    image.save(out, format="PNG")
    return out.getvalue()


def _with_table(corners, colours, z):
    far = 1000.0
    a, b, c, d = (-far, -far, z), (far, -far, z), (far, far, z), (-far, far, z)
    table = np.array(((a, b, c), (a, c, d)))
    return np.concatenate((corners, table)), np.concatenate((colours, np.tile(_GROUND, (2, 1)))).astype(float)


def _lit(points, corners, normals):
    """How much of the lamp's light comes to each point, 0 to 1."""
    lamp = _View(corners, _LAMP, _SHADOW)
    nearest, _ = _fill(lamp.flat, lamp.depths, *lamp.size)
    turned = (points + 0.25 * normals) @ lamp.rows.T
    at = np.nan_to_num(lamp.place(turned), posinf=-1, neginf=-1)
    towards = np.clip(normals @ _LAMP, 0, 1)
    free = np.zeros(towards.shape)
    reach = (-3, 0, 3)
    for dx in reach:
        for dy in reach:
            x = np.clip(at[..., 0] + dx, 0, lamp.size[0] - 1).astype(int)
            y = np.clip(at[..., 1] + dy, 0, lamp.size[1] - 1).astype(int)
            free += turned[..., 2] + 0.35 >= nearest[y, x]
    return towards * free / len(reach) ** 2


def _edges(depth, normals, scale):
    """Where the surface turns or ends, 0 or 1."""
    found = np.zeros(depth.shape, bool)
    depth = np.where(np.isfinite(depth), depth, -1e4)
    for axis in (0, 1):
        turns = (normals * np.roll(normals, 1, axis)).sum(-1) < 0.75
        ends = np.abs(depth - np.roll(depth, 1, axis)) > 0.8 + 8 / scale
        found |= turns | ends
    found[0], found[:, 0] = False, False
    return found.astype(float)

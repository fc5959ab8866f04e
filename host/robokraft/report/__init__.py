"""Reports: one HTML file that needs nothing else, its charts SVG with text that can be selected; or a PNG for a chat."""

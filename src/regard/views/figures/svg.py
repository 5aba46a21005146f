"""What matplotlib writes as SVG, made fit for a page: named for screen readers, small, without style attributes.

Colours become plain attributes, so a style sheet may change them (a dark page does) and a page that carries the figure
can forbid all inline style.
"""

import re
from xml.etree import ElementTree as ET

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
HREF = f"{{{XLINK}}}href"
DROPPED = (f"{{{SVG}}}metadata", f"{{{SVG}}}style")
LONG_NUMBER = re.compile(r"-?\d+\.\d{3,}")

ET.register_namespace("", SVG)
ET.register_namespace("xlink", XLINK)


def finish(raw: str, title: str, description: str, prefix: str) -> str:
    """The figure with title and description; `prefix` keeps its ids apart from those of other figures on a page."""
    root = ET.fromstring(raw)
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in DROPPED:
                parent.remove(child)
    for element in root.iter():
        tidy(element, prefix)
        element.text = strip(element.text)
        element.tail = None
    name(root, title, description, prefix)
    return ET.tostring(root, encoding="unicode") + "\n"


def tidy(element: ET.Element, prefix: str) -> None:
    """Style as attributes, ids with their prefix, numbers no longer than a screen can show.

    Images lose theirs: matplotlib gives equal ones the same.
    """
    for declaration in element.attrib.pop("style", "").split(";"):
        key, _, value = declaration.partition(":")
        if value:
            element.set(key.strip(), value.strip())
    if element.tag == f"{{{SVG}}}image":
        del element.attrib["id"]
    for key, value in element.attrib.items():
        if key == "id":
            value = f"{prefix}-{value}"
        elif key == HREF and value.startswith("#"):
            value = f"#{prefix}-{value[1:]}"
        elif key == "clip-path":
            value = value.replace("url(#", f"url(#{prefix}-")
        elif key in ("d", "x", "y", "transform", "width", "height", "points"):
            value = " ".join(LONG_NUMBER.sub(rounded, value).split())
        element.set(key, value)


def rounded(match: re.Match[str]) -> str:
    """A number with at most two decimals, or three significant ones where it is small."""
    value = float(match.group())
    return f"{value:.2f}".rstrip("0").rstrip(".") if abs(value) >= 1 else f"{value:.3g}"


def strip(text: str | None) -> str | None:
    """The text of an element; nothing where it is only the space between elements."""
    return text if text and text.strip() else None


def name(root: ET.Element, title: str, description: str, prefix: str) -> None:
    """Title and description first, where screen readers look."""
    root.set("role", "img")
    root.set("aria-labelledby", f"{prefix}-title {prefix}-desc")
    root.set("stroke-linejoin", "round")
    for place, (tag, text) in enumerate((("title", title), ("desc", description))):
        element = ET.Element(f"{{{SVG}}}{tag}", {"id": f"{prefix}-{tag}"})
        element.text = text
        root.insert(place, element)

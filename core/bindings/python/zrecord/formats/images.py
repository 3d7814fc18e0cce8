"""Folders of image files, one folder for each class."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np

from ..errors import BadFormat, InvalidArgument, StoreNotFound, Unsupported
from ._streams import BLOCK, BYTES, Column, Source, complete_file, export_blocks, identity_of_many, import_source, package, refuse_empty, streams_of

_ENDINGS = (".jpg", ".jpeg", ".png", ".bmp", ".gif", ".webp", ".tif", ".tiff", ".ppm", ".pgm")
_MAGIC = {b"\xff\xd8\xff": ".jpg", b"\x89PNG": ".png", b"GIF8": ".gif", b"BM": ".bmp", b"RIFF": ".webp", b"II*\0": ".tif", b"MM\0*": ".tif"}


def from_image_folder(folder, path, *, decode: bool = False, size: tuple[int, int] | None = None, mode: str = "RGB",
                      endings=_ENDINGS, codec="zstd", dict_bytes=None, level: int | None = None, resume: bool = True, progress=None):
    """Makes a set of a folder of image files: streams ``image``, ``label`` (int64) and ``name`` (the path inside the folder); opens
    it for writing. Subfolders are the classes, in the order of their names, which go to ``label.names.txt``; without subfolders
    there is no ``label``.

    ``decode``  False keeps the encoded bytes of the files; True stores pixels as uint8 (needs Pillow), ``(height, width, 3)`` in
                ``mode`` "RGB", ``(height, width)`` in "L": ragged, or dense when ``size=(height, width)`` scales them

    Bounded memory. An interrupted import goes on where it stood when it is called again.
    """
    folder = Path(folder)
    if not folder.is_dir():
        raise StoreNotFound(f"{folder} is no folder")
    if size is not None and not decode:
        raise InvalidArgument("size scales pixels: it goes with decode=True")
    files = sorted((file for file in folder.rglob("*") if file.suffix.lower() in endings and file.is_file()),
                   key=lambda file: file.relative_to(folder).as_posix())
    if not files:
        raise StoreNotFound(f"{folder} holds no image file; their names end with {', '.join(endings)}")
    names = [file.relative_to(folder).as_posix() for file in files]
    classes = sorted({name.partition("/")[0] for name in names if "/" in name})
    if classes and any("/" not in name for name in names):
        raise InvalidArgument(f"{folder} holds classes and, beside them, {next(n for n in names if '/' not in n)}, which is of none")
    image = BYTES
    if decode:
        depth = {"RGB": (3,), "RGBA": (4,), "L": ()}.get(mode)
        if depth is None:
            raise InvalidArgument(f"mode {mode!r} is unknown; it is RGB, RGBA or L")
        image = Column(np.dtype("u1"), None if size is None else (*size, *depth))
    columns = {"image": image, **({"label": Column(np.dtype("i8"), ())} if classes else {}), "name": BYTES}
    number = {name: i for i, name in enumerate(classes)}

    def blocks(start):
        block, held = {name: [] for name in columns}, 0
        for file, name in zip(files[start:], names[start:]):
            record = _pixels(file, size, mode) if decode else np.frombuffer(file.read_bytes(), np.uint8)
            block["image"].append(record)
            block["name"].append(np.frombuffer(name.encode(), np.uint8))
            if classes:
                block["label"].append(number[name.partition("/")[0]])
            held += record.nbytes
            if held >= BLOCK:
                yield _arrays(block, columns)
                block, held = {name: [] for name in columns}, 0
        if block["name"]:
            yield _arrays(block, columns)

    identity = ["images", *identity_of_many(folder, files), bool(decode), size, mode]
    source = Source(columns, len(files), identity, blocks, {"label": classes} if classes else None)
    return import_source(source, path, codec=codec, dict_bytes=dict_bytes, level=level, resume=resume, progress=progress)


def _arrays(block, columns):
    return {name: records if columns[name].shape is None else np.array(records, columns[name].dtype) for name, records in block.items()}


def _pixels(file, size, mode):
    image = package("PIL.Image", "images")
    try:
        with image.open(file) as opened:
            picture = opened.convert(mode)
            if size is not None:
                picture = picture.resize((size[1], size[0]), image.Resampling.BILINEAR)
            return np.asarray(picture)
    except OSError as error:
        raise BadFormat(f"{file} cannot be read as an image: {error}") from error


def to_image_folder(source, folder, indices=None, *, image: str = "image", label: str = "label", overwrite: bool = False,
                    progress=None) -> int:
    """Writes the records of stream ``image`` as files, in a folder for each value of stream ``label`` if there is one; returns how
    many. Encoded bytes are written as they are, pixels (uint8, of two dimensions or three) as PNG (needs Pillow). Names come from a
    stream ``name``, else from the numbers of the records; those of the classes from ``label.names.txt`` beside a set."""
    streams = streams_of(source, image)
    if image not in streams:
        raise InvalidArgument(f"there is no stream {image!r}; there are {', '.join(map(repr, streams))}")
    refuse_empty(streams, indices, "a folder of images")
    names_file = streams[label].path.with_name(f"{label}.names.txt") if label in streams else None
    classes = names_file.read_text(encoding="utf-8").splitlines() if names_file is not None and names_file.exists() else []
    done = 0
    with complete_file(folder, overwrite) as fresh:
        fresh.mkdir()
        for block in export_blocks(streams, indices, progress):
            for i, record in enumerate(block[image]):
                content, ending = _encoded(record)
                target = f"{done:09d}{ending}"
                if "name" in block:
                    target = bytes(block["name"][i]).decode().rpartition("/")[2]
                if label in block:
                    value = int(block[label][i])
                    target = f"{classes[value] if 0 <= value < len(classes) else value}/{target}"
                file = fresh / target
                if not file.resolve().is_relative_to(fresh.resolve()) or file.exists():
                    raise InvalidArgument(f"record {done} would be written to {target!r}, which is taken or leads out of the folder")
                file.parent.mkdir(exist_ok=True)
                file.write_bytes(content)
                done += 1
    return done


def _encoded(record):
    if record.dtype != np.uint8:
        raise Unsupported(f"images are bytes or pixels of uint8, not {record.dtype}")
    if record.ndim == 1:
        content = record.tobytes()
        return content, next((ending for magic, ending in _MAGIC.items() if content.startswith(magic)), ".bin")
    buffer = io.BytesIO()
    package("PIL.Image", "images").fromarray(record).save(buffer, "PNG")
    return buffer.getvalue(), ".png"

"""Files of other formats, into stores and out of them. Each function is also a name of ``zrecord``.

Nothing here is imported from other packages before it is used; ``pip install 'zrecord[hdf5]'`` and so on bring them. The
modules of this package themselves are imported when one of their functions is asked for: training needs none of them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .arrays import from_hdf5, from_zarr, to_hdf5, to_zarr
    from .images import from_image_folder, to_image_folder
    from .samples import from_tfrecord, from_webdataset, to_tfrecord, to_webdataset
    from .shards import from_mds, to_mds
    from .tables import from_hf_dataset, from_parquet, to_hf_dataset, to_parquet

_MODULE_OF = {
    "from_hdf5": "arrays", "to_hdf5": "arrays", "from_zarr": "arrays", "to_zarr": "arrays",
    "from_webdataset": "samples", "to_webdataset": "samples", "from_tfrecord": "samples", "to_tfrecord": "samples",
    "from_parquet": "tables", "to_parquet": "tables", "from_mds": "shards", "to_mds": "shards",
    "from_image_folder": "images", "to_image_folder": "images", "from_hf_dataset": "tables", "to_hf_dataset": "tables",
}

__all__ = ["from_hdf5", "to_hdf5", "from_zarr", "to_zarr", "from_webdataset", "to_webdataset", "from_tfrecord", "to_tfrecord",
           "from_parquet", "to_parquet", "from_mds", "to_mds", "from_image_folder", "to_image_folder", "from_hf_dataset",
           "to_hf_dataset"]


def __getattr__(name: str):
    if name in _MODULE_OF.values():
        return import_module("." + name, __name__)
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module("." + _MODULE_OF[name], __name__), name)
    return value


def __dir__() -> list:
    return sorted({*globals(), *_MODULE_OF, *_MODULE_OF.values()})

"""Files of other formats, into stores and out of them. Each function is also a name of ``zrecord``.

Nothing here is imported from other packages before it is used; ``pip install 'zrecord[hdf5]'`` and so on bring them.
"""

from .arrays import from_hdf5, from_zarr, to_hdf5, to_zarr
from .images import from_image_folder, to_image_folder
from .samples import from_tfrecord, from_webdataset, to_tfrecord, to_webdataset
from .shards import from_mds, to_mds
from .tables import from_hf_dataset, from_parquet, to_hf_dataset, to_parquet

__all__ = ["from_hdf5", "to_hdf5", "from_zarr", "to_zarr", "from_webdataset", "to_webdataset", "from_tfrecord", "to_tfrecord",
           "from_parquet", "to_parquet", "from_mds", "to_mds", "from_image_folder", "to_image_folder", "from_hf_dataset",
           "to_hf_dataset"]

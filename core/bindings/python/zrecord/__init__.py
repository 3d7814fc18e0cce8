"""Record stores for training data: dense and ragged, raw or compressed, and the loader that feeds from them.

    from zrecord import DataLoader, DenseStore, RaggedStore, train_dict

The modules ``zrecord.zrecord``, ``zrecord.utils``, ``zrecord.dataloader`` and ``zrecord.zsampler`` offer the same under the
names of loaderx 1.7.2: code for that package runs after ``loaderx`` is replaced by ``zrecord`` in its imports. Either package
opens what the other wrote.
"""

from typing import TYPE_CHECKING

from . import errors, formats, orders
from ._batch_sampler import BatchSampler
from ._changes import Restored, UndoableDelete
from ._core import set_idle_memory
from ._core import version as __version__
from ._loader import DataLoader
from ._maintenance import RepairReport, RepairStep, SalvageReport, StreamIssue, StreamRepair, backup, check, repair, salvage
from ._reports import PackedRecords, StoreIssue, VerifyReport, summary
from ._sets import StreamSet, open_set
from ._shards import Shards, open_shards, write_manifest
from ._stores import DenseStore, RaggedStore
from ._training import DICT_TIERS, train_dict
from ._transaction import Transaction
from ._transfer import append_file, from_file, from_npy, from_npz, open_store, to_npy, to_npz
from .errors import ZrecordError
from .zsampler import Sampler

if TYPE_CHECKING:
    from .formats import *  # noqa: F403

__all__ = ["BatchSampler", "DataLoader", "DenseStore", "RaggedStore", "Sampler", "StreamSet", "train_dict", "DICT_TIERS", "open_store", "open_set", "Shards", "open_shards", "write_manifest",
           "from_npy", "from_npz", "from_file", "append_file", "to_npy", "to_npz", "PackedRecords", "StoreIssue", "VerifyReport", "summary",
           "ZrecordError", "set_idle_memory", "check", "repair", "salvage", "backup", "RepairReport", "RepairStep", "SalvageReport", "StreamIssue", "StreamRepair",
           "Restored", "UndoableDelete", "Transaction", "errors", "formats", "orders", "__version__", *formats.__all__]


def __getattr__(name: str):
    if name in formats.__all__:
        return getattr(formats, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list:
    return sorted({*globals(), *__all__})

"""Record stores for training data: dense and ragged, raw or compressed, and the loader that feeds from them.

    from zrecord import DenseStore, RaggedStore, train_dict

The modules ``zrecord.zrecord`` and ``zrecord.utils`` offer the same under the names of loaderx 1.7.2: code for that package
runs after ``loaderx`` is replaced by ``zrecord`` in its imports. Either package opens what the other wrote.
"""

from . import errors
from ._core import version as __version__
from ._reports import PackedRecords, StoreIssue, VerifyReport
from ._stores import DenseStore, RaggedStore
from ._training import DICT_TIERS, train_dict
from .errors import ZrecordError

__all__ = ["DenseStore", "RaggedStore", "train_dict", "DICT_TIERS", "PackedRecords", "StoreIssue", "VerifyReport", "ZrecordError",
           "errors", "__version__"]

"""Stores: the same names as ``loaderx.zrecord``."""

from ._reports import PackedRecords, StoreIssue, VerifyReport
from ._stores import DenseStore, RaggedStore
from ._training import DICT_TIERS
from .errors import ZrecordError

__all__ = ["DenseStore", "RaggedStore", "ZrecordError", "DICT_TIERS", "PackedRecords", "StoreIssue", "VerifyReport"]

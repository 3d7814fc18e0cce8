"""Dictionary training: the same names as ``loaderx.utils``."""

from ._training import train_dict

__all__ = ["train_dict"]

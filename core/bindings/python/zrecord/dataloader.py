"""The loader: the same name as in ``loaderx.dataloader``."""

from ._loader import DataLoader

__all__ = ["DataLoader"]

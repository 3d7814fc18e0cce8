"""One process of a training run: reads its part of every batch, exchanges labels with the others, keeps checkpoints.

Started by test_real_torch.py with RANK and WORLD_SIZE set: distributed_training.py RENDEZVOUS NAME MODE END
Rank 0 writes NAME.steps, the labels of each global batch in order, and NAME.state, from which a run goes on.
"""
import json
import os
import pathlib
import sys

import torch
import torch.distributed as dist

import zrecord
from zrecord.torch import StoreStream


def main(rendezvous, name, mode, end):
    rank, world = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
    dist.init_process_group("gloo", init_method=f"file://{rendezvous}", rank=rank, world_size=world)
    stream = StoreStream(zrecord.open_set("set"), batch_size=32, mode=int(mode), seed=11, end_step=int(end))
    checkpoint = pathlib.Path(f"{name}.state")
    if checkpoint.exists():
        stream.load_state_dict(json.loads(checkpoint.read_text()))
    for batch in stream:
        mine = batch["label"]
        parts = [torch.empty_like(mine) for _ in range(world)]
        dist.all_gather(parts, mine)
        if rank == 0:
            # Rank r holds the records r, r + world, … of the batch.
            labels = torch.stack(parts, 1).reshape(-1).tolist()
            with open(f"{name}.steps", "a") as steps:
                steps.write(json.dumps(labels) + "\n")
            fresh = checkpoint.with_suffix(".new")
            fresh.write_text(json.dumps(stream.state_dict()))
            fresh.rename(checkpoint)
    dist.barrier()
    dist.destroy_process_group()


if __name__ == "__main__":
    main(*sys.argv[1:])

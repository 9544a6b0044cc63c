# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains tiny_cnn_2d, residual_cnn_2d or depthwise_cnn_2d and writes the model with its held-out arrays."""
import argparse

import torch

import data
import nets
import training

NETS = {"tiny_cnn_2d": nets.TinyCnn2d, "residual_cnn_2d": nets.ResidualCnn2d, "depthwise_cnn_2d": nets.DepthwiseCnn2d}


def shift(x):
    """The whole batch moved by up to two pixels; what leaves on one side is background (-1)."""
    dy, dx = torch.randint(0, 5, (2,)).tolist()
    return torch.nn.functional.pad(x, (2, 2, 2, 2), value=-1.0)[:, :, dy:dy + 32, dx:dx + 32]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("net", choices=sorted(NETS))
    parser.add_argument("--cifar", metavar="FOLDER", help="train on CIFAR-10's data_batch_*.bin instead of digits")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--out", metavar="FOLDER", default=training.SAMPLES)
    arguments = parser.parse_args()

    training.make_repeatable(1)
    x, y, held_x, held_y = data.cifar(arguments.cifar) if arguments.cifar else data.digits()
    net = NETS[arguments.net]()
    training.train(net, x, y, arguments.epochs, augment=shift)
    training.ship(net, arguments.net, held_x, held_y, data.PIXELS, arguments.out)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Trains signal_cnn_1d on noisy sine waves and writes the model with its held-out arrays."""
import argparse

import data
import nets
import training


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--epochs", type=int, default=10)
    parser.add_argument("--out", metavar="FOLDER", default=training.SAMPLES)
    arguments = parser.parse_args()

    training.make_repeatable(1)
    net = nets.SignalCnn1d()
    training.train(net, *data.signals(4000, seed=1), arguments.epochs)
    training.ship(net, "signal_cnn_1d", *data.signals(1000, seed=2), data.WAVES, arguments.out)


if __name__ == "__main__":
    main()

# SPDX-License-Identifier: GPL-3.0-or-later
"""Inputs and labels for the samples. Images are float32 [n, 3, 32, 32] in -1..1, signals float32 [n, 1, 128]."""
import glob
import os

import numpy as np
import torch

SAMPLE_RATE = 64.0  # Hz; 128 samples are two seconds
FREQUENCIES = (2.0, 5.0, 8.0, 11.0, 14.0)  # Hz, one per class
# Integers that held-out inputs are shipped as: type, scale, offset; number = integer * scale + offset.
PIXELS = ("uint8", 1 / 127.5, -1.0)
WAVES = ("int8", 1 / 16, 0.0)
NOISE = 1.5  # standard deviation of the Gaussian noise; the sine has amplitude 1


def digits(seed=1):
    """scikit-learn's 8x8 handwritten digits, enlarged: (train x, train y, held-out x, held-out y), 4:1."""
    from sklearn.datasets import load_digits

    data = load_digits()
    small = torch.from_numpy((data.images / 8.0 - 1.0).astype(np.float32))[:, None]
    large = torch.nn.functional.interpolate(small, size=(32, 32), mode="bilinear", align_corners=False)
    x = large.repeat(1, 3, 1, 1)
    y = torch.from_numpy(data.target.astype(np.int64))
    order = torch.from_numpy(np.random.RandomState(seed).permutation(len(y)))
    split = len(y) * 4 // 5
    return x[order[:split]], y[order[:split]], x[order[split:]], y[order[split:]]


def read_cifar(file):
    """One file of CIFAR-10's binary version: records of one label byte and 3072 bytes, planes R, G, B."""
    raw = np.fromfile(file, dtype=np.uint8)
    if raw.size == 0 or raw.size % 3073 != 0:
        raise SystemExit(f"{file}: {raw.size} bytes, expected a positive multiple of 3073")
    records = raw.reshape(-1, 3073)
    if records[:, 0].max() > 9:
        raise SystemExit(f"{file}: label {records[:, 0].max()}, expected 0..9")
    x = records[:, 1:].reshape(-1, 3, 32, 32).astype(np.float32) / 127.5 - 1.0
    return torch.from_numpy(x), torch.from_numpy(records[:, 0].astype(np.int64))


def cifar(folder):
    """CIFAR-10 from data_batch_*.bin; held out is test_batch.bin, or the last tenth where that file is absent."""
    files = sorted(glob.glob(os.path.join(folder, "data_batch_*.bin")))
    if not files:
        raise SystemExit(f"{folder}: no data_batch_*.bin, expected CIFAR-10's binary version")
    parts = [read_cifar(file) for file in files]
    x, y = torch.cat([part[0] for part in parts]), torch.cat([part[1] for part in parts])
    test = os.path.join(folder, "test_batch.bin")
    if os.path.exists(test):
        return (x, y) + read_cifar(test)
    split = len(y) * 9 // 10
    return x[:split], y[:split], x[split:], y[split:]


def signals(count, seed):
    """Noisy sine waves of random phase: (x, y)."""
    random = np.random.RandomState(seed)
    y = np.arange(count) % len(FREQUENCIES)
    random.shuffle(y)
    time = np.arange(128) / SAMPLE_RATE
    phase = random.uniform(0, 2 * np.pi, (count, 1))
    wave = np.sin(2 * np.pi * np.array(FREQUENCIES)[y][:, None] * time + phase)
    x = wave + NOISE * random.standard_normal(wave.shape)
    return torch.from_numpy(x.astype(np.float32))[:, None], torch.from_numpy(y.astype(np.int64))

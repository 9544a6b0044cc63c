# SPDX-License-Identifier: GPL-3.0-or-later
"""Training, export and the held-out arrays; the same for every sample."""
import os

import numpy as np
import torch

SAMPLES = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CALIBRATION, CHECKED = 32, 64  # held-out inputs that are written beside the model in float32; all others are integers


def make_repeatable(seed):
    torch.set_num_threads(1)
    torch.manual_seed(seed)
    torch.use_deterministic_algorithms(True)


def predict(net, x):
    net.eval()
    with torch.no_grad():
        return torch.cat([net(part) for part in x.split(256)])


def accuracy(net, x, y):
    return (predict(net, x).argmax(1) == y).float().mean().item()


def train(net, x, y, epochs, rate=3e-3, batch=64, augment=lambda part: part):
    """Adam with a one-cycle learning rate."""
    optimizer = torch.optim.Adam(net.parameters(), lr=rate, weight_decay=1e-4)
    batches = len(x) // batch
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, max_lr=rate, total_steps=epochs * batches)
    for epoch in range(epochs):
        net.train()
        total = 0.0
        for part in torch.randperm(len(x))[:batches * batch].split(batch):
            optimizer.zero_grad()
            loss = torch.nn.functional.cross_entropy(net(augment(x[part])), y[part])
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        print(f"epoch {epoch + 1}/{epochs}: loss {total / batches:.4f}", flush=True)


def ship(net, name, x, y, integers, folder):
    """Writes <name>.onnx and the arrays in <name>; x and y are held out from training. `integers`: data.PIXELS, WAVES."""
    net.eval()
    os.makedirs(os.path.join(folder, name), exist_ok=True)
    # PRESERVE instead of EVAL: the exporter would fold BatchNorm into the convolutions before it in EVAL mode.
    torch.onnx.export(
        net, x[:1], os.path.join(folder, name + ".onnx"), opset_version=13, do_constant_folding=False,
        training=torch.onnx.TrainingMode.PRESERVE, input_names=["input"], output_names=["output"],
        dynamic_axes={"input": {0: "batch"}, "output": {0: "batch"}})
    checked = x[CALIBRATION:CALIBRATION + CHECKED]
    arrays = {"calibration": x[:CALIBRATION], "inputs": checked, "outputs": predict(net, checked)}
    for key, value in arrays.items():
        np.save(os.path.join(folder, name, key + ".npy"), value.numpy())
    kind, scale, offset = integers
    limits = np.iinfo(kind)
    test = np.rint((x[CALIBRATION:].numpy().astype(np.float64) - offset) / scale).clip(limits.min, limits.max).astype(kind)
    labels = y[CALIBRATION:]
    np.savez_compressed(os.path.join(folder, name, "test.npz"), input=test, labels=labels.numpy().astype(np.uint8),
                        scale=scale, offset=offset)
    rounded = torch.from_numpy((test * scale + offset).astype(np.float32))
    parameters = sum(value.numel() for value in net.parameters())
    print(f"{name}: {parameters} parameters, held-out accuracy {100 * accuracy(net, x, y):.1f} % of {len(y)}, "
          f"shipped test inputs {100 * accuracy(net, rounded, labels):.1f} % of {len(labels)}")

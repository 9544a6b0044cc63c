# SPDX-License-Identifier: GPL-3.0-or-later
"""The networks. Convolutions that a BatchNorm follows have no bias of their own."""
import torch
from torch import nn


class TinyCnn2d(nn.Sequential):
    """Three times Conv-BatchNorm-ReLU-MaxPool, then adaptive average pool and a linear classifier."""

    def __init__(self, classes=10, widths=(40, 72, 144)):
        layers, channels = [], 3
        for width in widths:
            layers += [nn.Conv2d(channels, width, 3, padding=1, bias=False), nn.BatchNorm2d(width), nn.ReLU(),
                       nn.MaxPool2d(2)]
            channels = width
        super().__init__(*layers, nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(channels, classes))


class SignalCnn1d(nn.Sequential):
    """Three Conv1d-ReLU with pooling, then a linear classifier."""

    def __init__(self, classes=5):
        super().__init__(
            nn.Conv1d(1, 24, 7, padding=3), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(24, 48, 5, padding=2), nn.ReLU(), nn.MaxPool1d(2),
            nn.Conv1d(48, 80, 5, padding=2), nn.ReLU(), nn.AdaptiveAvgPool1d(1),
            nn.Flatten(), nn.Linear(80, classes))


class ResidualBlock(nn.Module):
    """Two 3x3 convolutions; the shortcut is the input itself, or a 1x1 projection where the shape changes."""

    def __init__(self, inputs, outputs, stride=1):
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU(),
            nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False), nn.BatchNorm2d(outputs))
        self.shortcut = nn.Identity()
        if stride != 1 or inputs != outputs:
            self.shortcut = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))
            # The two biases that meet in the addition get equal gradients. Had they equal starts too, they would stay
            # equal, and the exporter would let the second read the first through an Identity.
            nn.init.constant_(self.shortcut[1].bias, 0.01)

    def forward(self, x):
        return torch.relu(self.body(x) + self.shortcut(x))


class ResidualCnn2d(nn.Sequential):
    def __init__(self, classes=10):
        super().__init__(
            nn.Conv2d(3, 16, 3, padding=1, bias=False), nn.BatchNorm2d(16), nn.ReLU(),
            ResidualBlock(16, 16), ResidualBlock(16, 32, 2), ResidualBlock(32, 32), ResidualBlock(32, 64, 2),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(64, classes))


def conv_relu6(inputs, outputs, kernel, stride=1, groups=1):
    return [nn.Conv2d(inputs, outputs, kernel, stride, kernel // 2, groups=groups, bias=False),
            nn.BatchNorm2d(outputs), nn.ReLU6()]


class InvertedResidual(nn.Module):
    """1x1 expansion, 3x3 depthwise, 1x1 linear projection (MobileNetV2); adds its input where the shape allows."""

    def __init__(self, inputs, outputs, stride=1, expansion=4):
        super().__init__()
        hidden = inputs * expansion
        self.adds = stride == 1 and inputs == outputs
        self.body = nn.Sequential(
            *conv_relu6(inputs, hidden, 1), *conv_relu6(hidden, hidden, 3, stride, hidden),
            nn.Conv2d(hidden, outputs, 1, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x):
        return x + self.body(x) if self.adds else self.body(x)


class DepthwiseCnn2d(nn.Sequential):
    """A small MobileNet: stem, one depthwise-separable block, inverted residuals, 1x1 head."""

    def __init__(self, classes=10):
        super().__init__(
            *conv_relu6(3, 16, 3, stride=2),
            *conv_relu6(16, 16, 3, groups=16), *conv_relu6(16, 24, 1),
            InvertedResidual(24, 24), InvertedResidual(24, 40, 2), InvertedResidual(40, 40),
            InvertedResidual(40, 64, 2), InvertedResidual(64, 64),
            *conv_relu6(64, 128, 1),
            nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(128, classes))

// SPDX-License-Identifier: GPL-3.0-or-later
// A transposed convolution by the phases of its stride: output pixels that lie at the same place of a stride are
// an ordinary convolution of the input. Along one axis, with stride s, kernel K, pad p and o + a = q s + r
// (phase r, first pixel a):
//
//   y[o] = sum over i of x[i] w[o + p - i s] = sum over j of x[q + j] w[r + p - a - j s]
#pragma once

#include "core/ops/convolution/window.h"

#include <cstdint>
#include <optional>

namespace edgewright::fusion {

// One spatial axis of the convolution that takes the place.
struct PhaseAxis {
    std::int64_t stride = 1, first = 0; // a
    std::int64_t shift = 0;             // p - a
    std::int64_t low = 0, taps = 1;     // j from `low` on
    std::int64_t dilation = 1, kernel = 1;
    std::int64_t padBegin = 0, padEnd = 0;
    std::int64_t positions = 0, out = 0;

    // The tap of w for phase r and j = low + t; empty: 0.
    std::optional<std::int64_t> tap(std::int64_t r, std::int64_t t) const {
        const std::int64_t at = r + shift - (low + t) * stride;
        if (at < 0 || at % dilation != 0 || at / dilation >= kernel) return std::nullopt;
        return at / dilation;
    }
    // Not every pixel of every phase is one of the output.
    bool isCropped() const { return first != 0 || positions * stride != out; }
};

// With the first pixel that makes the kernel smallest. `window`: of the convolution from output to input. Empty
// where pads are larger than what the kernel reaches.
std::optional<PhaseAxis> phaseAxisOf(const ops::WindowAxis& window, std::int64_t in, std::int64_t out);

} // namespace edgewright::fusion

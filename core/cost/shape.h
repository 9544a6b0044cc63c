// SPDX-License-Identifier: GPL-3.0-or-later
// The part of two layers that makes them cost the same, on any accelerator and with any tiling: all but their
// names.
#pragma once

#include "core/cost/workload.h"

#include <array>

namespace edgewright::cost {

using Shape = std::array<std::int64_t, 37>;

inline Shape shapeOf(const Layer& l) {
    return {static_cast<std::int64_t>(l.unit),
            l.ifmapH,
            l.ifmapW,
            l.filterH,
            l.filterW,
            l.channels,
            l.filters,
            l.strideH,
            l.strideW,
            l.dilationH,
            l.dilationW,
            l.padH,
            l.padW,
            l.outH,
            l.outW,
            l.m,
            l.n,
            l.k,
            l.kept,
            l.of,
            l.repeat,
            l.images,
            l.steps,
            l.stepWords,
            l.elements,
            l.readWords,
            l.weightWords,
            l.writtenWords,
            std::int64_t(l.inputsOnChip),
            std::int64_t(l.outputsOnChip),
            l.besideRead,
            l.besideWritten,
            std::int64_t(l.inputsStay),
            std::int64_t(l.weightsStay),
            std::int64_t(l.outputsStay),
            l.sharedWords,
            std::int64_t(l.weightsComeBefore)};
}

} // namespace edgewright::cost

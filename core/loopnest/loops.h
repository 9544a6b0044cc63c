// SPDX-License-Identifier: GPL-3.0-or-later
// The loops of a nest, from the outside, with the bytes that one turn of each works on.
#pragma once

#include "core/loopnest/nest.h"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace edgewright::loopnest {

enum class LoopKind {
    Parallel, // its turns are tasks that threads share
    Serial,
    Unrolled, // without a loop: its sums are in registers
    Vector    // the lanes of a vector
};

struct Loop {
    LoopKind kind = LoopKind::Serial;
    std::size_t axis = 0;    // of the computation
    std::int64_t extent = 1; // elements of the axis that all of its turns go through
    std::int64_t step = 1;   // those that one turn does, in its own loops
    std::int64_t turns = 1;  // more than one
    // The working set: elements of both factors, the output and what is added to it that one turn reads or
    // writes, each once, in bytes. Copies of them (packed, padded) are counted as what they copy.
    std::int64_t bytes = 0;
};

// Loops of a single turn are left out.
std::vector<Loop> loopsOf(const Nest& nest);

// Different elements of an access, over so many neighbouring values of each spatial and each reduction axis, by
// their places in the nest. Exact where the axes of an index do not overlap, or do so without gaps, as columns
// and taps of a convolution; else at least as many. Padding counts as elements, but no more than there are.
double touchedElements(const Nest& nest, const Access& access, std::span<const double> spatial,
                       std::span<const double> reduction);

// "parallel oc (2)", a loop a line, indented by its depth.
std::string nestText(const Nest& nest);

} // namespace edgewright::loopnest

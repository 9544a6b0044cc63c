// SPDX-License-Identifier: GPL-3.0-or-later
// Findings of what_if.h in one form: a sentence, and the numbers that it is made of.
#pragma once

#include "core/cost/findings/what_if.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace edgewright::cost {

struct Improvement {
    std::string_view kind; // "one_change", "array_size", "sram_for_tiles", "sram_for_activations"
    std::string change;    // "2x_rows", "16x16_to_32x32", "beyond_192_kb", "resident_85_kb"
    Effect effect;
    std::vector<std::pair<std::string_view, std::int64_t>> counts; // beside it, by name: {"faster_layers", 3}
    std::string layer; // the one that gains, or moves beyond its words, most; empty: none
    std::string text;
};

// In the order that they are told in.
std::vector<Improvement> listOf(const Improvements& improvements);

// With the values that nothing stands for, where the accelerator has fixed ones.
Accelerator withUsualValues(const Accelerator& accelerator);

} // namespace edgewright::cost

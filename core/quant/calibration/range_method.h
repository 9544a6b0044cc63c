// SPDX-License-Identifier: GPL-3.0-or-later
// Methods that choose the range that codes cover, from the statistics of a tensor.
//
// To add one: write core/quant/calibration/methods/<name>.cpp, all of it in namespace
// edgewright::quant::<name>_method, with `extern const RangeMethod entry{...};`, and add <name> to
// ENTRIES in core/quant/CMakeLists.txt. Say what it minimizes, its cost and its source in the file.
#pragma once

#include "core/base/translatable.h"
#include "core/quant/calibration/tensor_statistics.h"

#include <span>
#include <string>
#include <string_view>

namespace edgewright::quant {

struct RangeOptions {
    double percentile = 99.999; // of values kept, 0 to 100: `percentile`
    int codes = 256;            // 2 or more; symmetric int8 from -127 to 127 has 255
    bool symmetric = false;     // around 0
    friend bool operator==(const RangeOptions&, const RangeOptions&) = default;
};

struct RangeMethod {
    std::string_view name; // = file name
    std::string_view summary;
    // low <= 0 <= high, both finite and no wider than what was seen, 0 included (symmetric: than its largest
    // magnitude). Without a finite value: 0 to 0.
    Range (*range)(const TensorStatistics&, const RangeOptions&);
    // TRANSLATABLE("Setting", ...): the name with spaces, or more where that is not enough.
    std::string_view title;
};

std::span<const RangeMethod* const> rangeMethods();
const RangeMethod* findRangeMethod(std::string_view name);
// The title of a method; of one that is the name, with `space` between the words: "min max".
std::string rangeMethodTitle(std::string_view name, char space = ' ');
inline constexpr std::string_view DefaultRangeMethod = "min_max"; // where nobody chose one

// Shared by the methods: `range` with 0 in it, as wide to both sides if `symmetric`.
Range aroundZero(Range range, bool symmetric);

} // namespace edgewright::quant

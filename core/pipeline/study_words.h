// SPDX-License-Identifier: GPL-3.0-or-later
// The words of a study file, in the order of the enumerations.
#pragma once

#include <array>
#include <string_view>

namespace edgewright::pipeline {

constexpr int StudyVersion = 1;
constexpr std::array<std::string_view, 2> GranularityWords{"per-tensor", "per-channel"};
constexpr std::array<std::string_view, 4> CodeTypeWords{"int4", "int8", "uint8", "int16"};
constexpr std::array<std::string_view, 3> LimitsWords{"full", "restricted", "reduced"};
constexpr std::array<std::string_view, 5> RoundingWords{"half-even", "half-away", "half-up", "truncate",
                                                        "stochastic"};
constexpr std::array<std::string_view, 5> RequantizeWords{"float32", "float64", "fixed-point",
                                                          "double-rounding", "short-multiplier"};
constexpr std::array<std::string_view, 2> AccumulationWords{"exact", "saturating-pairs"};
constexpr std::array<std::string_view, 2> OverflowWords{"saturate", "wrap"};

} // namespace edgewright::pipeline

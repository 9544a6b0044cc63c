// SPDX-License-Identifier: GPL-3.0-or-later
// The classes that a classifier takes samples for, in float32 and in integers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace edgewright::pipeline {

// The largest element of the model's first output; -1 where it has none.
struct Int8Sample {
    std::string name; // "12" without a given one: its place, from 0
    std::optional<std::int64_t> label;
    std::int64_t fp32Top = -1, int8Top = -1;
};

struct TopCounts {
    std::size_t samples = 0, agreed = 0, labelled = 0;
    std::size_t fp32Right = 0, int8Right = 0; // of the labelled ones

    void add(const TopCounts& other); // of other samples
    void add(const std::optional<std::int64_t>& label, std::int64_t fp32Top, std::int64_t int8Top); // of one
    double agreement() const; // share of samples; 1 without any
    // Shares of the labelled samples; empty without any.
    std::optional<double> accuracyFp32() const;
    std::optional<double> accuracyInt8() const;
};

TopCounts countTops(std::span<const Int8Sample> samples);

} // namespace edgewright::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/top_counts.h"

namespace edgewright::pipeline {

namespace {

std::optional<double> shareOf(std::size_t count, std::size_t all) {
    if (all == 0) return std::nullopt;
    return static_cast<double>(count) / static_cast<double>(all);
}

} // namespace

void TopCounts::add(const TopCounts& other) {
    samples += other.samples;
    agreed += other.agreed;
    labelled += other.labelled;
    fp32Right += other.fp32Right;
    int8Right += other.int8Right;
}

void TopCounts::add(const std::optional<std::int64_t>& label, std::int64_t fp32Top, std::int64_t int8Top) {
    ++samples;
    agreed += fp32Top == int8Top;
    if (!label) return;
    ++labelled;
    fp32Right += fp32Top == *label;
    int8Right += int8Top == *label;
}

double TopCounts::agreement() const { return shareOf(agreed, samples).value_or(1); }
std::optional<double> TopCounts::accuracyFp32() const { return shareOf(fp32Right, labelled); }
std::optional<double> TopCounts::accuracyInt8() const { return shareOf(int8Right, labelled); }

TopCounts countTops(std::span<const Int8Sample> samples) {
    TopCounts counts;
    for (const Int8Sample& sample : samples)
        counts.add(sample.label, sample.fp32Top, sample.int8Top);
    return counts;
}

} // namespace edgewright::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/told_apart.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace edgewright::pipeline {

namespace {

std::size_t pairedSamples(const ModelChange& first, const ModelChange& second) {
    return std::min(first.samples.size(), second.samples.size());
}

double comparedDb(double sqnrDb) { return std::clamp(sqnrDb, -MaxComparedDb, MaxComparedDb); }

bool losesNoAnswers(const ModelChange& first, const ModelChange& second) {
    const TopCounts& tops = first.tops;
    const bool isLabelled = tops.labelled > 0;
    const std::size_t all = pairedSamples(first, second);
    if (all == 0 || (isLabelled ? tops.labelled < all : tops.unclassed > 0)) return false;
    const auto does = isLabelled ? &SampleChange::isRight : &SampleChange::isAgreed;
    std::size_t lost = 0;
    for (std::size_t i = 0; i < all; ++i)
        lost += first.samples[i].*does && !(second.samples[i].*does);
    return measure::shareInterval(lost, all).high <= EquivalentShare;
}

} // namespace

measure::MeanInterval sqnrLead(const ModelChange& first, const ModelChange& second) {
    std::vector<double> leads;
    for (std::size_t i = 0; i < pairedSamples(first, second); ++i)
        leads.push_back(comparedDb(first.samples[i].sqnrDb) - comparedDb(second.samples[i].sqnrDb));
    return measure::meanInterval(leads);
}

double meanComparedDb(const ModelChange& change) {
    double sum = 0;
    for (const SampleChange& sample : change.samples)
        sum += comparedDb(sample.sqnrDb);
    return change.samples.empty() ? 0 : sum / static_cast<double>(change.samples.size());
}

bool isMoreOftenRight(const ModelChange& first, const ModelChange& second) {
    return isMoreOften(first.samples, second.samples, &SampleChange::isRight, PairConfidence);
}

bool isMoreOftenAgreed(const ModelChange& first, const ModelChange& second) {
    return isMoreOften(first.samples, second.samples, &SampleChange::isAgreed, PairConfidence);
}

bool isEquivalent(const ModelChange& first, const ModelChange& second) {
    const measure::MeanInterval lead = sqnrLead(first, second);
    return std::abs(lead.mean) + lead.half <= EquivalentDb || losesNoAnswers(first, second);
}

} // namespace edgewright::pipeline

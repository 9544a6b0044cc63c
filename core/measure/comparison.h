// SPDX-License-Identifier: GPL-3.0-or-later
// The judgement that one variant is faster than another: by their ratio within each block, in which both ran
// right after each other, so that what slows the machine down slows both (Bulej et al., Duet Benchmarking,
// 2020).
#pragma once

#include "core/measure/statistics.h"

#include <cstddef>
#include <span>

namespace edgewright::measure {

enum class Verdict {
    Faster, // the second variant
    Slower,
    Same,      // no difference larger than Comparison::bound
    Undecided, // too noisy to say
};

struct ComparisonRules {
    // The confidence of a claim: a page compares many variants, and a difference that is none must not be told.
    double confidence = 0.999;
    // Differences below this are not claimed: copies of one program differ so much by where their memory lies.
    double resolution = 0.02;
    // Up to this bound two variants are called the same; beyond, the samples were too noisy.
    double sameWithin = 0.05;
};

struct Comparison {
    Verdict verdict = Verdict::Undecided;
    double ratio = 1;        // second / first: the median over the blocks
    Interval interval{0, 0}; // of it, 95 %; {0, infinity} where there are too few blocks
    double bound = 0; // the largest difference that the samples leave open: |ratio − 1|, at the confidence
    std::size_t blocks = 0;
};

// Seconds of both variants, by block; as many of one as of the other.
Comparison compare(std::span<const double> first, std::span<const double> second,
                   const ComparisonRules& rules = {});

} // namespace edgewright::measure

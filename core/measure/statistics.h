// SPDX-License-Identifier: GPL-3.0-or-later
// Statistics of samples of a time, without any assumption on their distribution, and the judgement that one
// variant is faster than another: by their ratio within each block, in which both ran right after each other,
// so that what slows the machine down slows both (Bulej et al., Duet Benchmarking, 2020).
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <span>
#include <string>

namespace edgewright::measure {

struct Interval {
    double low = 0, high = 0;
};

// A quantile of `sorted` numbers, at least one; between two samples linearly (type 7 of Hyndman and Fan, 1996).
double quantile(std::span<const double> sorted, double share);

// The ranks l and n + 1 − l with the largest l for which 2·P(Bin(n, 1/2) < l) <= 1 − confidence: the interval
// holds the median of the distribution with at least that confidence, whatever it is (David and Nagaraja, Order
// Statistics, 7.1). Nothing where n is too small: 6 samples for 0.95, 11 for 0.999.
std::optional<Interval> medianInterval(std::span<const double> sorted, double confidence = 0.95);

// A mean with Student's interval at the confidence of ComparisonRules, for numbers without a long tail:
// mean ± t(n − 1) · s / √n. The quantile is the expansion 26.7.5 of Abramowitz and Stegun (Handbook of
// Mathematical Functions), within 0.2 %, up to 10 degrees of freedom a table.
struct MeanInterval {
    std::size_t count = 0;
    double mean = 0, half = std::numeric_limits<double>::infinity(); // infinite: of fewer than two numbers

    bool isAboveZero() const { return mean - half > 0; }
};
MeanInterval meanInterval(std::span<const double> numbers);

// The next number lies in it with 80 %, if all are drawn from one normal distribution, whose mean and deviation
// only `numbers` tell: mean ± t(n − 1) · s · √(1 + 1/n) at 90 %. Nothing of fewer than two numbers.
std::optional<Interval> nextInterval(std::span<const double> numbers);

// `more` and `less` pairs differ in one and in the other direction, the rest does not differ: true where
// chance alone leaves such a majority in at most 1 − confidence of all cases (the sign test, by
// medianInterval()). Five pairs never say so at 0.95, ten never at 0.999.
bool isMajority(std::size_t more, std::size_t less, double confidence = 0.95);

// The interval of 95 % for a share of which `count` of `all` were seen, also where that is all or nothing: with
// p = count / n, n = all, z = 1.96 the ends are (p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n) (Wilson,
// Probable Inference, the Law of Succession, and Statistical Inference, JASA 22, 1927). {0, 1} of none.
Interval shareInterval(std::size_t count, std::size_t all);

struct Summary {
    std::size_t count = 0;
    double min = 0, median = 0, mean = 0, p95 = 0, p99 = 0, max = 0;
    std::optional<Interval> interval; // of the median, 95 %
    double spread = 0;                // (third − first quartile) / median

    // Half of the interval's width over the median; infinite without an interval.
    double uncertainty() const;
};
Summary summaryOf(std::span<const double> samples); // in any order

enum class Verdict {
    Faster, // the second variant
    Slower,
    Same,      // no difference larger than Comparison::bound
    Undecided, // too noisy to say
};
// "faster", "slower", "same", "undecided": as files and command line name it.
const char* nameOf(Verdict verdict);

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
    Interval interval{0, 0}; // of it, which was judged; {0, infinity} where there are too few blocks
    double bound = 0;        // the largest difference that the interval leaves open: |ratio − 1|
    std::size_t blocks = 0;
};

// A sentence: which of two figures to cite, the comparison or the medians that stand beside it, and why they
// differ.
std::string pairedTerms();

// The largest |ratio − 1| that an interval of a ratio leaves open.
double boundOf(const Interval& interval);
// The verdict on a ratio by its interval at the confidence of the rules.
Verdict verdictOn(const Interval& interval, const ComparisonRules& rules = {});
// Seconds of both variants, by block; as many of one as of the other.
Comparison compare(std::span<const double> first, std::span<const double> second,
                   const ComparisonRules& rules = {});

} // namespace edgewright::measure

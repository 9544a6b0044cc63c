// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/measuring_facts.h"

#include "core/base/translatable.h"

#include <array>
#include <charconv>
#include <cmath>
#include <system_error>

namespace edgewright::lesson {

namespace {

using measure::Interval;
using measure::Verdict;
using pipeline::Analysis;
using MaybeNumber = std::optional<double>;

constexpr std::size_t MaxRuns = 100'000;

// "0.96 1.03"; empty: not so many numbers with a space between them.
std::vector<double> numbersIn(const std::string& text, std::size_t count) {
    std::vector<double> numbers;
    const char *at = text.data(), *const end = text.data() + text.size();
    while (numbers.size() < count) {
        if (!numbers.empty() && (at == end || *at++ != ' ')) return {};
        double number = 0;
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc() || !std::isfinite(number)) return {};
        numbers.push_back(number);
        at = read.ptr;
    }
    return at == end ? numbers : std::vector<double>();
}

std::optional<Interval> intervalIn(const std::string& text) {
    const std::vector<double> ends = numbersIn(text, 2);
    if (ends.empty() || ends[0] > ends[1]) return std::nullopt;
    return Interval{ends[0], ends[1]};
}

// Of so many runs, whose times are their ranks.
std::vector<double> ranksOf(std::size_t runs) {
    std::vector<double> ranks(runs);
    for (std::size_t i = 0; i < runs; ++i)
        ranks[i] = static_cast<double>(i + 1);
    return ranks;
}

MaybeNumber fewestRuns(const Analysis&, const std::string& confidence) {
    const std::vector<double> numbers = numbersIn(confidence, 1);
    if (numbers.empty() || numbers[0] < 0 || numbers[0] >= 1) return std::nullopt;
    constexpr std::size_t Enough = 100; // 1 − 2^-99 is 1
    for (std::size_t runs = 1; runs <= Enough; ++runs)
        if (measure::medianInterval(ranksOf(runs), numbers[0])) return static_cast<double>(runs);
    return std::nullopt;
}

MaybeNumber firstRank(const Analysis&, const std::string& runs) {
    const std::vector<double> numbers = numbersIn(runs, 1);
    if (numbers.empty() || numbers[0] < 1 || numbers[0] > static_cast<double>(MaxRuns)) return std::nullopt;
    const auto interval = measure::medianInterval(ranksOf(static_cast<std::size_t>(numbers[0])));
    return interval ? MaybeNumber(interval->low) : std::nullopt;
}

template <Verdict V>
MaybeNumber isVerdict(const Analysis&, const std::string& name) {
    const auto interval = intervalIn(name);
    return interval ? MaybeNumber(measure::verdictOn(*interval) == V ? 1 : 0) : std::nullopt;
}

template <Verdict V>
MaybeNumber wasVerdict(const Measured& measured) {
    return measured && measured->verdict == V ? 1 : 0;
}

MaybeNumber boundIn(const Analysis&, const std::string& name) {
    const auto interval = intervalIn(name);
    return interval ? MaybeNumber(measure::boundOf(*interval) * 100) : std::nullopt;
}

// Two variants in one block each, before and while the machine is slower.
MaybeNumber ratioSlowed(const Analysis&, const std::string& name) {
    const std::vector<double> numbers = numbersIn(name, 1);
    if (numbers.empty() || numbers[0] <= 0) return std::nullopt;
    const std::array first{1.0}, second{0.8};
    const std::array firstSlowed{first[0] * numbers[0]}, secondSlowed{second[0] * numbers[0]};
    return measure::compare(firstSlowed, secondSlowed).ratio / measure::compare(first, second).ratio;
}

MaybeNumber finite(double number) { return std::isfinite(number) ? MaybeNumber(number) : std::nullopt; }

constexpr Fact ofRule(std::string_view key, std::string_view help, std::string_view unit,
                      MaybeNumber (*of)(const Analysis&, const std::string&), std::string_view example) {
    return {key, help, unit, "", of, true, example};
}

constexpr Fact ofMeasurement(std::string_view key, std::string_view help, std::string_view unit,
                             MaybeNumber (*of)(const Measured&)) {
    return {key, help, unit, "", nullptr, false, "", of};
}

constexpr std::array MeasuringFacts{
    ofRule("median_runs", TRANSLATABLE("Fact", "Fewest runs with an interval of the median at a confidence"),
           "", fewestRuns, "0.95"),
    ofRule(
        "median_rank",
        TRANSLATABLE(
            "Fact",
            "Rank, from the fastest, of the run that the 95 % interval of the median of so many begins with"),
        "", firstRank, "15"),
    ofRule("verdict_faster",
           TRANSLATABLE("Fact", "1 where this interval of a ratio is called less time, else 0"), "",
           isVerdict<Verdict::Faster>, "0.85 0.93"),
    ofRule("verdict_slower", TRANSLATABLE("Fact", "1 where it is called more time, else 0"), "",
           isVerdict<Verdict::Slower>, "1.04 1.11"),
    ofRule("verdict_same",
           TRANSLATABLE("Fact", "1 where it is called no difference larger than its bound, else 0"), "",
           isVerdict<Verdict::Same>, "0.96 1.03"),
    ofRule("verdict_undecided", TRANSLATABLE("Fact", "1 where it is called too noisy to say, else 0"), "",
           isVerdict<Verdict::Undecided>, "0.9 1.08"),
    ofRule("verdict_bound",
           TRANSLATABLE("Fact", "Largest difference from 1 that an interval of a ratio leaves open"), "%",
           boundIn, "0.96 1.03"),
    ofRule("ratio_slowed",
           TRANSLATABLE("Fact",
                        "Ratio of two variants in blocks that take so many times as long, over that before"),
           "", ratioSlowed, "1.25"),
    ofMeasurement("measured_pairs",
                  TRANSLATABLE("Fact", "Pairs of runs, fused and original, that were measured; 0: nothing was"),
                  "",
                  [](const Measured& measured) {
                      return MaybeNumber(measured ? static_cast<double>(measured->blocks) : 0);
                  }),
    ofMeasurement(
        "measured_ratio",
        TRANSLATABLE("Fact", "Measured time of the fused graph over that of the original one, in pairs"), "",
        [](const Measured& measured) { return measured ? MaybeNumber(measured->ratio) : std::nullopt; }),
    ofMeasurement(
        "measured_low", TRANSLATABLE("Fact", "Low end of the interval of that ratio"), "",
        [](const Measured& measured) { return measured ? MaybeNumber(measured->interval.low) : std::nullopt; }),
    ofMeasurement(
        "measured_high", TRANSLATABLE("Fact", "High end of the interval of that ratio"), "",
        [](const Measured& measured) { return measured ? finite(measured->interval.high) : std::nullopt; }),
    ofMeasurement(
        "measured_bound", TRANSLATABLE("Fact", "Largest difference from 1 that the interval leaves open"), "%",
        [](const Measured& measured) { return measured ? finite(measured->bound * 100) : std::nullopt; }),
    ofMeasurement("measured_faster",
                  TRANSLATABLE("Fact", "1 where fusion was measured to take less time, else 0"), "",
                  wasVerdict<Verdict::Faster>),
    ofMeasurement("measured_slower", TRANSLATABLE("Fact", "1 where it was measured to take more time, else 0"),
                  "", wasVerdict<Verdict::Slower>),
    ofMeasurement(
        "measured_same",
        TRANSLATABLE("Fact", "1 where no difference was measured that is larger than the bound, else 0"), "",
        wasVerdict<Verdict::Same>),
    ofMeasurement("measured_undecided",
                  TRANSLATABLE("Fact", "1 where it was measured, and is too noisy to say, else 0"), "",
                  wasVerdict<Verdict::Undecided>),
};

} // namespace

std::span<const Fact> measuringFacts() { return MeasuringFacts; }

std::vector<Measured> measurementsOfEachVerdict() {
    std::vector<Measured> all(1);
    for (const Interval& each : {Interval{0.8, 0.9}, {1.1, 1.2}, {0.99, 1.01}, {0.7, 1.3}}) {
        measure::Comparison comparison;
        comparison.interval = each;
        comparison.ratio = std::sqrt(each.low * each.high);
        comparison.bound = measure::boundOf(each);
        comparison.verdict = measure::verdictOn(each);
        comparison.blocks = 15;
        all.emplace_back(comparison);
    }
    return all;
}

} // namespace edgewright::lesson

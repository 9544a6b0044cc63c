// SPDX-License-Identifier: GPL-3.0-or-later
// The range whose codes lose the least information: the Kullback-Leibler divergence between the values clipped
// to it and the same values as codes tell them apart is the least of all ranges that were tried.
// Symmetric: as TensorRT documents it, over the magnitudes: up to 2048 bins, (codes + 1) / 2 levels (128 for
// int8), each number of bins from there on, threshold (i + 1/2) * width. O(bins * levels).
// Asymmetric: the same over windows of the signed histogram that hold 0, with codes - 1 levels; the ends are
// moved in turn, in steps that get finer, until none of them gains: a local minimum, from the whole range.
// O(tries * levels).
// Values that are exactly 0 have no part: every range codes them exactly, and after a Relu they would outweigh
// all others.
// Source: Migacz, "8-bit Inference with TensorRT", GTC 2017, S7310, slides 37 to 40.
#include "core/base/translatable.h"
#include "core/quant/calibration/density.h"
#include "core/quant/calibration/range_method.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace edgewright::quant::entropy_method {

namespace {

constexpr std::int64_t Bins = 2048;
constexpr double Never = std::numeric_limits<double>::infinity();

struct Window {
    std::size_t from, to; // bins [from, to)
};

class Divergence {
public:
    Divergence(const Density& density, std::size_t levels) : m_mass(density.mass), m_levels(levels) {
        m_before.resize(m_mass.size() + 1);
        for (std::size_t bin = 0; bin < m_mass.size(); ++bin) {
            const double mass = m_mass[bin];
            m_before[bin + 1] = {m_before[bin].mass + mass, m_before[bin].entropy + timesLog(mass),
                                 m_before[bin].filled + (mass > 0)};
        }
    }

    std::size_t levels() const { return m_levels; }
    // Ends in a gap would clip what lies outside onto nothing: they stand for those that the gap begins behind.
    Window withoutGaps(Window window, std::size_t zero) const {
        while (window.from < zero && m_mass[window.from] == 0)
            ++window.from;
        while (window.to > zero && m_mass[window.to - 1] == 0)
            --window.to;
        return window;
    }

    // KL(P || Q) in nats: P is the window with what lies outside added to its outermost bins, Q the window in
    // groups, one for each level, spread over those bins of it that hold anything. Infinite where P has what Q
    // has not. The sum of p log p is that of all bins of the window, the sum of p log q is one term for each
    // group: O(levels).
    double of(Window window) const {
        const double all = m_before.back().mass, inside = m_before[window.to].mass - m_before[window.from].mass;
        if (inside <= 0) return Never;
        const double below = m_before[window.from].mass, above = all - m_before[window.to].mass;
        const double first = m_mass[window.from], last = m_mass[window.to - 1];
        if ((below > 0 && first == 0) || (above > 0 && last == 0)) return Never;
        double entropy = m_before[window.to].entropy - m_before[window.from].entropy - timesLog(first);
        if (window.to - window.from == 1)
            entropy += timesLog(first + below + above);
        else
            entropy += timesLog(first + below) - timesLog(last) + timesLog(last + above);
        double crossed = 0; // all * sum of p log(q * inside)
        const std::size_t bins = window.to - window.from;
        for (std::size_t level = 0; level < m_levels; ++level) {
            const std::size_t begin = window.from + level * bins / m_levels;
            const std::size_t end = window.from + (level + 1) * bins / m_levels;
            const double mass = m_before[end].mass - m_before[begin].mass;
            if (mass <= 0) continue;
            const double clipped = (begin == window.from ? below : 0) + (end == window.to ? above : 0);
            crossed += (mass + clipped) * std::log(mass / (m_before[end].filled - m_before[begin].filled));
        }
        return (entropy - crossed) / all - std::log(all / inside);
    }

private:
    struct Sums {
        double mass = 0, entropy = 0; // of the bins before: m, m log m
        double filled = 0;            // how many of them hold anything
    };
    static double timesLog(double mass) { return mass > 0 ? mass * std::log(mass) : 0; }

    const std::vector<double>& m_mass;
    std::vector<Sums> m_before;
    std::size_t m_levels;
};

Range symmetricRange(const Histogram& histogram, int codes) {
    const Density density = magnitudeDensity(histogram, Bins);
    const Divergence divergence(density, static_cast<std::size_t>(codes + 1) / 2);
    const Range seen = aroundZero(histogram.seen(), true);
    double least = Never, threshold = seen.high;
    for (std::size_t bins = divergence.levels(); bins <= density.mass.size(); ++bins) {
        const Window window = divergence.withoutGaps({0, bins}, 0);
        const double now = divergence.of(window);
        if (now > least) continue; // of equals the widest
        least = now;
        threshold = (static_cast<double>(window.to) + 0.5) * density.width;
    }
    return aroundZero({0, std::min(seen.high, static_cast<float>(threshold))}, true);
}

// Which ends were found, with what divergence.
struct Search {
    const Divergence& divergence;
    std::size_t zero, bins; // a window holds the edge at 0 and ends behind the last bin
    Window best;
    double least;

    void consider(Window window) {
        if (window.to - window.from < divergence.levels()) return;
        window = divergence.withoutGaps(window, zero);
        const double now = divergence.of(window);
        if (now >= least) return;
        least = now;
        best = window;
    }
    // Every `step`-th place of the lower end that is at most `reach` away, then those of the upper end, until
    // neither gains.
    void descend(std::size_t step, std::size_t reach) {
        for (int round = 0; round < 8; ++round) {
            const double before = least;
            const auto [from, to] = best;
            for (std::size_t low = from - std::min(from, reach) / step * step;
                 low <= std::min(zero, from + reach); low += step)
                consider({low, to});
            const std::size_t lower = best.from, reachable = std::min(to - zero, reach) / step * step;
            for (std::size_t high = to - reachable; high <= std::min(bins, to + reach); high += step)
                consider({lower, high});
            if (least >= before) return;
        }
    }
};

Range asymmetricRange(const Histogram& histogram, int codes) {
    const Density density = signedDensity(histogram, Bins);
    const Range seen = aroundZero(histogram.seen(), false);
    const std::size_t bins = density.mass.size(), zero = static_cast<std::size_t>(-density.first);
    const Divergence divergence(density, static_cast<std::size_t>(codes - 1));
    if (bins <= divergence.levels()) return seen;
    Search search{divergence, zero, bins, {0, bins}, divergence.of({0, bins})};
    search.descend(32, bins);
    search.descend(8, 64);
    search.descend(1, 8);
    const Window best = search.best;
    const double low = best.from == 0 ? seen.low : density.edge(best.from);
    const double high = best.to == bins ? seen.high : density.edge(best.to);
    return aroundZero(
        {std::max(seen.low, static_cast<float>(low)), std::min(seen.high, static_cast<float>(high))}, false);
}

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    const Histogram& histogram = statistics.histogram();
    if (histogram.finite() == histogram.zeros()) return {};
    const int codes = std::max(options.codes, 2);
    return options.symmetric ? symmetricRange(histogram, codes) : asymmetricRange(histogram, codes);
}

} // namespace

extern const RangeMethod entry{
    "entropy",
    TRANSLATABLE("Setting", "The least Kullback-Leibler divergence between values and codes as in TensorRT: up "
                            "to 2048 bins, 128 quantized levels (255 where the range is not symmetric)"),
    range, TRANSLATABLE("Setting", "entropy (TensorRT, 2048 bins)")};

} // namespace edgewright::quant::entropy_method

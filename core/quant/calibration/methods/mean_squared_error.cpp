// SPDX-License-Identifier: GPL-3.0-or-later
// The range with the least mean squared difference between the values and what their codes stand for,
// E[(x - Q(x))^2]: rounding inside against clipping outside. Q has the codes that the range would have, with
// the zero point on one of them; values of a bin are taken to be spread evenly over it, over which the error is
// integrated exactly. First a grid of ends, each 0.85 times the one before, then from the best of them in steps
// that are halved down to 1/1000. The whole range is among those tried. O(tries * bins), about 600 tries at an
// eighth of the bins and 200 at all of them. Source: the objective of Banner et al., "Post Training 4-bit
// Quantization of Convolutional Networks for Rapid-Deployment", arXiv 1810.05723, section 3, on what was
// counted instead of a Laplace distribution.
#include "core/base/translatable.h"
#include "core/quant/calibration/range_method.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace edgewright::quant::mean_squared_error_method {

namespace {

// Values spread evenly from `low` to `high`.
struct Piece {
    double low, high, count;
};

std::vector<Piece> piecesOf(const Histogram& histogram, std::size_t binsInOne) {
    const auto counts = histogram.counts();
    const Range seen = histogram.seen();
    std::vector<Piece> pieces;
    for (std::size_t begin = 0; begin < counts.size(); begin += binsInOne) {
        const std::size_t end = std::min(begin + binsInOne, counts.size());
        Piece piece{std::max(histogram.edge(begin), static_cast<double>(seen.low)),
                    std::min(histogram.edge(end), static_cast<double>(seen.high)), 0};
        for (std::size_t bin = begin; bin < end; ++bin) {
            piece.count += static_cast<double>(counts[bin]);
            // 0 is coded exactly, wherever the range ends.
            if (histogram.firstIndex() + static_cast<std::int64_t>(bin) == 0)
                piece.count -= static_cast<double>(histogram.zeros());
        }
        if (piece.count > 0) pieces.push_back(piece);
    }
    return pieces;
}

// What codes stand for: step * n, from step * lowest to step * highest.
struct Grid {
    double step = 0, lowest = 0, highest = 0;

    Grid(double low, double high, const RangeOptions& options) {
        const int codes = std::max(options.codes, 2);
        step = (high - low) / (codes - 1);
        if (step <= 0) return;
        const double zero = options.symmetric ? codes / 2 : std::nearbyint(-low / step);
        lowest = -zero;
        highest = codes - 1 - zero;
    }
    double nearest(double value) const { return std::clamp(std::nearbyint(value / step), lowest, highest); }
    // The integral of (x - Q(x))^2 from 0 to `value`: each step between two codes adds step^3 / 12.
    double integral(double value) const {
        const double code = nearest(value), rest = value - code * step;
        return code * step * step * step / 12 + rest * rest * rest / 3;
    }
};

// Sum of the squared errors.
double errorOf(const std::vector<Piece>& pieces, Range range, const RangeOptions& options) {
    const Grid grid(range.low, range.high, options);
    double sum = 0;
    for (const Piece& piece : pieces) {
        const double width = piece.high - piece.low;
        if (grid.step <= 0) {
            sum += piece.count * (piece.low * piece.low + piece.low * piece.high + piece.high * piece.high) / 3;
        } else if (width > 0) {
            sum += piece.count / width * (grid.integral(piece.high) - grid.integral(piece.low));
        } else {
            const double rest = piece.low - grid.nearest(piece.low) * grid.step;
            sum += piece.count * rest * rest;
        }
    }
    return sum;
}

struct Tried {
    Range range;
    double error = std::numeric_limits<double>::infinity();
};

constexpr int Ends = 24;
constexpr double Ratio = 0.85;
constexpr std::size_t Started = 3; // from that many of the best ranges

std::array<double, Ends> endsFrom(double outermost) {
    std::array<double, Ends> ends{};
    for (int i = 0; i + 1 < Ends; ++i)
        ends[static_cast<std::size_t>(i)] = outermost * std::pow(Ratio, i);
    return ends; // the last one is 0
}

std::vector<Tried> coarseSearch(const std::vector<Piece>& pieces, Range seen, const RangeOptions& options) {
    std::vector<Tried> tried;
    const auto lows = endsFrom(seen.low), highs = endsFrom(seen.high);
    const auto consider = [&](double low, double high) {
        const Range range{static_cast<float>(low), static_cast<float>(high)};
        tried.push_back({range, errorOf(pieces, range, options)});
    };
    if (options.symmetric)
        for (const double high : highs)
            consider(-high, high);
    else
        for (std::size_t low = 0; low < (seen.low < 0 ? Ends : 1); ++low)
            for (std::size_t high = 0; high < (seen.high > 0 ? Ends : 1); ++high)
                consider(lows[low], highs[high]);
    std::ranges::stable_sort(tried, {}, &Tried::error);
    tried.resize(std::min(tried.size(), Started));
    return tried;
}

void refine(const std::vector<Piece>& pieces, Range seen, const RangeOptions& options, Tried& best) {
    for (double share = 0.08; share > 0.0005; share /= 2) {
        for (bool gains = true; gains;) {
            gains = false;
            for (const auto& [low, high] : {std::pair(1, 0), {-1, 0}, {0, 1}, {0, -1}, {1, 1}, {-1, -1}}) {
                if (options.symmetric && low != high) continue;
                const Range range{
                    std::max(seen.low, static_cast<float>(best.range.low * (1 + low * share))),
                    std::min(seen.high, static_cast<float>(best.range.high * (1 + high * share)))};
                if (range == best.range) continue;
                const double error = errorOf(pieces, range, options);
                if (error >= best.error) continue;
                best = {range, error};
                gains = true;
            }
        }
    }
}

Range range(const TensorStatistics& statistics, const RangeOptions& options) {
    const Histogram& histogram = statistics.histogram();
    const Range seen = aroundZero(histogram.seen(), options.symmetric);
    const auto pieces = piecesOf(histogram, 1);
    if (pieces.empty()) return {};
    Tried best{seen, errorOf(pieces, seen, options)};
    for (Tried& start : coarseSearch(piecesOf(histogram, 8), seen, options)) {
        start.error = errorOf(pieces, start.range, options);
        refine(pieces, seen, options, start);
        if (start.error < best.error) best = start;
    }
    return best.range;
}

} // namespace

extern const RangeMethod entry{"mean_squared_error",
                               TRANSLATABLE("Setting", "The least mean squared error of the values"), range,
                               TRANSLATABLE("Setting", "mean squared error")};

} // namespace edgewright::quant::mean_squared_error_method

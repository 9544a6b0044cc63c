// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/alignment.h"
#include "core/layout/straightening.h"

#include <algorithm>
#include <limits>

namespace edgewright::layout {

namespace {

constexpr double AirKept = 0.15; // of what a drawing is wider than its widest row
constexpr double Infinite = std::numeric_limits<double>::infinity();

struct Strip {
    double left = 0, right = 0;
};

// Of a row without any air.
double widthOf(const Layers& layers, std::span<const std::uint32_t> row) {
    double width = (layers.width[row.front()] + layers.width[row.back()]) / 2;
    for (std::size_t i = 0; i + 1 < row.size(); ++i)
        width += layers.separation(row[i], row[i + 1]);
    return width;
}

// Not much wider than the widest row, and where most boxes are.
Strip chooseStrip(const Layers& layers) {
    double widest = 0;
    Strip all{Infinite, -Infinite};
    for (std::size_t row = 0; row < layers.rowCount(); ++row) {
        widest = std::max(widest, widthOf(layers, layers.rows.of(row)));
        const std::uint32_t first = layers.rows.of(row).front(), last = layers.rows.of(row).back();
        all.left = std::min(all.left, layers.x[first] - layers.width[first] / 2);
        all.right = std::max(all.right, layers.x[last] + layers.width[last] / 2);
    }
    const double air = std::max(0.0, all.right - all.left - widest), strip = widest + AirKept * air;
    std::vector<double> places(layers.x.begin(), layers.x.begin() + static_cast<std::ptrdiff_t>(layers.boxes));
    std::nth_element(places.begin(), places.begin() + std::ssize(places) / 2, places.end());
    const double left = places[places.size() / 2] - strip / 2;
    const double first = std::clamp(left, all.left, std::max(all.left, all.right - strip));
    return {first, first + strip};
}

} // namespace

void narrow(Layers& layers) {
    const Strip strip = chooseStrip(layers);
    std::vector<std::uint32_t> block = straightBlocks(layers);
    std::size_t blocks = layers.count(); // further ones hold one element each
    std::vector<double> low, high;
    std::vector<bool> boxed, tight;
    // What does not fit as one bends: long lines first, then chains of boxes too, then all there is.
    enum class Bend { Lines, Chains, All, Nothing };
    for (const Bend bend : {Bend::Lines, Bend::Chains, Bend::All, Bend::Nothing}) {
        const BlockGraph graph(layers, block, blocks);
        low.assign(blocks, -Infinite);
        high.assign(blocks, Infinite);
        boxed.assign(blocks, false);
        for (std::uint32_t element = 0; element < layers.count(); ++element) {
            const std::uint32_t of = block[element];
            low[of] = std::max(low[of], strip.left + layers.width[element] / 2);
            high[of] = std::min(high[of], strip.right - layers.width[element] / 2);
            if (!layers.dummy(element)) boxed[of] = true;
        }
        for (const std::uint32_t each : graph.order)
            for (const std::uint32_t gap : graph.before.of(each))
                low[each] = std::max(low[each], low[graph.gaps[gap].left] + graph.gaps[gap].distance);
        for (auto it = graph.order.rbegin(); it != graph.order.rend(); ++it)
            for (const std::uint32_t gap : graph.after.of(*it))
                high[*it] = std::min(high[*it], high[graph.gaps[gap].right] - graph.gaps[gap].distance);
        bool fits = true;
        tight.assign(blocks, bend == Bend::All);
        for (const std::uint32_t each : graph.order)
            if (low[each] > high[each]) {
                fits = false;
                if (bend == Bend::Chains || !boxed[each]) tight[each] = true;
            }
        if (fits || bend == Bend::Nothing) break;
        for (std::uint32_t element = 0; element < layers.count(); ++element)
            if (tight[block[element]]) block[element] = static_cast<std::uint32_t>(blocks++);
    }
    for (std::uint32_t element = 0; element < layers.count(); ++element) {
        const std::uint32_t of = block[element];
        layers.x[element] = std::min(std::max(layers.x[element], low[of]), high[of]);
    }
}

} // namespace edgewright::layout

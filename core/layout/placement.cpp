// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layout/alignment.h"
#include "core/layout/straightening.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::layout {

namespace {

void sortNeighbours(Layers& layers) {
    for (Lists* lists : {&layers.up, &layers.down})
        for (std::size_t element = 0; element < layers.count(); ++element) {
            const auto others = lists->of(element);
            if (others.size() > 1)
                std::sort(others.begin(), others.end(), [&](std::uint32_t a, std::uint32_t b) {
                    return layers.position[a] < layers.position[b];
                });
        }
}

// Where a row holds nothing but one element, everything hangs from it: all such elements come to stand in one
// line and what lies between two of them is shifted as a whole to their middle. Else each block of a deep
// network adds its bit of drift. Rows move rigidly, so no separation changes.
void straightenSpine(Layers& layers) {
    const std::size_t rows = layers.rowCount();
    const auto only = [&](std::size_t row) -> double& { return layers.x[layers.rows.of(row).front()]; };
    const auto shift = [&](std::size_t first, std::size_t last, double by) {
        for (std::size_t i = layers.rows.start[first]; i < layers.rows.start[last]; ++i)
            layers.x[layers.rows.items[i]] -= by;
    };
    std::size_t last = rows; // none yet
    for (std::size_t row = 0; row < rows; ++row) {
        if (layers.rows.of(row).size() != 1) continue;
        if (last != rows) {
            shift(last + 1, row, (only(last) + only(row)) / 2);
            only(last) = 0;
        } else { // what lies above the first one moves with it
            shift(0, row, only(row));
        }
        last = row;
    }
    if (last != rows) shift(last, rows, only(last));
}

void averageAlignments(Layers& layers, const RunContext& run) {
    const std::size_t count = layers.count();
    const std::vector<bool> conflicts = markConflicts(layers);
    std::array<std::vector<double>, 4> all;
    std::array<std::pair<double, double>, 4> extent; // of box borders
    std::size_t narrowest = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        if (run.stopped()) return;
        all[i] = std::move(Alignment(layers, conflicts, i >= 2, i % 2 == 1).x);
        extent[i] = {std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};
        for (std::size_t element = 0; element < count; ++element) {
            extent[i].first = std::min(extent[i].first, all[i][element] - layers.width[element] / 2);
            extent[i].second = std::max(extent[i].second, all[i][element] + layers.width[element] / 2);
        }
        if (extent[i].second - extent[i].first < extent[narrowest].second - extent[narrowest].first)
            narrowest = i;
    }
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double shift = i % 2 == 0 ? extent[narrowest].first - extent[i].first
                                        : extent[narrowest].second - extent[i].second;
        if (shift != 0)
            for (double& value : all[i])
                value += shift;
    }
    // The mean of the two middle ones keeps every separation that all four keep.
    for (std::size_t element = 0; element < count; ++element) {
        std::array<double, 4> four{all[0][element], all[1][element], all[2][element], all[3][element]};
        std::sort(four.begin(), four.end());
        layers.x[element] = (four[1] + four[2]) / 2;
    }
}

} // namespace

void placeLayers(Layers& layers, const RunContext& run) {
    if (layers.count() == 0) return;
    sortNeighbours(layers);
    averageAlignments(layers, run);
    straightenSpine(layers);
    if (!layers.seeded) narrow(layers);
    if (run.stopped()) return;
    if (layers.seeded)
        returnToSeeds(layers);
    else
        straighten(layers);
}

} // namespace edgewright::layout

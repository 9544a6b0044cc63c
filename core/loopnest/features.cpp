// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/features.h"

#include "core/base/checked.h"
#include "core/loopnest/loops.h"
#include "core/loopnest/view.h"

#include <array>
#include <cmath>

namespace edgewright::loopnest {

namespace {

double product(const std::vector<double>& values) {
    double result = 1;
    for (const double each : values)
        result *= each;
    return result;
}

} // namespace

std::vector<float> featuresOf(const Nest& nest, const Target& target) {
    const Computation& computation = *nest.computation;
    std::vector<double> tile, step, block, whole; // spatial of a tile, of an S1 step; reduction of R1, in all
    double outer = 1, serial = 1, computed = 1, blocks = 1;
    for (const SpatialLoop& each : nest.spatial) {
        tile.push_back(double(each.tile));
        step.push_back(double(std::min(each.extent, each.tile * each.inner)));
        outer *= double(each.outer);
        computed *= double(each.tiles * each.tile) / double(each.extent);
    }
    for (std::size_t i = nest.fused; i < nest.order.size(); ++i)
        serial *= double(nest.spatial[nest.order[i]].tasks);
    for (const ReductionLoop& each : nest.reduction) {
        block.push_back(double(each.block));
        whole.push_back(double(each.extent));
        blocks *= double(ceilDiv(each.extent, each.block));
    }
    const double vectorReads =
        touchedElements(nest, computation.left, tile, std::vector<double>(block.size(), 1.0)) +
        touchedElements(nest, computation.right, tile, std::vector<double>(block.size(), 1.0));
    const double leftTile = touchedElements(nest, computation.left, tile, block),
                 rightTile = touchedElements(nest, computation.right, tile, block);
    const double leftStep = touchedElements(nest, computation.left, step, block),
                 rightStep = touchedElements(nest, computation.right, step, block);
    const double l1 = double(target.cacheL1) / 4, l2 = double(target.cacheL2) / 4; // floats
    std::vector<float> features;
    const auto count = [&](double value) { features.push_back(static_cast<float>(std::log2(1 + value))); };
    const auto plain = [&](double value) { features.push_back(static_cast<float>(value)); };
    for (const double each : {double(nest.lanes), double(nest.sums), double(nest.sums * nest.unroll),
                              product(tile) / std::max(1.0, vectorReads), product(block), blocks,
                              double(nest.tilesInside()), outer, serial, double(nest.tasks)})
        count(each);
    plain(computed - 1);
    for (const double each :
         {leftTile, rightTile, (leftTile + rightTile) / l1, (leftTile + rightTile) / l2, leftStep + rightStep,
          (leftStep + rightStep) / l1, (leftStep + rightStep) / l2, double(nest.keptFloats()),
          product(tile) * product(block) / std::max(1.0, leftTile + rightTile),
          product(step) * product(block) / std::max(1.0, leftStep + rightStep)})
        count(each);
    const View left = factorView(nest, Factor::Left), right = factorView(nest, Factor::Right),
               output = viewOf(nest, computation.output, "y");
    for (const View* const each : {&left, &right, &output}) {
        const std::int64_t along = !nest.vector       ? 0
                                   : each->isPacked() ? 1
                                                      : std::abs(each->spatial[*nest.vector]);
        count(double(along));
    }
    const bool copies = nest.copiesPadding && computation.left.isPadded(computation.axes);
    plain(nest.packed ? 1 : 0);
    plain(copies ? 1 : 0);
    plain(left.isGuarded ? 1 : 0);
    count(double(packedFloats(nest)));
    count(copies ? double(paddedCopy(computation.left, computation.axes).floats) : 0);
    return features;
}

} // namespace edgewright::loopnest

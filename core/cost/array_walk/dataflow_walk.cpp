// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/array_walk/dataflow_walk.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/physical/array_time.h"

#include <algorithm>
#include <cmath>

namespace edgewright::cost {

namespace {

Result<DataflowWalk> walkOf(const SmallProduct& product, Dataflow dataflow) {
    Accelerator array;
    array.rows = product.rows, array.cols = product.cols;
    array.dataflow = dataflow;
    array.overlapsFolds = false;
    array.ifmapKb = array.filterKb = array.ofmapKb = 1024; // all of it is one tile
    Layer layer = productLayer(product.m, product.n, product.k);
    layer.name = "product";
    const TiledLayer tiled = tiledLayer(layer, array);
    const Tiling whole{tiled.high.out, tiled.wide.out, tiled.filters, tiled.channels, LoopOrder::PFC};
    DataflowWalk made;
    ASSIGN_OR_RETURN(made.walk, ArrayWalk::of(layer, array, whole));
    const bool isOs = dataflow == Dataflow::OutputStationary, isIs = dataflow == Dataflow::InputStationary;
    made.down = isOs ? product.m : product.k;
    made.across = isIs ? product.m : product.n;
    made.positions = isOs ? product.k : isIs ? product.n : product.m;
    made.foldsDown = ceilDiv(made.down, product.rows);
    made.foldsAcross = ceilDiv(made.across, product.cols);
    made.foldCycles = made.walk.slotOf(made.positions);
    const ArrayTime time = arrayTime(tiled, array, TileSplits(tiled, whole));
    made.inputReads = std::llround(time.inputReads);
    made.weightReads = std::llround(time.weightReads);
    made.sumWrites = std::llround(time.sumWrites);
    made.sumReads = std::llround(time.sumReads);
    made.macs = product.m * product.n * product.k;
    return made;
}

} // namespace

double DataflowWalk::utilization() const {
    const Accelerator& array = walk.accelerator();
    return static_cast<double>(macs) / static_cast<double>(cycles() * array.rows * array.cols);
}

DataflowWalk::Moment DataflowWalk::at(std::int64_t cycle) const {
    const std::int64_t last = cycles() - 1, shown = std::min(cycle, last);
    return {shown / foldCycles, shown % foldCycles, cycle > last};
}

Result<std::array<DataflowWalk, 3>> dataflowWalks(const SmallProduct& product) {
    for (const std::int64_t each : {product.m, product.n, product.k, product.rows, product.cols})
        if (each < 1 || each > SmallProduct::MaxExtent)
            return badInput(say("a small product: expected extents and sides from 1 to {1}, found {2}",
                                SmallProduct::MaxExtent, each));
    ASSIGN_OR_RETURN(auto os, walkOf(product, Dataflow::OutputStationary));
    ASSIGN_OR_RETURN(auto ws, walkOf(product, Dataflow::WeightStationary));
    ASSIGN_OR_RETURN(auto is, walkOf(product, Dataflow::InputStationary));
    return std::array{std::move(os), std::move(ws), std::move(is)};
}

} // namespace edgewright::cost

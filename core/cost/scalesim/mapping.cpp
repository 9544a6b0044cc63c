// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/mapping.h"

#include "core/base/checked.h"

namespace edgewright::cost {

Mapping mappingOf(const Layer& layer, const Accelerator& accelerator) {
    Mapping map;
    map.dataflow = accelerator.dataflow;
    map.rows = accelerator.rows;
    map.cols = accelerator.cols;
    switch (accelerator.dataflow) {
    case Dataflow::OutputStationary:
        map.sr = layer.m;
        map.sc = layer.n;
        map.t = layer.k;
        map.lines = map.t + map.rows + map.cols - 2;
        break;
    case Dataflow::WeightStationary:
        map.sr = layer.k;
        map.sc = layer.n;
        map.t = layer.m;
        map.lines = 2 * map.rows + map.cols + map.t - 2;
        break;
    case Dataflow::InputStationary:
        map.sr = layer.k;
        map.sc = layer.m;
        map.t = layer.n;
        map.lines = 2 * map.rows + map.cols + map.t - 2;
        break;
    }
    map.rowFolds = ceilDiv(map.sr, map.rows);
    map.colFolds = ceilDiv(map.sc, map.cols);
    return map;
}

} // namespace edgewright::cost

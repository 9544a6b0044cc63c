// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/sweep.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/scalesim/mapping.h"

namespace edgewright::cost {

Result<std::vector<DesignPoint>> sweep(const Workload& workload, const std::vector<ArraySize>& arrays,
                                       const RunContext& run) {
    std::int64_t macs = 0;
    for (const Layer& layer : workload.layers) {
        RETURN_IF_ERROR(check(layer));
        const auto product = checkedMul(layer.m * layer.n * layer.k, layer.repeat);
        const auto sum = product ? checkedAdd(macs, *product) : std::nullopt;
        if (!sum) return badInput("the workload has more than 2^63 multiply-accumulates");
        macs = *sum;
    }
    std::vector<DesignPoint> points;
    points.reserve(arrays.size() * 3);
    for (const ArraySize& array : arrays)
        for (const Dataflow dataflow :
             {Dataflow::OutputStationary, Dataflow::WeightStationary, Dataflow::InputStationary}) {
            if (run.stopped()) return cancelled();
            run.report(static_cast<std::uint32_t>(points.size()),
                       static_cast<std::uint32_t>(arrays.size() * 3));
            Accelerator accelerator;
            accelerator.rows = array.rows;
            accelerator.cols = array.cols;
            accelerator.dataflow = dataflow;
            RETURN_IF_ERROR(check(accelerator));
            DesignPoint point{array.rows, array.cols, dataflow, 0, 0};
            for (const Layer& layer : workload.layers) {
                const auto cycles = checkedMul(stallFreeCycles(layer, accelerator), layer.repeat);
                const auto sum = cycles ? checkedAdd(point.cycles, *cycles) : std::nullopt;
                if (!sum) return badInput("layer '" + layer.name + "' makes the total exceed 2^63 cycles");
                point.cycles = *sum;
            }
            const double peak = static_cast<double>(array.rows) * static_cast<double>(array.cols);
            if (point.cycles > 0)
                point.utilization = static_cast<double>(macs) / (static_cast<double>(point.cycles) * peak);
            points.push_back(point);
        }
    return points;
}

} // namespace edgewright::cost

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/mapped/mapped_layer.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/limits.h"

namespace edgewright::cost::mapped {

namespace {

double window(std::int64_t outputs, std::int64_t stride, std::int64_t filter, std::int64_t dilation) {
    return static_cast<double>(outputs - 1) * static_cast<double>(stride) +
           static_cast<double>(filter - 1) * static_cast<double>(dilation) + 1;
}

Result<void> inRange(std::int64_t number, const std::string& what) {
    if (number >= 1 && number <= ExtentLimit) return {};
    return badInput(what + " is " + std::to_string(number) + "; expected 1 to " + std::to_string(ExtentLimit));
}

} // namespace

double MappedLayer::inputColumns(std::int64_t outputs, std::int64_t filter) const {
    return window(outputs, strideColumns, filter, dilationColumns);
}
double MappedLayer::inputRows(std::int64_t outputs, std::int64_t filter) const {
    return window(outputs, strideRows, filter, dilationRows);
}

Result<void> check(MappedLayer& layer) {
    for (const std::int64_t each :
         {layer.strideColumns, layer.strideRows, layer.dilationColumns, layer.dilationRows})
        RETURN_IF_ERROR(inRange(each, "a stride or dilation"));
    Extents covered;
    covered.fill(1);
    layer.tile.fill(1);
    layer.outer.clear();
    layer.iterations = 1;
    for (std::size_t level = 0; level < Levels; ++level)
        for (const Loop& loop : layer.mapping[level].loops) {
            const auto product = checkedMul(covered[loop.dimension], loop.count);
            const char name = DimensionNames[static_cast<std::size_t>(loop.dimension)];
            if (!product || *product > ExtentLimit)
                return badInput(std::string("mapping: the loops over ") + name + " count more than " +
                                std::to_string(ExtentLimit));
            covered[loop.dimension] = *product;
            if (level != Dram)
                layer.tile[loop.dimension] = *product;
            else if (loop.count > 1)
                layer.outer.push_back(loop);
        }
    for (std::size_t i = 0; i < Dimensions; ++i) {
        const auto it = static_cast<Dimension>(i);
        const std::string name(1, DimensionNames[i]);
        RETURN_IF_ERROR(inRange(layer.extents[it], name));
        if (covered[it] < layer.extents[it])
            return badInput("mapping: the loops over " + name + " count " + std::to_string(covered[it]) +
                            "; expected " + std::to_string(layer.extents[it]) + " as the layer has");
    }
    if (const auto macs = checkedProduct(covered); !macs || *macs > MacLimit)
        return badInput("mapping: more than " + std::to_string(MacLimit) + " multiply-accumulates");
    for (const Loop& loop : layer.outer)
        layer.iterations *= loop.count; // divides the MACs
    return {};
}

} // namespace edgewright::cost::mapped

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/check.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/limits.h"

#include <string>

namespace edgewright::cost {

namespace {

Result<void> inRange(const char* name, std::int64_t value, std::int64_t most) {
    if (value >= 1 && value <= most) return {};
    return badInput(std::string(name) + ": expected 1 to " + std::to_string(most) + ", found " +
                    std::to_string(value));
}

struct Bounded {
    const char* name;
    std::int64_t value;
    std::int64_t most;
};

} // namespace

Result<void> check(const Accelerator& accelerator) {
    for (const Field<Accelerator>& field : acceleratorFields()) {
        const FieldValue value = field.get(accelerator);
        const auto* count = std::get_if<std::int64_t>(&value);
        if (!count || field.admits(static_cast<double>(*count))) continue;
        return badInput(std::string(field.title) + ": expected " +
                        std::to_string(static_cast<std::int64_t>(field.lowest)) + " to " +
                        std::to_string(field.highest) + ", found " + std::to_string(*count));
    }
    return {};
}

Result<void> check(const Layer& layer) {
    const auto place = [&] { return "layer '" + layer.name + "'"; };
    if (layer.unit == Unit::Vector) {
        for (const std::int64_t count :
             {layer.elements, layer.readWords, layer.weightWords, layer.writtenWords, layer.sharedWords})
            if (count < 0 || count >= MacLimit) return badInput(place() + ": more than 2^53 elements");
        return inRange("repetitions", layer.repeat, ExtentLimit);
    }
    for (const Bounded& each :
         {Bounded{"M", layer.m, ExtentLimit}, Bounded{"N", layer.n, ExtentLimit},
          Bounded{"K", layer.k, ExtentLimit}, Bounded{"ifmap height", layer.ifmapH, ExtentLimit},
          Bounded{"ifmap width", layer.ifmapW, ExtentLimit},
          Bounded{"filter height", layer.filterH, ExtentLimit},
          Bounded{"filter width", layer.filterW, ExtentLimit}, Bounded{"channels", layer.channels, ExtentLimit},
          Bounded{"stride", layer.strideH, ExtentLimit}, Bounded{"stride", layer.strideW, ExtentLimit},
          Bounded{"dilation", layer.dilationH, ExtentLimit}, Bounded{"dilation", layer.dilationW, ExtentLimit},
          Bounded{"output height", layer.outH, ExtentLimit}, Bounded{"output width", layer.outW, ExtentLimit},
          Bounded{"repetitions", layer.repeat, ExtentLimit}})
        if (auto fine = inRange(each.name, each.value, each.most); !fine)
            return std::move(fine).error().within(place());
    const std::int64_t filter[] = {layer.filterH, layer.filterW, layer.channels};
    if (layer.kept < 1 || layer.kept > layer.of) return badInput(place() + ": keeps no part of its weights");
    const auto weights = checkedProduct(filter);
    if (!weights || layer.keptOf(*weights) != layer.k || checkedMul(layer.outH, layer.outW) != layer.m ||
        layer.filters != layer.n)
        return badInput(place() + ": M, N and K do not follow from the extents");
    const std::int64_t product[] = {layer.m, layer.n, *weights}; // with those that are not kept
    if (checkedProduct(product).value_or(MacLimit) >= MacLimit)
        return badInput(place() + ": more than 2^53 multiply-accumulates");
    const std::int64_t ifmap[] = {layer.ifmapH, layer.ifmapW, layer.channels};
    if (checkedProduct(ifmap).value_or(MacLimit) >= MacLimit)
        return badInput(place() + ": more than 2^53 ifmap words");
    return {};
}

} // namespace edgewright::cost

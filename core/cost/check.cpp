// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/check.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/limits.h"

#include <string>

namespace edgewright::cost {

namespace {

constexpr const char* Repetitions = TRANSLATABLE("Word", "repetitions");

// `name`: translated in the context "Word".
Result<void> inRange(const char* name, std::int64_t value, std::int64_t most) {
    if (value >= 1 && value <= most) return {};
    return badInput(say("{1}: expected {2} to {3}, found {4}", translated("Word", name), 1, most, value));
}

struct Bounded {
    const char* name; // of inRange()
    std::int64_t value;
    std::int64_t most;
};

} // namespace

Result<void> check(const Accelerator& accelerator) {
    for (const Field<Accelerator>& field : acceleratorFields()) {
        const FieldValue value = field.get(accelerator);
        const auto* count = std::get_if<std::int64_t>(&value);
        if (!count || field.admits(static_cast<double>(*count))) continue;
        return badInput(say("{1}: expected {2} to {3}, found {4}", translated("Setting", field.title),
                            static_cast<std::int64_t>(field.lowest), std::to_string(field.highest), *count));
    }
    return {};
}

Result<void> check(const Layer& layer) {
    if (layer.unit == Unit::Vector) {
        for (const std::int64_t count :
             {layer.elements, layer.readWords, layer.weightWords, layer.writtenWords, layer.sharedWords})
            if (count < 0 || count >= MacLimit)
                return badInput(say("layer '{1}': more than 2^53 elements", layer.name));
        return inRange(Repetitions, layer.repeat, ExtentLimit);
    }
    for (const Bounded& each : {Bounded{"M", layer.m, ExtentLimit}, Bounded{"N", layer.n, ExtentLimit},
                                Bounded{"K", layer.k, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "ifmap height"), layer.ifmapH, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "ifmap width"), layer.ifmapW, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "filter height"), layer.filterH, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "filter width"), layer.filterW, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "channels"), layer.channels, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "stride"), layer.strideH, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "stride"), layer.strideW, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "dilation"), layer.dilationH, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "dilation"), layer.dilationW, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "output height"), layer.outH, ExtentLimit},
                                Bounded{TRANSLATABLE("Word", "output width"), layer.outW, ExtentLimit},
                                Bounded{Repetitions, layer.repeat, ExtentLimit}})
        if (auto fine = inRange(each.name, each.value, each.most); !fine)
            return std::move(fine).error().within(say("layer '{1}'", layer.name));
    const std::int64_t filter[] = {layer.filterH, layer.filterW, layer.channels};
    if (layer.kept < 1 || layer.kept > layer.of)
        return badInput(say("layer '{1}': keeps no part of its weights", layer.name));
    const auto weights = checkedProduct(filter);
    if (!weights || layer.keptOf(*weights) != layer.k || checkedMul(layer.outH, layer.outW) != layer.m ||
        layer.filters != layer.n)
        return badInput(say("layer '{1}': M, N and K do not follow from the extents", layer.name));
    const std::int64_t product[] = {layer.m, layer.n, *weights}; // with those that are not kept
    if (checkedProduct(product).value_or(MacLimit) >= MacLimit)
        return badInput(say("layer '{1}': more than 2^53 multiply-accumulates", layer.name));
    const std::int64_t ifmap[] = {layer.ifmapH, layer.ifmapW, layer.channels};
    if (checkedProduct(ifmap).value_or(MacLimit) >= MacLimit)
        return badInput(say("layer '{1}': more than 2^53 ifmap words", layer.name));
    return {};
}

} // namespace edgewright::cost

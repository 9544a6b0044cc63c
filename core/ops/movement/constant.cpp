// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operator.h"

namespace edgewright::ops::constant {

namespace {

// The one attribute that holds the value, in any of its forms.
Result<ir::Tensor> valueOf(const ir::Node& node) {
    if (const ir::Tensor* tensor = node.tensor("value")) {
        if (!tensor->hasData()) return badInput(say("the data of the constant is missing"));
        return *tensor;
    }
    for (const auto& [name, value] : node.attributes) {
        if (name == "value_float")
            if (const auto* number = std::get_if<float>(&value)) return ir::Tensor::scalar(*number);
        if (name == "value_int")
            if (const auto* number = std::get_if<std::int64_t>(&value)) return ir::Tensor::scalar(*number);
        if (name == "value_string")
            if (const auto* text = std::get_if<std::string>(&value)) return ir::Tensor::ofStrings({}, {*text});
        if (name == "value_floats")
            if (const auto* list = std::get_if<std::vector<float>>(&value))
                return ir::Tensor::of({static_cast<std::int64_t>(list->size())}, *list);
        if (name == "value_ints")
            if (const auto* list = std::get_if<std::vector<std::int64_t>>(&value))
                return ir::Tensor::of({static_cast<std::int64_t>(list->size())}, *list);
        if (name == "value_strings")
            if (const auto* list = std::get_if<std::vector<std::string>>(&value))
                return ir::Tensor::ofStrings({static_cast<std::int64_t>(list->size())}, *list);
    }
    return badInput(
        say("none of the attributes value, value_float(s), value_int(s), value_string(s) is given"));
}

Result<void> infer(InferContext& context) {
    if (const ir::Tensor* tensor = context.node().tensor("value"); tensor && !tensor->hasData()) {
        context.setOutput(0, tensor->type());
        return {};
    }
    ASSIGN_OR_RETURN(auto value, valueOf(context.node()));
    context.setValue(0, std::move(value));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(auto value, valueOf(context.node()));
    context.setOutput(0, std::move(value));
    return {};
}

} // namespace

extern const Operator entry{
    .name = "Constant",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::constant

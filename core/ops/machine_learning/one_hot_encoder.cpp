// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/attribute_lists.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <unordered_map>

namespace edgewright::ops::one_hot_encoder {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const std::size_t count =
        std::max(context.node().ints("cats_int64s").size(), stringList(context.node(), "cats_strings").size());
    if (count == 0) return badInput(say("neither cats_int64s nor cats_strings names a category"));
    ir::TensorType type = *in;
    type.dtype = ir::DataType::Float32;
    if (type.shape) type.shape->push_back(ir::Dim(static_cast<std::int64_t>(count)));
    context.setOutput(0, std::move(type));
    return {};
}

// `at(i)` is element i as a key of `places`.
template <typename Key, typename At>
Result<void> encode(KernelContext& context, const std::vector<Key>& categories, At at) {
    const ir::Tensor& in = *context.input(0);
    std::unordered_map<Key, std::size_t> places;
    for (std::size_t i = 0; i < categories.size(); ++i)
        places[categories[i]] = i;
    const bool zeros = context.node().intOr("zeros", 1) != 0;
    ir::Dims dims = in.dims();
    dims.push_back(static_cast<std::int64_t>(categories.size()));
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Float32, dims));
    const auto result = out.as<float>();
    std::ranges::fill(result, 0.0f);
    for (std::int64_t i = 0; i < in.elements(); ++i) {
        const auto place = places.find(at(i));
        if (place != places.end())
            result[static_cast<std::size_t>(i) * categories.size() + place->second] = 1.0f;
        else if (!zeros)
            return badInput(say("element {1} is of no known category", i));
    }
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const ir::Tensor& x = *in;
    if (x.dtype() == ir::DataType::String)
        return encode(context, stringList(context.node(), "cats_strings"),
                      [&](std::int64_t i) { return x.strings()[static_cast<std::size_t>(i)]; });
    return encode(context, context.node().ints("cats_int64s"),
                  [&](std::int64_t i) { return ir::elementAsInt64(x, i); });
}

} // namespace

extern const Operator entry{
    .domain = "ai.onnx.ml",
    .name = "OneHotEncoder",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::one_hot_encoder

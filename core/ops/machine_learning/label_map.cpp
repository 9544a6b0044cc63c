// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/machine_learning/label_map.h"

#include "core/base/propagate.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <bit>
#include <cmath>
#include <unordered_map>

namespace edgewright::ops {

namespace {

// Equal numbers of one type have equal bits here, all NaNs too.
std::uint64_t numberKey(const ir::Tensor& tensor, std::int64_t index) {
    if (!ir::isFloating(tensor.dtype())) return static_cast<std::uint64_t>(ir::elementAsInt64(tensor, index));
    const double value = ir::elementAsDouble(tensor, index);
    if (std::isnan(value)) return ~std::uint64_t(0);
    return std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value);
}

template <typename Key, typename KeyOf>
Result<void> lookUp(KernelContext& context, const LabelMap& map, KeyOf keyOf) {
    const ir::Tensor& in = *context.input(0);
    std::unordered_map<Key, std::int64_t> places;
    for (std::int64_t i = 0; i < map.keys.elements(); ++i)
        places[keyOf(map.keys, i)] = i;
    ASSIGN_OR_RETURN(auto sink, ElementSink::make(context, 0, map.values.dtype(), in.dims()));
    for (std::int64_t i = 0; i < in.elements(); ++i) {
        const auto place = places.find(keyOf(in, i));
        if (place == places.end())
            sink.copy(i, map.fallback, 0);
        else
            sink.copy(i, map.values, place->second);
    }
    return sink.finish();
}

Result<void> expectKeys(const LabelMap& map, const ir::TensorType& type) {
    if (type.dtype == map.keys.dtype() || type.dtype == ir::DataType::Undefined) return {};
    return badInput("the input is " + type.text() + " where the keys are " + map.keys.type().text());
}

} // namespace

Result<void> inferLabels(InferContext& context, const LabelMap& map) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectKeys(map, *in));
    ir::TensorType type = *in;
    type.dtype = map.values.dtype();
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> mapLabels(KernelContext& context, const LabelMap& map) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    RETURN_IF_ERROR(expectKeys(map, in->type()));
    if (in->dtype() == ir::DataType::String)
        return lookUp<std::string_view>(context, map, [](const ir::Tensor& tensor, std::int64_t i) {
            return std::string_view(tensor.strings()[static_cast<std::size_t>(i)]);
        });
    return lookUp<std::uint64_t>(context, map, numberKey);
}

} // namespace edgewright::ops

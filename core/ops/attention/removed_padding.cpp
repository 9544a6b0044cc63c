// SPDX-License-Identifier: GPL-3.0-or-later
// Sequences without their padding, and with it again, as com.microsoft writes transformers of long and short
// texts.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::removed_padding {

namespace {

// [batch, length, width] to [tokens, width], the places of the tokens, where sequences begin, and the longest.
Result<void> inferRemovePadding(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto known, expectRank(*x, 3, say("the input")));
    const auto at = [&](std::size_t axis) { return known ? (*x->shape)[axis] : ir::Dim(); };
    const ir::Dim starts = at(0).known() ? ir::Dim(at(0).value() + 1) : ir::Dim();
    const std::array types{ir::TensorType(x->dtype, std::vector<ir::Dim>{ir::Dim(), at(2)}),
                           ir::TensorType(ir::DataType::Int32, std::vector<ir::Dim>{at(0), at(1)}),
                           ir::TensorType(ir::DataType::Int32, std::vector<ir::Dim>{starts}),
                           ir::TensorType(ir::DataType::Int32, std::vector<ir::Dim>{ir::Dim(1)})};
    for (std::size_t i = 0; i < types.size() && i < context.node().outputs.size(); ++i)
        context.setOutput(i, types[i]);
    return {};
}

Result<void> inferRestorePadding(InferContext& context) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    ASSIGN_OR_RETURN(const auto places, operand(context, 1));
    ASSIGN_OR_RETURN(const auto hasInput, expectRank(*x, 2, say("the input")));
    ASSIGN_OR_RETURN(const auto hasPlaces, expectRank(*places, 2, "token_offset"));
    const auto at = [&](std::size_t axis) { return hasPlaces ? (*places->shape)[axis] : ir::Dim(); };
    context.setOutput(0, {x->dtype, std::vector<ir::Dim>{at(0), at(1), hasInput ? (*x->shape)[1] : ir::Dim()}});
    return {};
}

std::optional<std::int64_t> allTokens(const ir::Node&, Types inputs, std::span<const ir::Tensor* const>) {
    const auto dims = inputs.empty() ? std::nullopt : inputs[0].dims();
    return dims && dims->size() == 3 ? checkedMul((*dims)[0], (*dims)[1]) : std::nullopt;
}

// Rows of `from` at these places, or to them, each of `bytes`.
struct Rows {
    std::span<const std::byte> from;
    std::span<std::byte> to;
    std::size_t bytes = 0;

    void copy(std::int64_t source, std::int64_t target) const {
        const auto at = [&](std::int64_t row) { return static_cast<std::size_t>(row) * bytes; };
        std::ranges::copy(from.subspan(at(source), bytes), to.subspan(at(target), bytes).begin());
    }
};

std::size_t bytesOfRow(const ir::Tensor& tensor) {
    return static_cast<std::size_t>(tensor.dims().back() * ir::bitWidth(tensor.dtype()) / 8);
}

Result<void> runRemovePadding(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto given, operandOfType(context, 1, ir::DataType::Int32));
    if (x->rank() != 3) return badInput(say("the input is {1} where 3 axes are expected", x->type().text()));
    const std::int64_t batch = x->dims()[0], length = x->dims()[1], width = x->dims()[2];
    const auto all = checkedMul(batch, length);
    if (given->elements() != batch || !all || *all > INT32_MAX)
        return badInput(
            say("the counts are {1} where the input is {2}", given->type().text(), x->type().text()));
    const auto counts = given->as<std::int32_t>();
    std::int64_t tokens = 0;
    for (const std::int32_t count : counts) {
        if (count < 0 || count > length)
            return badInput(say("a sequence has {1} tokens of {2}", count, length));
        tokens += count;
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, x->dtype(), {tokens, width}));
    const Rows rows{x->bytes(), out.mutableBytes(), bytesOfRow(*x)};
    // First those of tokens, then those of padding.
    ASSIGN_OR_RETURN(const auto places, context.scratchOf<std::int32_t>(*all));
    std::size_t token = 0, padding = static_cast<std::size_t>(tokens);
    for (std::int64_t place = 0; place < *all; ++place) {
        const bool isToken = place % length < counts[static_cast<std::size_t>(place / length)];
        if (isToken) rows.copy(place, static_cast<std::int64_t>(token));
        places[isToken ? token++ : padding++] = static_cast<std::int32_t>(place);
    }
    const auto write = [&](std::size_t index, const ir::Dims& dims, auto fill) -> Result<void> {
        if (!context.wantsOutput(index)) return {};
        ASSIGN_OR_RETURN(auto made, context.output(index, ir::DataType::Int32, dims));
        fill(made.as<std::int32_t>());
        return {};
    };
    RETURN_IF_ERROR(write(1, {batch, length}, [&](std::span<std::int32_t> to) {
        std::copy(places.begin(), places.end(), to.begin());
    }));
    RETURN_IF_ERROR(write(2, {batch + 1}, [&](std::span<std::int32_t> to) {
        to[0] = 0;
        for (std::size_t i = 0; i < counts.size(); ++i)
            to[i + 1] = to[i] + counts[i];
    }));
    return write(3, {1}, [&](std::span<std::int32_t> to) {
        to[0] = counts.empty() ? 0 : *std::ranges::max_element(counts);
    });
}

// Padding becomes 0.
Result<void> runRestorePadding(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto x, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto given, operandOfType(context, 1, ir::DataType::Int32));
    if (x->rank() != 2 || given->rank() != 2 || x->dims()[0] > given->elements())
        return badInput(
            say("the input is {1} where token_offset is {2}", x->type().text(), given->type().text()));
    const auto places = given->as<std::int32_t>().first(static_cast<std::size_t>(x->dims()[0]));
    for (const std::int32_t place : places)
        if (place < 0 || place >= given->elements())
            return badInput(say("place {1} is outside {2}", place, given->type().text()));
    ASSIGN_OR_RETURN(auto out,
                     context.output(0, x->dtype(), {given->dims()[0], given->dims()[1], x->dims()[1]}));
    const Rows rows{x->bytes(), out.mutableBytes(), bytesOfRow(*x)};
    std::ranges::fill(rows.to, std::byte(0));
    for (std::size_t i = 0; i < places.size(); ++i)
        rows.copy(static_cast<std::int64_t>(i), places[i]);
    return {};
}

constexpr std::array Entries{
    Operator{.domain = "com.microsoft",
             .name = "RemovePadding",
             .infer = inferRemovePadding,
             .run = runRemovePadding,
             .dataDependentShape = true,
             .largestExtent = allTokens},
    Operator{.domain = "com.microsoft",
             .name = "RestorePadding",
             .infer = inferRestorePadding,
             .run = runRestorePadding},
};

} // namespace

extern const std::span<const Operator> entries = Entries;

} // namespace edgewright::ops::removed_padding

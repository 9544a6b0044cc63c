// SPDX-License-Identifier: GPL-3.0-or-later
// Operators of com.microsoft on the ids of tokens that a search for text has chosen so far, and on the times at
// which they were said.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"
#include "core/ops/operands/scalars.h"

#include <algorithm>
#include <array>
#include <limits>

namespace edgewright::ops::token_ids {

namespace {

constexpr auto Ids = ir::DataType::Int64;

Result<std::int64_t> lengthOf(const ir::Node& node, std::string_view name, std::int64_t fallback) {
    const std::int64_t length = node.intOr(name, fallback);
    if (length < 1) return badInput(say("{1} is {2} where 1 or more is expected", name, length));
    return length;
}

Result<void> inferScores(InferContext& context) {
    ASSIGN_OR_RETURN(const auto ids, operand(context, 0));
    ASSIGN_OR_RETURN(const auto scores, operand(context, 1));
    RETURN_IF_ERROR(expectRank(*ids, 2, "input_ids"));
    RETURN_IF_ERROR(expectRank(*scores, 2, say("the scores")));
    context.setOutput(0, *scores);
    return {};
}

// A token that would end a run of tokens for the second time cannot be chosen.
Result<void> runScores(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, operandOfType(context, 0, Ids));
    ASSIGN_OR_RETURN(const auto scores, floatOperand(context, 1));
    ASSIGN_OR_RETURN(const auto size, lengthOf(context.node(), "ngram_size", 0));
    if (given->rank() != 2 || scores->rank() != 2 || given->dims()[0] != scores->dims()[0])
        return badInput(
            say("the ids are {1} where the scores are {2}", given->type().text(), scores->type().text()));
    const std::int64_t batch = given->dims()[0], length = given->dims()[1], words = scores->dims()[1];
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *scores));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, scores->dtype(), scores->dims()));
    std::ranges::copy(values.as<float>(), out.data().begin());
    for (std::int64_t row = 0; row < batch; ++row) {
        if (context.run().stopped()) return cancelled();
        const std::int64_t* ids = given->as<std::int64_t>().data() + row * length;
        for (std::int64_t last = size - 1; last < length; ++last) {
            if (!std::equal(ids + last - (size - 1), ids + last, ids + length - (size - 1))) continue;
            if (ids[last] < 0 || ids[last] >= words)
                return badInput(say("token {1} is outside a vocabulary of {2}", ids[last], words));
            out.data()[static_cast<std::size_t>(row * words + ids[last])] =
                -std::numeric_limits<float>::infinity();
        }
    }
    out.finish();
    return {};
}

constexpr std::size_t Source = 0, Current = 1, Begin = 2, Predicted = 3;

Result<void> inferTokens(InferContext& context) {
    for (const std::size_t index : {Source, Current, Begin}) {
        ASSIGN_OR_RETURN(const auto type, operand(context, index));
        if (index != Begin) RETURN_IF_ERROR(expectRank(*type, 1, say("a list of tokens")));
    }
    const bool grows = context.node().hasInput(Predicted);
    context.setOutput(0,
                      grows ? ir::TensorType(Ids, std::vector<ir::Dim>{ir::Dim()}) : *context.input(Current));
    if (context.node().outputs.size() > 1) context.setOutput(1, *context.input(Begin));
    return {};
}

std::optional<std::int64_t> mostTokens(const ir::Node& node, Types inputs, std::span<const ir::Tensor* const>) {
    const auto count = [&](std::size_t index) -> std::optional<std::int64_t> {
        if (!node.hasInput(index)) return 0;
        return index < inputs.size() ? inputs[index].elements() : std::nullopt;
    };
    const auto current = count(Current), predicted = count(Predicted);
    return current && predicted ? checkedAdd(*current, *predicted) : std::nullopt;
}

// Tokens that were predicted from a place of the source on are taken up to the first that the source does not
// have there. Then the place behind the shortest run of last tokens that the source has once, or -1.
Result<void> runTokens(KernelContext& context) {
    const ir::Node& node = context.node();
    std::array<std::span<const std::int64_t>, 2> lists; // source, current
    for (std::size_t i = 0; i < lists.size(); ++i) {
        ASSIGN_OR_RETURN(const auto given, operandOfType(context, i, Ids));
        if (given->rank() != 1)
            return badInput(say("the tokens are {1} where one axis is expected", given->type().text()));
        lists[i] = given->as<std::int64_t>();
    }
    const auto source = lists[Source];
    ASSIGN_OR_RETURN(const auto place, operandOfType(context, Begin, Ids));
    if (place->elements() != 1) return badInput(say("the place in the source is {1}", place->type().text()));
    const std::int64_t begin = place->as<std::int64_t>()[0];
    if (begin < 0 || begin > static_cast<std::int64_t>(source.size()))
        return badInput(say("place {1} is outside a source of {2} tokens", begin, source.size()));
    ASSIGN_OR_RETURN(const auto least, lengthOf(node, "min_ngram_size", 1));
    ASSIGN_OR_RETURN(const auto most, lengthOf(node, "max_ngram_size", 3));
    std::span<const std::int64_t> taken;
    if (node.hasInput(Predicted)) {
        ASSIGN_OR_RETURN(const auto given, operandOfType(context, Predicted, Ids));
        const auto rest = source.subspan(static_cast<std::size_t>(begin));
        const auto predicted = given->as<std::int64_t>();
        if (given->rank() != 1 || predicted.size() != rest.size() + 1)
            return badInput(say("the predicted tokens are {1} where {2} are expected", given->type().text(),
                                rest.size() + 1));
        const auto same = std::ranges::mismatch(rest, predicted).in1 - rest.begin();
        taken = predicted.first(static_cast<std::size_t>(same) + 1);
    }
    const auto count = static_cast<std::int64_t>(lists[Current].size() + taken.size());
    ASSIGN_OR_RETURN(auto out, context.output(0, Ids, {count}));
    const std::span<std::int64_t> tokens = out.as<std::int64_t>();
    std::ranges::copy(taken, std::ranges::copy(lists[Current], tokens.begin()).out);
    if (!context.wantsOutput(1)) return {};
    std::int64_t match = -1;
    for (std::int64_t length = least; length <= std::min(most, count); ++length) {
        if (context.run().stopped()) return cancelled();
        const auto last = tokens.last(static_cast<std::size_t>(length));
        const auto first = std::search(source.begin(), source.end(), last.begin(), last.end());
        if (first == source.end()) break; // nor are longer runs there
        if (std::search(first + 1, source.end(), last.begin(), last.end()) != source.end()) continue;
        match = first - source.begin() + length;
        break;
    }
    return context.writeOutput<std::int64_t>(1, place->dims(), {match});
}

// Costs [rows, columns], perhaps with an axis of 1 before.
Result<void> checkCosts(const ir::TensorType& costs) {
    if (!costs.shape) return {};
    const auto& shape = *costs.shape;
    if (shape.size() == 2 || (shape.size() == 3 && (!shape[0].known() || shape[0] == ir::Dim(1)))) return {};
    return badInput(say("the costs are {1} where a matrix is expected", costs.text()));
}

Result<void> inferPath(InferContext& context) {
    ASSIGN_OR_RETURN(const auto costs, operand(context, 0));
    RETURN_IF_ERROR(checkCosts(*costs));
    context.setOutput(0, {ir::DataType::Int32, std::vector<ir::Dim>{ir::Dim(2), ir::Dim()}});
    return {};
}

std::optional<std::int64_t> longestPath(const ir::Node&, Types inputs, std::span<const ir::Tensor* const>) {
    const auto dims = inputs.empty() ? std::nullopt : inputs[0].dims();
    if (!dims || dims->size() < 2) return std::nullopt;
    return checkedAdd(dims->back(), (*dims)[dims->size() - 2]);
}

// A path from corner to corner, the cheapest where nothing ties: a step to the next row and column is taken
// where it is cheaper than both others, one to the next row where that is, else one to the next column.
Result<void> runPath(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    RETURN_IF_ERROR(checkCosts(given->type()));
    const std::int64_t columns = given->dims().back(), rows = given->dims()[given->dims().size() - 2];
    if (given->elements() == 0) return badInput(say("the costs are {1}", given->type().text()));
    ASSIGN_OR_RETURN(const auto costs, asFloat32(context, *given));
    constexpr float Never = std::numeric_limits<float>::infinity();
    enum Step : std::int8_t { Across, Down, Along };
    ASSIGN_OR_RETURN(const auto steps, context.scratchOf<Step>(rows * columns));
    ASSIGN_OR_RETURN(const auto line, context.scratchOf<float>(columns + 1)); // of the row before, then of this
    std::ranges::fill(line, Never);
    line[0] = 0;
    const float* cost = costs.as<float>().data();
    for (std::int64_t row = 0; row < rows; ++row) {
        if (context.run().stopped()) return cancelled();
        float corner = line[0];
        line[0] = Never;
        for (std::int64_t column = 0; column < columns; ++column) {
            const auto at = static_cast<std::size_t>(row * columns + column);
            float& here = line[static_cast<std::size_t>(column + 1)];
            const float above = here, left = line[static_cast<std::size_t>(column)];
            steps[at] = corner < above && corner < left  ? Across
                        : above < corner && above < left ? Down
                                                         : Along;
            here = cost[at] + (steps[at] == Across ? corner : steps[at] == Down ? above : left);
            corner = above;
        }
    }
    ASSIGN_OR_RETURN(const auto path, context.scratchOf<std::int64_t>(rows + columns));
    std::size_t count = 0;
    for (std::int64_t row = rows - 1, column = columns - 1; row >= 0 && column >= 0;) {
        path[count] = row * columns + column;
        const Step step = steps[static_cast<std::size_t>(path[count++])];
        row -= step == Along ? 0 : 1;
        column -= step == Down ? 0 : 1;
    }
    ASSIGN_OR_RETURN(auto out, context.output(0, ir::DataType::Int32, {2, static_cast<std::int64_t>(count)}));
    for (std::size_t i = 0; i < count; ++i) {
        out.as<std::int32_t>()[i] = static_cast<std::int32_t>(path[count - 1 - i] / columns);
        out.as<std::int32_t>()[count + i] = static_cast<std::int32_t>(path[count - 1 - i] % columns);
    }
    return {};
}

constexpr std::array Rows{
    Operator{.domain = "com.microsoft",
             .name = "BifurcationDetector",
             .infer = inferTokens,
             .run = runTokens,
             .dataDependentShape = true,
             .largestExtent = mostTokens},
    Operator{.domain = "com.microsoft",
             .name = "DynamicTimeWarping",
             .category = Category::Compute,
             .infer = inferPath,
             .run = runPath,
             .dataDependentShape = true,
             .largestExtent = longestPath},
    Operator{.domain = "com.microsoft", .name = "NGramRepeatBlock", .infer = inferScores, .run = runScores},
};

} // namespace

extern const std::span<const Operator> entries = Rows;

} // namespace edgewright::ops::token_ids

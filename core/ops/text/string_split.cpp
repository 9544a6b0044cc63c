// SPDX-License-Identifier: GPL-3.0-or-later
// Splits as Python's str.split does: at each delimiter, or without one at runs of white space.
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <limits>

namespace edgewright::ops::string_split {

namespace {

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType pieces = *in;
    if (pieces.dtype != ir::DataType::String && pieces.dtype != ir::DataType::Undefined)
        return badInput(say("the input is {1} where strings are expected", pieces.text()));
    pieces.dtype = ir::DataType::String;
    ir::TensorType counts = pieces;
    counts.dtype = ir::DataType::Int64;
    if (pieces.shape) pieces.shape->push_back(ir::Dim());
    context.setOutput(0, std::move(pieces));
    context.setOutput(1, std::move(counts));
    return {};
}

using Pieces = std::vector<std::string_view>;
constexpr std::string_view WhiteSpace = " \t\n\v\f\r";

Pieces atWhiteSpace(std::string_view text, std::size_t most) {
    Pieces pieces;
    for (std::size_t at = text.find_first_not_of(WhiteSpace); at != std::string_view::npos;) {
        const std::size_t end =
            pieces.size() == most ? std::string_view::npos : text.find_first_of(WhiteSpace, at);
        pieces.push_back(text.substr(at, end == std::string_view::npos ? end : end - at));
        at = end == std::string_view::npos ? end : text.find_first_not_of(WhiteSpace, end);
    }
    return pieces;
}

Pieces atDelimiter(std::string_view text, std::string_view delimiter, std::size_t most) {
    Pieces pieces;
    std::size_t at = 0;
    while (pieces.size() < most) {
        const std::size_t end = text.find(delimiter, at);
        if (end == std::string_view::npos) break;
        pieces.push_back(text.substr(at, end - at));
        at = end + delimiter.size();
    }
    pieces.push_back(text.substr(at));
    return pieces;
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    if (in->dtype() != ir::DataType::String)
        return badInput(say("the input is {1} where strings are expected", in->type().text()));
    const std::string delimiter = context.node().stringOr("delimiter", "");
    const std::int64_t limit = context.node().intOr("maxsplit", -1);
    const std::size_t most =
        limit < 0 ? std::numeric_limits<std::size_t>::max() : static_cast<std::size_t>(limit);
    std::vector<Pieces> all;
    std::vector<std::int64_t> counts;
    std::int64_t longest = 0;
    for (const std::string& text : in->strings()) {
        if (context.run().stopped()) return cancelled();
        all.push_back(delimiter.empty() ? atWhiteSpace(text, most) : atDelimiter(text, delimiter, most));
        counts.push_back(static_cast<std::int64_t>(all.back().size()));
        longest = std::max(longest, counts.back());
    }
    // One long string among many makes a table that is mostly padding.
    constexpr std::int64_t maxPieces = std::int64_t(1) << 27;
    const auto total = checkedMul(in->elements(), longest);
    if (!total || *total > maxPieces) return badInput(say("the strings split into too many pieces"));
    RETURN_IF_ERROR(
        context.scratch(*total * static_cast<std::int64_t>(sizeof(std::string)))); // which counts them
    std::vector<std::string> table(static_cast<std::size_t>(*total));
    for (std::size_t i = 0; i < all.size(); ++i)
        std::ranges::copy(all[i], table.begin() + static_cast<std::ptrdiff_t>(i) * longest);
    ir::Dims dims = in->dims();
    dims.push_back(longest);
    context.setOutput(0, ir::Tensor::ofStrings(std::move(dims), std::move(table)));
    return context.wantsOutput(1) ? context.writeOutput(1, in->dims(), counts) : Result<void>();
}

} // namespace

extern const Operator entry{
    .name = "StringSplit",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .since = 20,
};

} // namespace edgewright::ops::string_split

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <optional>

namespace edgewright::ops::non_max_suppression {

namespace {

Result<void> infer(InferContext& context) {
    context.setOutput(0, {ir::DataType::Int64, std::vector<ir::Dim>{ir::Dim(), ir::Dim(3)}});
    return {};
}

struct Box {
    float top = 0, left = 0, bottom = 0, right = 0;
    float area() const { return (bottom - top) * (right - left); }
};

// Four numbers: two opposite corners (y, x, y, x), or centre and size (x, y, width, height).
Box boxAt(const float* from, bool centred) {
    if (centred)
        return {from[1] - from[3] / 2, from[0] - from[2] / 2, from[1] + from[3] / 2, from[0] + from[2] / 2};
    return {std::min(from[0], from[2]), std::min(from[1], from[3]), std::max(from[0], from[2]),
            std::max(from[1], from[3])};
}

float overlap(const Box& a, const Box& b) {
    const float height = std::min(a.bottom, b.bottom) - std::max(a.top, b.top);
    const float width = std::min(a.right, b.right) - std::max(a.left, b.left);
    if (!(height > 0 && width > 0)) return 0;
    const float common = height * width;
    const float together = a.area() + b.area() - common;
    return together > 0 ? common / together : 0;
}

std::optional<double> scalarInput(const KernelContext& context, std::size_t index) {
    const ir::Tensor* tensor = index < context.inputCount() ? context.input(index) : nullptr;
    if (!tensor || !tensor->hasData() || tensor->elements() < 1) return std::nullopt;
    return ir::elementAsDouble(*tensor, 0);
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto boxes, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto scores, floatOperand(context, 1));
    const ir::Dims& shape = boxes->dims();
    const ir::Dims& table = scores->dims();
    if (shape.size() != 3 || table.size() != 3 || shape[2] != 4 || shape[0] != table[0] || shape[1] != table[2])
        return badInput(
            say("boxes {1} and scores {2} do not fit each other", boxes->type().text(), scores->type().text()));
    const double limit = scalarInput(context, 2).value_or(0.0);
    const auto most = static_cast<std::size_t>(std::clamp(limit, 0.0, 1e15));
    const auto maxOverlap = static_cast<float>(scalarInput(context, 3).value_or(0.0));
    const auto minScore = scalarInput(context, 4);
    const bool centred = context.node().intOr("center_point_box", 0) != 0;
    ASSIGN_OR_RETURN(const auto corners, asFloat32(context, *boxes));
    ASSIGN_OR_RETURN(const auto values, asFloat32(context, *scores));

    std::vector<std::int64_t> selected;
    for (std::int64_t batch = 0; batch < table[0]; ++batch)
        for (std::int64_t label = 0; label < table[1]; ++label) {
            if (context.run().stopped()) return cancelled();
            const float* score = values.as<float>().data() + (batch * table[1] + label) * table[2];
            const float* from = corners.as<float>().data() + batch * shape[1] * 4;
            std::vector<std::int64_t> order;
            for (std::int64_t i = 0; i < table[2]; ++i)
                if (score[i] == score[i] && (!minScore || score[i] > static_cast<float>(*minScore)))
                    order.push_back(i);
            std::ranges::stable_sort(order,
                                     [&](std::int64_t a, std::int64_t b) { return score[a] > score[b]; });
            std::vector<Box> kept;
            for (const std::int64_t i : order) {
                if (kept.size() >= most) break;
                const Box box = boxAt(from + i * 4, centred);
                const bool hidden = std::ranges::any_of(
                    kept, [&](const Box& other) { return overlap(box, other) > maxOverlap; });
                if (hidden) continue;
                kept.push_back(box);
                selected.insert(selected.end(), {batch, label, i});
            }
        }
    return context.writeOutput(0, {static_cast<std::int64_t>(selected.size() / 3), 3}, selected);
}

// For each class in each image no more than there are boxes, or than the node is told.
std::optional<std::int64_t> largestExtent(const ir::Node& node, Types inputs,
                                          std::span<const ir::Tensor* const> values) {
    const auto scores = inputs.size() > 1 ? inputs[1].dims() : std::nullopt; // [image, class, box]
    if (!scores || scores->size() != 3) return std::nullopt;
    std::int64_t each = node.hasInput(2) ? (*scores)[2] : 0;
    const ir::Tensor* most = values.size() > 2 ? values[2] : nullptr;
    if (most && most->hasData() && most->dtype() == ir::DataType::Int64 && most->elements() == 1)
        each = std::min(each, std::max<std::int64_t>(0, most->as<std::int64_t>()[0]));
    return checkedProduct(ir::Dims{(*scores)[0], (*scores)[1], each});
}

} // namespace

extern const Operator entry{
    .name = "NonMaxSuppression",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .dataDependentShape = true,
    .largestExtent = largestExtent,
    .since = 10,
};

} // namespace edgewright::ops::non_max_suppression

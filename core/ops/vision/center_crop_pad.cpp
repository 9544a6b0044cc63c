// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <numeric>

namespace edgewright::ops::center_crop_pad {

namespace {

// The axes that the extents of input 1 speak of.
Result<std::vector<std::int64_t>> axesOf(const ir::Node& node, std::size_t rank) {
    std::vector<std::int64_t> axes = node.ints("axes");
    if (!node.find("axes")) {
        axes.resize(rank);
        std::iota(axes.begin(), axes.end(), std::int64_t(0));
    }
    return normaliseAxes(axes, static_cast<std::int64_t>(rank));
}

Error otherCount(std::size_t given, std::size_t axes) {
    return badInput(say("shape has {1} entries for {2} axes", given, axes));
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (type.shape) {
        ASSIGN_OR_RETURN(const auto axes, axesOf(context.node(), type.shape->size()));
        const auto wanted = context.extents(1);
        if (wanted && wanted->size() != axes.size()) return otherCount(wanted->size(), axes.size());
        for (std::size_t i = 0; i < axes.size(); ++i) {
            const ir::Dim extent = wanted ? (*wanted)[i] : ir::Dim();
            if (extent.value() < -1) return badInput(say("shape holds {1}", extent.text()));
            (*type.shape)[static_cast<std::size_t>(axes[i])] = extent;
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::Dims dims = in->dims();
    ASSIGN_OR_RETURN(const auto axes, axesOf(context.node(), dims.size()));
    const auto wanted = knownInts(context, 1);
    if (!wanted || wanted->size() != axes.size()) return otherCount(wanted ? wanted->size() : 0, axes.size());
    for (std::size_t i = 0; i < axes.size(); ++i)
        dims[static_cast<std::size_t>(axes[i])] = (*wanted)[i];
    const auto elements = checkedProduct(dims);
    constexpr std::int64_t MaxElements = std::int64_t(1) << 34, MaxExtent = std::int64_t(1) << 26;
    if (!elements || *elements > MaxElements || (!dims.empty() && std::ranges::max(dims) > MaxExtent))
        return badInput(say("shape asks for {1}", ir::TensorType(in->dtype(), dims).text()));
    if (*elements == 0) return ElementSink::makeEmpty(context, 0, in->dtype(), dims);
    std::vector<std::vector<std::int64_t>> tables(dims.size());
    for (std::size_t axis = 0; axis < dims.size(); ++axis) {
        // The smaller middle lies in the larger one; of an odd remainder the end gets more.
        const std::int64_t extent = in->dims()[axis];
        const std::int64_t first =
            dims[axis] < extent ? (extent - dims[axis]) / 2 : -((dims[axis] - extent) / 2);
        for (std::int64_t at = first; at < first + dims[axis]; ++at)
            tables[axis].push_back(at >= 0 && at < extent ? at : -1);
    }
    return gatherByTables(context, 0, *in, tables);
}

} // namespace

extern const Operator entry{
    .name = "CenterCropPad",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
    .since = 18,
};

} // namespace edgewright::ops::center_crop_pad

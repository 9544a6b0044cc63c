// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/dims/dim_expression.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/element_sink.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace edgewright::ops::slice {

namespace {

// starts, ends, axes and steps: attributes before opset 10 (without steps), inputs from then on.
struct Ranges {
    IntList starts, ends, axes, steps;
    bool unknown() const { return !starts.values || !ends.values || axes.unknown() || steps.unknown(); }
};

template <typename Context>
Ranges rangesOf(const Context& context) {
    return {intList(context, "starts", 1), intList(context, "ends", 2), intList(context, "axes", 3),
            intList(context, "", 4)};
}

// First index, step and count along one axis.
struct Walk {
    std::int64_t start = 0;
    std::int64_t step = 1;
    std::int64_t count = 0;
};

Result<Walk> walk(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t extent) {
    if (step == 0) return badInput(say("a step of 0"));
    const auto clamp = [&](std::int64_t position, std::int64_t low, std::int64_t high) {
        if (position < 0) position = position < -extent ? low : position + extent;
        return std::clamp(position, low, high);
    };
    if (extent == 0) return Walk{0, 1, 0};
    if (step > 0) {
        start = clamp(start, 0, extent);
        end = clamp(end, 0, extent);
        return Walk{start, step, end > start ? ceilDiv(end - start, step) : 0};
    }
    step = std::max(step, -extent - 1); // a longer step reaches no further and might overflow
    start = clamp(start, 0, extent - 1);
    end = clamp(end, -1, extent - 1);
    return Walk{start, step, start > end ? ceilDiv(start - end, -step) : 0};
}

struct AxisRange {
    std::size_t axis = 0;
    std::int64_t start = 0;
    std::int64_t end = 0;
    std::int64_t step = 1;
};

Result<std::vector<AxisRange>> axisRanges(const Ranges& ranges, std::size_t rank) {
    const auto& starts = *ranges.starts.values;
    const auto& ends = *ranges.ends.values;
    std::vector<std::int64_t> axes(starts.size());
    std::iota(axes.begin(), axes.end(), std::int64_t(0));
    axes = ranges.axes.orElse(std::move(axes));
    const auto steps = ranges.steps.orElse(std::vector<std::int64_t>(starts.size(), 1));
    if (ends.size() != starts.size() || axes.size() != starts.size() || steps.size() != starts.size())
        return badInput(say("starts, ends, axes and steps have {1}, {2}, {3} and {4} entries", starts.size(),
                            ends.size(), axes.size(), steps.size()));
    ASSIGN_OR_RETURN(const auto normal, normaliseAxes(axes, static_cast<std::int64_t>(rank)));
    std::vector<AxisRange> result;
    for (std::size_t i = 0; i < starts.size(); ++i)
        result.push_back({static_cast<std::size_t>(normal[i]), starts[i], ends[i], steps[i]});
    return result;
}

// The extent of a slice where an end or the extent itself is a symbol. Where it cannot be decided, a start or
// end that is a symbol is taken to lie inside.
ir::Dim openExtent(const ir::Dim& extent, const ir::Dim& start, const ir::Dim& end, const ir::Dim& step) {
    constexpr std::int64_t far = std::numeric_limits<std::int32_t>::max();
    const auto from = ir::constantOf(start);
    const auto to = ir::constantOf(end);
    const auto by = ir::constantOf(step);
    if (!by) return {};
    if (*by == -1) return from && to && (*from == -1 || *from >= far) && *to <= -far ? extent : ir::Dim();
    if (*by < 1) return {};
    const auto place = [&](const ir::Dim& at, std::optional<std::int64_t> number) {
        if (number && *number >= far) return extent;
        if (number && *number < 0) return *number <= -far ? ir::Dim(0) : ir::plus(extent, at);
        if (!number && ir::isNonNegative(ir::minus(ir::Dim(0), at))) return ir::plus(extent, at);
        return at;
    };
    const ir::Dim first = place(start, from);
    ir::Dim last = place(end, to);
    if (to && *to >= 0 && *to < far) last = ir::minimum(last, extent); // a number may well lie beyond
    return ir::ceilDivide(ir::minus(last, first), step);
}

struct OpenRanges {
    DimList starts, ends, axes, steps;
};

// The shape of the output; axes that are sliced by what is not known become open.
Result<std::vector<ir::Dim>> openShape(std::vector<ir::Dim> shape, const OpenRanges& ranges) {
    if (ranges.axes.unknown()) return std::vector<ir::Dim>(shape.size());
    std::vector<std::int64_t> axes;
    if (ranges.axes.present) {
        for (const ir::Dim& axis : *ranges.axes.values) {
            const auto number = ir::constantOf(axis);
            if (!number) return std::vector<ir::Dim>(shape.size());
            axes.push_back(*number);
        }
    } else {
        axes.resize(ranges.starts.values ? ranges.starts.values->size() : shape.size());
        std::iota(axes.begin(), axes.end(), std::int64_t(0));
    }
    ASSIGN_OR_RETURN(const auto normal, normaliseAxes(axes, static_cast<std::int64_t>(shape.size())));
    const auto entry = [](const DimList& list, std::size_t i) {
        return list.values && i < list.values->size() ? (*list.values)[i] : ir::Dim();
    };
    for (std::size_t i = 0; i < normal.size(); ++i) {
        ir::Dim& dim = shape[static_cast<std::size_t>(normal[i])];
        const ir::Dim step = ranges.steps.present ? entry(ranges.steps, i) : ir::Dim(1);
        const ir::Dim start = entry(ranges.starts, i);
        const ir::Dim end = entry(ranges.ends, i);
        const auto from = ir::constantOf(start), to = ir::constantOf(end), by = ir::constantOf(step);
        if (dim.known() && from && to && by) {
            ASSIGN_OR_RETURN(const auto walked, walk(*from, *to, *by, dim.value()));
            dim = ir::Dim(walked.count);
        } else {
            dim = openExtent(dim, start, end, step);
        }
    }
    return shape;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const Ranges ranges = rangesOf(context);
    if (!ranges.starts.present || !ranges.ends.present) return badInput(say("starts or ends are missing"));
    ir::TensorType type = *in;
    if (type.shape && !ranges.unknown()) // numbers that do not fit together are an error
        RETURN_IF_ERROR(axisRanges(ranges, type.shape->size()));
    if (type.shape) {
        const OpenRanges open{dimList(context, "starts", 1), dimList(context, "ends", 2),
                              dimList(context, "axes", 3), dimList(context, "", 4)};
        ASSIGN_OR_RETURN(type.shape, openShape(*std::move(type.shape), open));
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    const Ranges ranges = rangesOf(context);
    if (ranges.unknown()) return badInput(say("starts, ends, axes or steps are missing"));
    ASSIGN_OR_RETURN(const auto each, axisRanges(ranges, in->dims().size()));
    ir::Dims dims = in->dims();
    std::vector<std::int64_t> strides = rowMajorStrides(dims);
    std::int64_t base = 0;
    for (const AxisRange& range : each) {
        ASSIGN_OR_RETURN(const auto walked, walk(range.start, range.end, range.step, dims[range.axis]));
        base += walked.start * strides[range.axis];
        // With a single element the step is never taken, and may be as long as it likes.
        strides[range.axis] *= walked.count > 1 ? walked.step : 1;
        dims[range.axis] = walked.count;
    }
    return gatherByStrides(context, 0, *in, dims, dims, strides, base);
}

} // namespace

extern const Operator entry{
    .name = "Slice",
    .category = Category::DataMovement,
    .pattern = Pattern::Injective,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::slice

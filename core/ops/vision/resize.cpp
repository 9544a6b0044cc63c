// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/operands.h"
#include "core/ops/vision/resampling.h"
#include "core/ops/vision/scaled_extent.h"

#include <algorithm>
#include <numeric>
#include <optional>

namespace edgewright::ops::resize {

namespace {

// Before opset 11: X, scales. Later: X, roi, scales, sizes.
struct Wanted {
    std::vector<std::size_t> axes; // those that scales, sizes and roi speak of
    std::optional<std::vector<float>> scales;
    std::optional<std::vector<std::int64_t>> sizes;
    std::vector<float> roi;
    bool open = false; // scales or sizes are given, but not known yet
};

template <typename Context>
Result<Wanted> wantedOf(const Context& context, std::size_t rank, auto&& elements) {
    Wanted wanted;
    const bool early = context.opset() < 11;
    std::vector<std::int64_t> axes = context.node().ints("axes");
    if (!context.node().find("axes")) {
        axes.resize(rank);
        std::iota(axes.begin(), axes.end(), std::int64_t(0));
    }
    ASSIGN_OR_RETURN(const auto normal, normaliseAxes(axes, static_cast<std::int64_t>(rank)));
    wanted.axes.assign(normal.begin(), normal.end());
    const auto floats = [&](std::size_t index) -> std::optional<std::vector<float>> {
        const ir::Tensor* tensor = elements(index);
        if (!tensor || !tensor->hasData() || tensor->elements() == 0) return std::nullopt;
        std::vector<float> result;
        for (std::int64_t i = 0; i < tensor->elements(); ++i)
            result.push_back(static_cast<float>(ir::elementAsDouble(*tensor, i)));
        return result;
    };
    wanted.scales = floats(early ? 1 : 2);
    if (!early) {
        wanted.roi = floats(1).value_or(std::vector<float>());
        if (context.node().hasInput(3)) {
            wanted.sizes = knownInts(context, 3);
            if (wanted.sizes && wanted.sizes->empty()) wanted.sizes.reset();
        }
    }
    wanted.open = !wanted.scales && !wanted.sizes;
    const std::size_t count = wanted.sizes    ? wanted.sizes->size()
                              : wanted.scales ? wanted.scales->size()
                                              : axes.size();
    if (count != wanted.axes.size())
        return badInput(
            say("scales or sizes have {1} entries where {2} are expected", count, wanted.axes.size()));
    return wanted;
}

// What becomes of the axes of extents `in`.
Result<std::vector<Resampling::Axis>> axesFor(const ir::Node& node, const ir::Dims& in, const Wanted& wanted) {
    std::vector<Resampling::Axis> result;
    for (const std::int64_t extent : in)
        result.push_back({extent, extent, 1.0f});
    const std::string policy = node.stringOr("keep_aspect_ratio_policy", "stretch");
    std::optional<float> common;
    if (wanted.sizes && policy != "stretch") {
        if (policy != "not_larger" && policy != "not_smaller")
            return badInput(say("keep_aspect_ratio_policy is '{1}'", policy));
        for (std::size_t i = 0; i < wanted.axes.size(); ++i) {
            const float scale = static_cast<float>((*wanted.sizes)[i]) /
                                static_cast<float>(std::max<std::int64_t>(in[wanted.axes[i]], 1));
            common = !common                  ? scale
                     : policy == "not_larger" ? std::min(*common, scale)
                                              : std::max(*common, scale);
        }
    }
    for (std::size_t i = 0; i < wanted.axes.size(); ++i) {
        Resampling::Axis& axis = result[wanted.axes[i]];
        if (common) {
            axis.scale = *common;
            ASSIGN_OR_RETURN(axis.out, scaledExtent(axis.in, axis.scale, 0.5f));
        } else if (wanted.sizes) {
            axis.out = (*wanted.sizes)[i];
            if (axis.out < 0) return badInput(say("sizes holds {1} where at least 0 is expected", axis.out));
            axis.scale = axis.in > 0 ? static_cast<float>(axis.out) / static_cast<float>(axis.in) : 1.0f;
        } else {
            axis.scale = (*wanted.scales)[i];
            ASSIGN_OR_RETURN(axis.out, scaledExtent(axis.in, axis.scale));
        }
        if (axis.out > 0 && axis.in == 0) return badInput(say("an empty axis cannot grow"));
        if (wanted.roi.size() == 2 * wanted.axes.size()) {
            axis.roiBegin = wanted.roi[i];
            axis.roiEnd = wanted.roi[wanted.axes.size() + i];
        }
    }
    return result;
}

Result<void> infer(InferContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ir::TensorType type = *in;
    if (!type.shape) {
        context.setOutput(0, std::move(type));
        return {};
    }
    ASSIGN_OR_RETURN(const auto wanted, wantedOf(context, type.shape->size(),
                                                 [&](std::size_t index) { return context.value(index); }));
    const auto dims = type.dims();
    if (!wanted.open && dims) {
        ASSIGN_OR_RETURN(const auto axes, axesFor(context.node(), *dims, wanted));
        for (std::size_t i = 0; i < axes.size(); ++i)
            (*type.shape)[i] = ir::Dim(axes[i].out);
    } else {
        const bool stretches = context.node().stringOr("keep_aspect_ratio_policy", "stretch") == "stretch";
        const bool crops =
            context.node().stringOr("coordinate_transformation_mode", "") == "tf_crop_and_resize";
        const auto sizes = context.opset() < 11 ? std::nullopt : context.extents(3);
        for (std::size_t i = 0; i < wanted.axes.size(); ++i) {
            ir::Dim& dim = (*type.shape)[wanted.axes[i]];
            if (wanted.sizes && stretches)
                dim = ir::Dim((*wanted.sizes)[i]);
            else if (wanted.scales && !wanted.sizes && !crops)
                dim = scaledDim(dim, (*wanted.scales)[i]);
            else
                dim = stretches && sizes && sizes->size() == wanted.axes.size() ? (*sizes)[i] : ir::Dim();
        }
    }
    context.setOutput(0, std::move(type));
    return {};
}

Result<void> run(KernelContext& context) {
    ASSIGN_OR_RETURN(const auto in, operand(context, 0));
    ASSIGN_OR_RETURN(const auto wanted, wantedOf(context, in->dims().size(), [&](std::size_t index) {
                         return index < context.inputCount() ? context.input(index) : nullptr;
                     }));
    if (wanted.open) return badInput(say("neither scales nor sizes are given"));
    ASSIGN_OR_RETURN(auto axes, axesFor(context.node(), in->dims(), wanted));
    const ir::Node& node = context.node();
    ASSIGN_OR_RETURN(const auto mode, resamplingMode(node.stringOr("mode", "nearest")));
    Resampling how;
    how.mode = mode;
    how.axes = std::move(axes);
    if (context.opset() < 11) {
        how.coordinates = "asymmetric";
        how.nearest = "simple";
    } else {
        how.coordinates = node.stringOr("coordinate_transformation_mode", "half_pixel");
        how.nearest = node.stringOr("nearest_mode", "round_prefer_floor");
    }
    how.cubicA = node.floatOr("cubic_coeff_a", -0.75f);
    how.excludeOutside = node.intOr("exclude_outside", 0) != 0;
    how.antialias = node.intOr("antialias", 0) != 0;
    how.extrapolation = node.floatOr("extrapolation_value", 0.0f);
    RETURN_IF_ERROR(checkNames(how));
    return resample(context, *in, how);
}

} // namespace

extern const Operator entry{
    .name = "Resize",
    .category = Category::DataMovement,
    .infer = infer,
    .run = run,
    .since = 10,
};

} // namespace edgewright::ops::resize

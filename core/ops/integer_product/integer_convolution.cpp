// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/integer_product/integer_convolution.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/convolution/used_taps.h"
#include "core/ops/integer_product/small_planes.h"
#include "core/ops/parameter_space.h"
#include "core/ops/work.h"

#include <algorithm>
#include <utility>

namespace edgewright::ops {

namespace {

Result<Geometry> geometryFor(const ir::Node& node, const ir::Dims& x, const ir::Dims& weight) {
    const std::int64_t group = node.intOr("group", 1);
    const bool fits = x.size() == weight.size() && x.size() >= 3 && group >= 1 && weight[0] % group == 0 &&
                      checkedMul(weight[1], group) == x[1];
    if (!fits)
        return badInput(say("an input of shape {1} and a weight of shape {2} do not fit with {3} groups",
                            ir::TensorType(ir::DataType::Int8, x).text().substr(4),
                            ir::TensorType(ir::DataType::Int8, weight).text().substr(4), group));
    const auto kernel = std::span(weight).subspan(2);
    ASSIGN_OR_RETURN(auto window, readWindow(node, kernel));
    return geometryOf(std::move(window), x);
}

// Without taps that read nothing but padding, whose code stands for 0; planes of one column are lines.
Geometry reducedTo(const UsedTaps& used) {
    Geometry geometry = used.geometry;
    if (auto& axes = geometry.axes; axes[2].isTrivial() && !axes[1].isTrivial()) std::swap(axes[1], axes[2]);
    return geometry;
}

// By what the job says of its geometry and channels.
IntegerWay wayOf(const IntegerJob& job, const kernels::IntegerTiles& tiles,
                 kernels::ConvolutionAlgorithm asked) {
    using Algorithm = kernels::ConvolutionAlgorithm;
    if (suitsLines(job)) return IntegerWay::Lines;
    if (suitsFewChannels(job, tiles)) return IntegerWay::FewChannels;
    if (suitsShifts(job, tiles.depth)) return IntegerWay::ShiftedPanels;
    const bool byRows = asked == Algorithm::Direct ? fitsRows(job.geometry)
                                                   : asked != Algorithm::Im2col && suitsRows(job, tiles);
    return byRows ? IntegerWay::Rows : IntegerWay::Panels;
}

// State of a node whose weight is the same in every run.
struct KeptConvolution {
    std::shared_ptr<const IntegerFilter> filter;
    // The last run, and its input and output; without extents where the next one may differ in more than the
    // elements of its input.
    IntegerJob job;
    ir::Dims in, out;
    ir::DataType inType = ir::DataType::Undefined, codes = ir::DataType::Undefined;
    kernels::ConvolutionAlgorithm asked = kernels::ConvolutionAlgorithm::Automatic;
};

// Packed once when the weight is the same in every run.
Result<std::shared_ptr<const IntegerFilter>> filterFor(KernelContext& context, const IntegerJob& job,
                                                       const ByteCodes& codes, std::size_t index) {
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    const bool kept = context.isConstant(index);
    if (kept && context.state()) {
        const auto filter = std::static_pointer_cast<const KeptConvolution>(context.state())->filter;
        if (filter->tiles == &tiles && filter->packing == packingFor(job.way) && filter->source == codes.data &&
            filter->taps == job.taps)
            return filter;
    }
    ASSIGN_OR_RETURN(auto packed, packFilter(tiles, codes, job, kept, context));
    packed.source = codes.data;
    packed.taps = job.taps;
    auto filter = std::make_shared<IntegerFilter>(std::move(packed));
    if (kept) {
        auto state = std::make_shared<KeptConvolution>();
        state->filter = filter;
        context.state() = std::move(state);
    }
    return std::shared_ptr<const IntegerFilter>(std::move(filter));
}

Result<void> compute(KernelContext& context, const IntegerJob& job) {
    switch (job.way) {
    case IntegerWay::SmallPlanes:
        return convolveSmallPlanes(context, job, *job.small);
    case IntegerWay::Lines:
        return convolveByLines(context, job);
    case IntegerWay::FewChannels:
        return convolveFewChannels(context, job);
    case IntegerWay::Rows:
        return convolveByRows(context, job);
    default:
        return convolveByPanels(context, job);
    }
}

} // namespace

Result<void> convolveCodes(KernelContext& context, const IntegerConvolution& conv,
                           const std::optional<Requantization>& codes) {
    const ir::Dims& x = conv.x->dims();
    const ir::Dims& weight = conv.weight->dims();
    ASSIGN_OR_RETURN(const auto geometry, geometryFor(context.node(), x, weight));
    ASSIGN_OR_RETURN(auto input, byteCodes(*conv.x, {conv.xZero}, false));
    ASSIGN_OR_RETURN(const auto filter, byteCodes(*conv.weight, conv.weightZeros, true));

    IntegerJob job;
    const UsedTaps used = UsedTaps::of(geometry);
    job.geometry = reducedTo(used);
    job.tapsOfWeight = geometry.taps();
    job.taps = used.indices(geometry);
    job.batch = x[0];
    job.group = context.node().intOr("group", 1);
    job.channels = weight[1];
    job.perGroup = weight[0] / job.group;
    job.x = std::move(input);
    job.padding = static_cast<std::uint8_t>(conv.xZero);
    const ir::Dims dims = outputDims(geometry, x, weight[0]);
    const auto elements = checkedProduct(dims);
    constexpr std::int64_t maxElements = std::int64_t(1) << 32;
    if (!elements || *elements > maxElements) return badInput(say("the output has too many elements"));
    ASSIGN_OR_RETURN(auto out, SumOutput::make(context, dims, codes));
    if (*elements == 0) return {};
    job.target = out.target;
    const kernels::ConvolutionAlgorithm asked = context.parameters().algorithm;
    job.way = wayOf(job, *kernels::table().integer, asked);
    ASSIGN_OR_RETURN(job.filter, filterFor(context, job, filter, conv.weightIndex));

    const std::uint32_t inputZero = word(job.x.zeros.front());
    const std::uint32_t depth = word(job.channels * job.geometry.taps());
    const auto channels = static_cast<std::size_t>(weight[0]);
    const std::int32_t* const sums = job.filter->sums.data();
    const std::int32_t* const zeros = filter.zeros.data();
    const std::size_t step = filter.zeros.size() == 1 ? 0 : 1;
    job.terms.assign(channels, 0);
    if (!conv.bias.empty()) std::ranges::copy(conv.bias, job.terms.begin());
    std::int32_t* const terms = job.terms.data();
    for (std::size_t i = 0; i < channels; ++i)
        terms[i] = static_cast<std::int32_t>(word(terms[i]) -
                                             inputZero * (word(sums[i]) - depth * word(zeros[i * step])));
    if (!filter.centred)
        for (std::size_t i = 0; i < channels; ++i)
            job.factors.push_back(static_cast<std::int32_t>(0 - word(zeros[i * step])));
    if (codes) {
        job.multipliers = codes->multipliers;
        job.multipliers.resize(channels, codes->multipliers.front());
    }
    job.small = smallPlaneTables(job);
    if (job.small) job.way = IntegerWay::SmallPlanes;
    bool again = codes && context.isConstant(conv.weightIndex) && conv.x == context.input(0);
    for (std::size_t i = 1; i < context.inputCount(); ++i)
        again = again && (!context.input(i) || context.isConstant(i));
    if (again) {
        const auto kept = std::static_pointer_cast<KeptConvolution>(context.state());
        *kept = {job.filter, job, x, dims, conv.x->dtype(), codes->type, asked};
    }
    return compute(context, job);
}

Result<bool> convolveAgain(KernelContext& context) {
    if (!context.state()) return false;
    const auto kept = std::static_pointer_cast<KeptConvolution>(context.state());
    const ir::Tensor* x = context.input(0);
    if (kept->in.empty() || !x || x->dims() != kept->in || x->dtype() != kept->inType) return false;
    if (kept->filter->tiles != kernels::table().integer || kept->asked != context.parameters().algorithm)
        return false;
    for (std::size_t i = 1; i < context.inputCount(); ++i)
        if (context.input(i) && !context.isConstant(i)) return false;
    ASSIGN_OR_RETURN(auto out, context.output(0, kept->codes, kept->out));
    kept->job.x.data = x->as<std::uint8_t>().data();
    kept->job.target.codes = out.as<std::uint8_t>().data();
    RETURN_IF_ERROR(compute(context, kept->job));
    return true;
}

namespace {

bool readsCodes(const kernels::KernelParameters& by) {
    if (by.algorithm == kernels::ConvolutionAlgorithm::Direct) return by.gemm == kernels::GemmParameters{};
    return by.strip == 0;
}

} // namespace

ParameterSpace integerConvolutionParameters(const NodeWork& work, std::size_t weight) {
    if (work.inputs.size() <= weight) return {};
    const auto x = work.inputs[0].dims(), w = work.inputs[weight].dims();
    if (!x || !w || checkedProduct(*x).value_or(0) < 1 || checkedProduct(*w).value_or(0) < 1) return {};
    auto found = geometryFor(*work.node, *x, *w);
    if (!found || found->outPlane() == 0) return {};
    const kernels::IntegerTiles& tiles = *kernels::table().integer;
    using Algorithm = kernels::ConvolutionAlgorithm;
    IntegerJob job;
    job.geometry = reducedTo(UsedTaps::of(*found));
    job.group = work.node->intOr("group", 1);
    job.channels = (*w)[1];
    job.perGroup = (*w)[0] / job.group;
    const IntegerWay way = wayOf(job, tiles, Algorithm::Automatic);
    const auto lines = fromTo(1, job.geometry.axes[1].out),
               columns = fromTo(tiles.columns, job.geometry.outPlane());
    ParameterSpace space;
    if (way == IntegerWay::Lines) {
        space.axes.push_back({"strip", fromTo(1, (*x)[0] * job.group)});
        return space;
    }
    if (way == IntegerWay::FewChannels) {
        space.axes.push_back({"strip", lines});
        return space;
    }
    if (way == IntegerWay::ShiftedPanels || !fitsRows(job.geometry)) {
        space.axes.push_back({"n", columns});
        return space;
    }
    const bool byRows = way == IntegerWay::Rows;
    space.usual.algorithm = byRows ? Algorithm::Direct : Algorithm::Im2col;
    space.reads = readsCodes;
    const auto other = byRows ? Algorithm::Im2col : Algorithm::Direct;
    space.axes.push_back(
        {"algorithm", {static_cast<std::int64_t>(space.usual.algorithm), static_cast<std::int64_t>(other)}});
    space.axes.push_back({"n", columns});
    space.axes.push_back({"strip", lines});
    return space;
}

Result<ir::TensorType> inferConvolution(const ir::Node& node, const ir::TensorType& x,
                                        const ir::TensorType& weight) {
    ir::TensorType result(ir::DataType::Int32);
    const auto filter = weight.dims();
    if (!x.shape || !filter) return result;
    if (x.shape->size() != filter->size() || filter->size() < 3)
        return badInput(say("input {1} and weight {2} do not fit", x.text(), weight.text()));
    ASSIGN_OR_RETURN(auto window, readWindow(node, std::span(*filter).subspan(2)));
    result.shape = {(*x.shape)[0], ir::Dim((*filter)[0])};
    for (std::size_t i = 2; i < x.shape->size(); ++i) {
        ASSIGN_OR_RETURN(auto dim, slideDim(window, i - 2, (*x.shape)[i]));
        result.shape->push_back(std::move(dim));
    }
    return result;
}

} // namespace edgewright::ops

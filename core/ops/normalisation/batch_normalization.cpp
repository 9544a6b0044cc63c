// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/kernels/isa.h"
#include "core/kernels/table.h"
#include "core/ops/normalisation/channel_affine.h"
#include "core/ops/normalisation/normalise.h"
#include "core/ops/normalisation/normalise_doubles.h"

#include <algorithm>
#include <array>

namespace edgewright::ops::batch_normalization {

namespace {

bool trains(const ir::Node& node, std::int64_t opset) {
    return opset >= 14 ? node.intOr("training_mode", 0) != 0 : false;
}

Result<void> infer(InferContext& context) {
    RETURN_IF_ERROR(inferNormalised(context, 1));
    // Further outputs: running statistics in training mode, otherwise left-overs of old training graphs.
    const ir::TensorType& x = *context.input(0);
    ir::TensorType statistics(x.dtype);
    if (x.shape) statistics.shape = std::vector<ir::Dim>{x.shape->size() > 1 ? (*x.shape)[1] : ir::Dim(1)};
    if (const ir::TensorType* mean = context.input(3); mean && mean->dtype != ir::DataType::Undefined)
        statistics.dtype = mean->dtype;
    for (std::size_t i = 1; i < context.node().outputs.size(); ++i)
        context.setOutput(i, statistics);
    return {};
}

// Statistics over batch and space, and their running averages.
Result<void> train(KernelContext& context, std::span<const float> in, std::int64_t batch, std::int64_t channels,
                   std::int64_t space, std::span<float> mean, std::span<float> variance) {
    const float momentum = context.node().floatOr("momentum", 0.9f);
    std::vector<Moments> found;
    ASSIGN_OR_RETURN(const auto gathered, context.scratchOf<float>(batch * space));
    for (std::int64_t c = 0; c < channels; ++c) {
        for (std::int64_t n = 0; n < batch; ++n)
            std::copy_n(in.data() + (n * channels + c) * space, space, gathered.data() + n * space);
        found.push_back(momentsOf(gathered));
    }
    const ir::DataType type = context.input(3)->dtype();
    std::array<std::span<float>, 2> running{mean, variance};
    for (std::size_t which = 0; which < 2; ++which) {
        const bool wanted = context.wantsOutput(which + 1);
        std::optional<FloatOutput> out;
        if (wanted) {
            ASSIGN_OR_RETURN(out, FloatOutput::make(context, which + 1, type, {channels}));
        }
        for (std::size_t c = 0; c < found.size(); ++c) {
            const float now = static_cast<float>(which == 0 ? found[c].mean : found[c].variance);
            if (out) out->data()[c] = running[which][c] * momentum + now * (1 - momentum);
            running[which][c] = now;
        }
        if (out) out->finish();
    }
    return {};
}

// Left-over outputs of training, before opset 14: the statistics as they are (1 and 3: mean, 2 and 4:
// variance).
Result<void> keepStatistics(KernelContext& context, std::span<const float> mean,
                            std::span<const float> variance) {
    for (std::size_t i = 1; i < context.node().outputs.size(); ++i) {
        if (!context.wantsOutput(i)) continue;
        const auto from = i % 2 == 1 ? mean : variance;
        ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, i, context.input(3)->dtype(),
                                                     {static_cast<std::int64_t>(from.size())}));
        std::ranges::copy(from, out.data().begin());
        out.finish();
    }
    return {};
}

Result<void> run(KernelContext& context) {
    const bool perElement = context.opset() < 9 && context.node().intOr("spatial", 1) == 0;
    if (isOfDoubles(context))
        return batchNormaliseDoubles(context, perElement, trains(context.node(), context.opset()));
    ASSIGN_OR_RETURN(auto opened, openNormalised(context));
    const ir::Dims& dims = opened.input.dims();
    const auto in = opened.in();
    const auto out = opened.output.data();
    const std::int64_t batch = dims.empty() ? 1 : dims[0];
    std::int64_t channels = dims.size() > 1 ? dims[1] : 1;
    if (perElement && dims.size() > 1) channels = checkedProduct(std::span(dims).subspan(1)).value_or(0);
    std::array<ir::Tensor, 4> given; // copies, because training replaces the statistics
    static constexpr std::array<std::string_view, 4> names{"scale", "B", "mean", "var"};
    for (std::size_t i = 0; i < 4; ++i) {
        ASSIGN_OR_RETURN(const auto found, parameter(context, i + 1, channels, names[i]));
        ASSIGN_OR_RETURN(auto copy, context.scratchTensor(ir::DataType::Float32, {channels}));
        std::ranges::copy(found.as<float>(), copy.as<float>().begin());
        given[i] = std::move(copy);
    }
    const std::int64_t space = in.empty() ? 0 : static_cast<std::int64_t>(in.size()) / (batch * channels);
    if (trains(context.node(), context.opset())) {
        RETURN_IF_ERROR(train(context, in, batch, channels, space, given[2].as<float>(), given[3].as<float>()));
    } else if (auto done = keepStatistics(context, given[2].as<float>(), given[3].as<float>()); !done) {
        return done;
    }
    const auto scale = given[0].as<float>();
    const auto shift = given[1].as<float>();
    const auto mean = given[2].as<float>();
    const auto variance = given[3].as<float>();
    const double epsilon = static_cast<double>(context.node().floatOr("epsilon", 1e-5f));
    for (std::size_t c = 0; c < scale.size(); ++c) {
        const ChannelAffine affine = channelAffine(scale[c], shift[c], mean[c], variance[c], epsilon);
        shift[c] = static_cast<float>(affine.offset);
        scale[c] = static_cast<float>(affine.factor);
    }
    const kernels::ElementwiseKernels& kernel = *kernels::table().elementwise;
    // Planes, or, where these are single elements, rows of channels.
    const bool single = space == 1;
    const std::int64_t extent = single ? channels : space;
    const std::int64_t rows = space == 0 ? 0 : single ? batch : batch * channels;
    const auto done = forEachRow(context, rows, extent, [&](std::int64_t row) {
        const float* from = in.data() + row * extent;
        float* to = out.data() + row * extent;
        const auto c = static_cast<std::size_t>(row % channels);
        if (single)
            kernel.normalise(from, 0, 1, scale.data(), shift.data(), 1, to, extent);
        else
            kernel.scaleShift(from, scale[c], shift[c], to, extent);
    });
    if (!done) return done;
    opened.output.finish();
    return {};
}

} // namespace

extern const Operator entry{
    .name = "BatchNormalization",
    .category = Category::Normalisation,
    .pattern = Pattern::ElementWise,
    .infer = infer,
    .run = run,
};

} // namespace edgewright::ops::batch_normalization

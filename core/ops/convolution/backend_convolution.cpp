// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/convolution/backend_convolution.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/ops/operands/epilogue.h"

#include <limits>

namespace edgewright::ops {

namespace {

kernels::BackendConvolution shapeOf(const Convolution& conv, int threads) {
    kernels::BackendConvolution shape{};
    for (std::size_t i = 0; i < 3; ++i) {
        const Geometry::Axis& axis = conv.geometry.axes[i];
        shape.axes[i] = {axis.in,
                         axis.out,
                         axis.window.kernel,
                         axis.window.stride,
                         axis.window.dilation,
                         axis.window.padBegin};
    }
    shape.batch = conv.batch;
    shape.inChannels = conv.inChannels;
    shape.outChannels = conv.outChannels;
    shape.groups = conv.group;
    shape.weights = conv.weight;
    shape.bias = conv.bias != nullptr;
    shape.threads = threads;
    return shape;
}

bool anythingEmpty(const Convolution& conv) {
    return conv.batch < 1 || conv.outChannels < 1 || conv.inPerGroup() < 1 || conv.geometry.inPlane() < 1 ||
           conv.geometry.outPlane() < 1;
}

} // namespace

PreparedBackend::PreparedBackend(const kernels::Backend& backend, const Convolution& conv, int threads)
    : m_backend(backend), m_geometry(conv.geometry), m_batch(conv.batch), m_weight(conv.weight),
      m_bias(conv.bias != nullptr), m_threads(threads), m_prepared(nullptr, backend.table().release) {
    if (anythingEmpty(conv)) return;
    const kernels::BackendConvolution shape = shapeOf(conv, threads);
    m_prepared.reset(backend.table().prepare(&shape, 0));
}

bool PreparedBackend::fits(const kernels::Backend& backend, const Convolution& conv, int threads) const {
    return &m_backend == &backend && m_geometry == conv.geometry && m_batch == conv.batch &&
           m_weight == conv.weight && m_bias == (conv.bias != nullptr) && m_threads == threads;
}

Result<void> PreparedBackend::run(const Convolution& conv, KernelContext& context) const {
    const kernels::BackendTable& table = m_backend.table();
    ASSIGN_OR_RETURN(auto scratch, context.scratch(table.scratchBytes(m_prepared.get())));
    const kernels::BackendHost host = kernels::backendHost();
    kernels::BackendCall call{};
    call.host = &host;
    call.input = conv.input;
    call.bias = conv.bias;
    call.output = conv.output;
    call.scratch = scratch.data();
    call.low = conv.epilogue ? conv.epilogue->low : -std::numeric_limits<float>::infinity();
    call.high = conv.epilogue ? conv.epilogue->high : std::numeric_limits<float>::infinity();
    if (conv.epilogue && conv.epilogue->applies) {
        call.finish = [](const void* self, float* out, std::int64_t begin, std::int64_t count) {
            static_cast<const Epilogue*>(self)->apply(out, begin, count);
        };
        call.self = conv.epilogue;
    }
    call.stopped = [](const void* run) -> std::int32_t {
        return static_cast<const RunContext*>(run)->stopped();
    };
    call.context = &context.run();
    if (const char* wrong = table.run(m_prepared.get(), &call))
        return internalError(m_backend.file() + ": " + wrong);
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace edgewright::ops

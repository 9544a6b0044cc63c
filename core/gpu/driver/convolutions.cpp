// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/driver/convolutions.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/gpu/driver/library.h"

#include <array>

namespace edgewright::gpu {

namespace {

Result<void> succeeded(const std::string& library, int result) {
    if (result == Success) return {};
    return badInput(say("{1}: a convolution fails (error {2})", library, result));
}

using Make = int (*)(Handle* made);
using Destroy = int (*)(Handle made);

Result<void> makeInto(std::shared_ptr<void>& into, Make make, Destroy destroy, const std::string& library) {
    Handle made = nullptr;
    RETURN_IF_ERROR(succeeded(library, make(&made)));
    into = {made, destroy};
    return {};
}

} // namespace

Result<Convolutions> Convolutions::open(const std::string& library) {
    const std::vector<std::string> names = library.empty()
                                               ? cudaLibraryNames("libcudnn", {"9", "8"}, "EDGEWRIGHT_CUDNN")
                                               : std::vector<std::string>{library};
    ASSIGN_OR_RETURN(
        const Library found,
        Library::open("cuDNN", names, say("cuDNN 8 or 9, which NVIDIA offers beside its toolkit")));
    Convolutions convolutions;
    convolutions.m_library = found.name();
#define EDGEWRIGHT_GPU_TAKE(name, parameters) RETURN_IF_ERROR(found.take(#name, convolutions.m_call.name));
    EDGEWRIGHT_GPU_CONVOLUTION_FUNCTIONS(EDGEWRIGHT_GPU_TAKE)
#undef EDGEWRIGHT_GPU_TAKE
    Handle handle = nullptr;
    if (const int result = convolutions.m_call.cudnnCreate(&handle); result != Success)
        return badInput(say("{1} does not begin (error {2})", found.name(), result));
    convolutions.m_handle = {handle, convolutions.m_call.cudnnDestroy};
    return convolutions;
}

Result<std::shared_ptr<const PreparedConvolution>> Convolutions::prepare(Gpu& gpu,
                                                                         const ConvolutionExtents& e) const {
    const int pad = e.side / 2;
    const int outHeight = (e.height + 2 * pad - e.side) / e.stride + 1;
    const int outWidth = (e.width + 2 * pad - e.side) / e.stride + 1;
    const auto made = std::make_shared<PreparedConvolution>();
    made->m_call = m_call;
    made->m_library = m_library;
    made->m_handle = m_handle;
    for (std::shared_ptr<void>* const each : {&made->m_x, &made->m_y})
        RETURN_IF_ERROR(makeInto(*each, m_call.cudnnCreateTensorDescriptor, m_call.cudnnDestroyTensorDescriptor,
                                 m_library));
    RETURN_IF_ERROR(makeInto(made->m_w, m_call.cudnnCreateFilterDescriptor, m_call.cudnnDestroyFilterDescriptor,
                             m_library));
    RETURN_IF_ERROR(makeInto(made->m_convolution, m_call.cudnnCreateConvolutionDescriptor,
                             m_call.cudnnDestroyConvolutionDescriptor, m_library));
    const Handle x = made->m_x.get(), w = made->m_w.get(), y = made->m_y.get();
    const Handle convolution = made->m_convolution.get();
    for (const int result : {m_call.cudnnSetTensor4dDescriptor(x, ByPlanes, TensorFloat32Bits, e.batch,
                                                               e.channels, e.height, e.width),
                             m_call.cudnnSetTensor4dDescriptor(y, ByPlanes, TensorFloat32Bits, e.batch,
                                                               e.filters, outHeight, outWidth),
                             m_call.cudnnSetFilter4dDescriptor(w, TensorFloat32Bits, ByPlanes, e.filters,
                                                               e.channels, e.side, e.side),
                             m_call.cudnnSetConvolution2dDescriptor(convolution, pad, pad, e.stride, e.stride,
                                                                    1, 1, CrossCorrelation, TensorFloat32Bits),
                             m_call.cudnnSetConvolutionMathType(convolution, WithoutTensorCores)})
        RETURN_IF_ERROR(succeeded(m_library, result));

    std::array<ConvolutionAlgorithm, 16> algorithms{};
    int count = 0;
    RETURN_IF_ERROR(succeeded(m_library, m_call.cudnnGetConvolutionForwardAlgorithm_v7(
                                             m_handle.get(), x, w, convolution, y,
                                             static_cast<int>(algorithms.size()), &count, algorithms.data())));
    ASSIGN_OR_RETURN(const std::int64_t free, gpu.freeBytes());
    for (std::size_t i = 0; i < algorithms.size() && static_cast<int>(i) < count; ++i) {
        const ConvolutionAlgorithm& each = algorithms[i];
        const bool isInFull = each.math == DefaultMath || each.math == WithoutTensorCores;
        if (each.status != Success || !isInFull || each.workspaceBytes > static_cast<std::size_t>(free) / 2)
            continue;
        made->m_algorithm = each;
        if (each.workspaceBytes > 0) {
            ASSIGN_OR_RETURN(made->m_workspace, gpu.allocate(each.workspaceBytes, m_library));
        }
        return std::shared_ptr<const PreparedConvolution>(made);
    }
    return unsupported(say("{1} has no algorithm for this convolution", m_library));
}

Result<void> PreparedConvolution::start(Address x, Address w, Address y) const {
    const float one = 1, zero = 0;
    return succeeded(m_library, m_call.cudnnConvolutionForward(m_handle.get(), &one, m_x.get(), x, m_w.get(), w,
                                                               m_convolution.get(), m_algorithm.algorithm,
                                                               m_workspace.address(), m_workspace.bytes(),
                                                               &zero, m_y.get(), y));
}

} // namespace edgewright::gpu

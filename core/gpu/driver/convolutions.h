// SPDX-License-Identifier: GPL-3.0-or-later
// cuDNN, for comparison, where it is installed: libcudnn.so of version 9 or 8; EDGEWRIGHT_CUDNN names another
// file.
#pragma once

#include "core/base/result.h"
#include "core/gpu/driver/abi.h"
#include "core/gpu/driver/gpu.h"

#include <memory>
#include <string>

namespace edgewright::gpu {

// y[batch][filters] of x[batch][channels] and w[filters][channels], planes of float32; windows of side x side,
// padded by half of that, rounded down. From 1 on, and not larger than the planes with their pads.
struct ConvolutionExtents {
    int batch, channels, height, width, filters, side, stride;
};

// One convolution, with the memory that its algorithm asks for.
class PreparedConvolution {
public:
    // Starts it, over what y has.
    Result<void> start(Address x, Address w, Address y) const;

private:
    friend class Convolutions;
    ConvolutionFunctions m_call;
    std::string m_library;
    std::shared_ptr<void> m_handle, m_x, m_w, m_y, m_convolution;
    ConvolutionAlgorithm m_algorithm{};
    DeviceMemory m_workspace;
};

class Convolutions {
public:
    // Behind Gpu::open(), on the same thread.
    static Result<Convolutions> open(const std::string& library = {});

    const std::string& library() const { return m_library; }

    // With the algorithm that the library expects to be fastest, of those without TF32 whose memory is there.
    // Unsupported: it has none.
    Result<std::shared_ptr<const PreparedConvolution>> prepare(Gpu& gpu,
                                                               const ConvolutionExtents& extents) const;

private:
    ConvolutionFunctions m_call;
    std::string m_library;
    std::shared_ptr<void> m_handle;
};

} // namespace edgewright::gpu

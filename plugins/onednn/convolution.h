// SPDX-License-Identifier: GPL-3.0-or-later
// One convolution in oneDNN: the primitive, the weights as it wants them, and the way from and to row-major
// tensors.
#pragma once

#include "plugins/onednn/choice.h"

#include <oneapi/dnnl/dnnl.hpp>

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>

namespace edgewright::onednn {

class Convolution {
public:
    // Null when oneDNN has no fast implementation that goes this way, or `way` is None. Throws dnnl::error and
    // std::bad_alloc.
    static std::unique_ptr<Convolution> make(const kernels::BackendConvolution& shape, Way way);

    const std::string& description() const { return m_description; }
    std::int64_t scratchBytes() const;
    void run(const kernels::BackendCall& call); // throws dnnl::error

private:
    Convolution(const kernels::BackendConvolution& shape, Way way);
    bool prepare();
    dnnl::memory argument(int index, const dnnl::memory::desc& layout);
    void gather(const kernels::BackendCall& call, const float* image, float* rows) const;
    void finish(const kernels::BackendCall& call, std::int64_t image, const float* made) const;

    kernels::BackendConvolution m_shape; // its weights are those of the first call only
    Way m_way;
    std::string m_description;
    std::int64_t m_inPlane, m_outPlane;
    std::int64_t m_block = 1; // channels that lie side by side, when in blocks
    std::int64_t m_rowsBytes = 0, m_madeBytes = 0, m_ownBytes = 0; // of the scratch
    dnnl::stream m_stream;
    dnnl::convolution_forward m_primitive;
    std::unordered_map<int, dnnl::memory> m_arguments;
};

} // namespace edgewright::onednn

// SPDX-License-Identifier: GPL-3.0-or-later
// The convolution and its transpose, over 1 to 3 spatial axes: fast in float32, plain in float64.
#pragma once

#include "core/base/result.h"
#include "core/kernels/convolution_algorithm.h"
#include "core/ops/convolution/patches.h"
#include "core/ops/convolution/window.h"
#include "core/ops/operator.h"

#include <memory>

namespace edgewright::ops {

// Shapes are checked by the caller: input [batch, inChannels, in...], output [batch, outChannels, out...],
// weight [outChannels, inChannels / group, kernel...]; bias [outChannels] or null.
template <typename T>
struct ConvolutionOf {
    Geometry geometry;
    std::int64_t batch = 1;
    std::int64_t inChannels = 1;
    std::int64_t outChannels = 1;
    std::int64_t group = 1;
    const T* input = nullptr;
    const T* weight = nullptr;
    const T* bias = nullptr;
    T* output = nullptr;
    const Epilogue* epilogue = nullptr; // float32 only

    std::int64_t inPerGroup() const { return inChannels / group; }
    std::int64_t outPerGroup() const { return outChannels / group; }
    std::int64_t depth() const { return inPerGroup() * geometry.taps(); } // rows of the matrix of patches
};

using Convolution = ConvolutionOf<float>;

// Preparation before the input is known: which pixels make a panel, and the weights as the algorithm
// wants them.
class PreparedConvolution {
public:
    // Packs the weights as well when they are constant. `algorithm`: not Automatic.
    static Result<std::shared_ptr<PreparedConvolution>> make(const Convolution& conv,
                                                             kernels::ConvolutionAlgorithm algorithm,
                                                             const kernels::GemmTiles& tiles,
                                                             bool constantWeights, KernelContext& context);
    // True if it was made for these extents and weights, for this algorithm and these tiles, which are those of
    // one instruction set.
    bool fits(const Convolution& conv, kernels::ConvolutionAlgorithm algorithm, const kernels::GemmTiles& tiles,
              bool constantWeights) const;

    const Patches& patches() const { return m_patches; }
    const float* weights() const { return m_weights.hasData() ? m_weights.as<float>().data() : nullptr; }

private:
    PreparedConvolution(const Geometry& geometry, kernels::ConvolutionAlgorithm algorithm,
                        const kernels::GemmTiles& tiles)
        : m_geometry(geometry), m_algorithm(algorithm), m_tiles(&tiles), m_patches(geometry, tiles) {}

    Geometry m_geometry;
    kernels::ConvolutionAlgorithm m_algorithm;
    const kernels::GemmTiles* m_tiles;
    const float* m_source = nullptr;
    Patches m_patches;
    ir::Tensor m_weights; // packed; without data when they are not constant
};

// Writes every output element once. Scratch comes from `context`, and so do threads; `state` is kept there too.
// Fails when cancelled or out of memory.
Result<void> convolve(const Convolution& conv, bool constantWeights, KernelContext& context);

// The transpose: `geometry` is that of the convolution that maps *output to input* (axes[i].in is the output
// extent, axes[i].out the input extent), weight [inChannels, outChannels / group, kernel...].
Result<void> convolveTransposed(const Convolution& conv, KernelContext& context);

// The same for float64, by the definition. Fail when cancelled.
Result<void> convolveDoubles(const ConvolutionOf<double>& conv, const RunContext& run);
Result<void> convolveDoublesTransposed(const ConvolutionOf<double>& conv, const RunContext& run);

} // namespace edgewright::ops

// SPDX-License-Identifier: GPL-3.0-or-later
// A libcudnn.so that convolves on the processor. Its second algorithm is the one without tensor cores, and
// wants 64 bytes of memory; a convolution takes 0.05 ms of the fake GPU.
#include "core/gpu/driver/abi.h"
#include "tests/core/gpu/fakes/passing_time.h"

#include <array>
#include <cstdint>

namespace edgewright::fake_convolutions {

namespace {

using gpu::Address;
using gpu::Handle;
constexpr int Success = 0, BadParameter = 3;
constexpr int RightAlgorithm = 1;
constexpr std::size_t WorkspaceBytes = 64;

// Extents of a tensor or a filter; of a convolution pads, strides and dilations, then the kind of arithmetic.
using Descriptor = std::array<int, 7>;

const Descriptor& of(Handle handle) { return *static_cast<const Descriptor*>(handle); }
int made(Handle* handle) {
    *handle = new Descriptor{};
    return Success;
}
int destroyed(Handle handle) {
    delete static_cast<Descriptor*>(handle);
    return Success;
}

// The number at (c, h, w) of a picture of these extents: 0 where there is none.
float at(const float* picture, const Descriptor& extents, std::int64_t c, std::int64_t h, std::int64_t w) {
    if (h < 0 || h >= extents[2] || w < 0 || w >= extents[3]) return 0;
    return picture[(c * extents[2] + h) * extents[3] + w];
}

struct Convolution {
    const Descriptor &x, &w, &y, &how;
    std::int64_t inPicture() const { return std::int64_t(x[1]) * x[2] * x[3]; }
    std::int64_t inFilter() const { return std::int64_t(w[1]) * w[2] * w[3]; }

    float one(const float* picture, const float* filter, std::int64_t row, std::int64_t column) const {
        double sum = 0;
        for (std::int64_t c = 0; c < w[1]; ++c)
            for (std::int64_t i = 0; i < w[2]; ++i)
                for (std::int64_t j = 0; j < w[3]; ++j)
                    sum += static_cast<double>(at(picture, x, c, row * how[2] - how[0] + i * how[4],
                                                  column * how[3] - how[1] + j * how[5])) *
                           static_cast<double>(at(filter, w, c, i, j));
        return static_cast<float>(sum);
    }
    void all(const float* from, const float* filters, float* into) const {
        for (std::int64_t n = 0; n < y[0]; ++n)
            for (std::int64_t k = 0; k < y[1]; ++k)
                for (std::int64_t row = 0; row < y[2]; ++row)
                    for (std::int64_t column = 0; column < y[3]; ++column)
                        *into++ = one(from + n * inPicture(), filters + k * inFilter(), row, column);
    }
};

} // namespace

} // namespace edgewright::fake_convolutions

using namespace edgewright::fake_convolutions;

#define EXPORT extern "C" [[gnu::visibility("default")]]

EXPORT int cudnnCreate(Handle* library) { return made(library); }
EXPORT int cudnnDestroy(Handle library) { return destroyed(library); }
EXPORT int cudnnCreateTensorDescriptor(Handle* tensor) { return made(tensor); }
EXPORT int cudnnDestroyTensorDescriptor(Handle tensor) { return destroyed(tensor); }
EXPORT int cudnnSetTensor4dDescriptor(Handle tensor, int layout, int type, int n, int c, int h, int w) {
    *static_cast<Descriptor*>(tensor) = {n, c, h, w};
    return layout == 0 && type == 0 ? Success : BadParameter;
}
EXPORT int cudnnCreateFilterDescriptor(Handle* filter) { return made(filter); }
EXPORT int cudnnDestroyFilterDescriptor(Handle filter) { return destroyed(filter); }
EXPORT int cudnnSetFilter4dDescriptor(Handle filter, int type, int layout, int k, int c, int h, int w) {
    *static_cast<Descriptor*>(filter) = {k, c, h, w};
    return layout == 0 && type == 0 ? Success : BadParameter;
}
EXPORT int cudnnCreateConvolutionDescriptor(Handle* convolution) { return made(convolution); }
EXPORT int cudnnDestroyConvolutionDescriptor(Handle convolution) { return destroyed(convolution); }
EXPORT int cudnnSetConvolution2dDescriptor(Handle convolution, int padDown, int padAcross, int strideDown,
                                           int strideAcross, int dilationDown, int dilationAcross, int mode,
                                           int type) {
    *static_cast<Descriptor*>(convolution) = {padDown,      padAcross,    strideDown,
                                              strideAcross, dilationDown, dilationAcross};
    return mode == 1 && type == 0 ? Success : BadParameter;
}
EXPORT int cudnnSetConvolutionMathType(Handle convolution, int math) {
    (*static_cast<Descriptor*>(convolution))[6] = math;
    return Success;
}
EXPORT int cudnnGetConvolutionForwardAlgorithm_v7(Handle, Handle, Handle, Handle, Handle, int asked,
                                                  int* returned,
                                                  edgewright::gpu::ConvolutionAlgorithm* algorithms) {
    if (asked < 2) return BadParameter;
    *returned = 2;
    algorithms[0] = {0, Success, 0.1F, 0, 1, 1, {}}; // on tensor cores
    algorithms[1] = {RightAlgorithm, Success, 0.2F, WorkspaceBytes, 1, 3, {}};
    return Success;
}
// Only within planes and channels that fit each other, in full precision, with the memory that was asked for.
EXPORT int cudnnConvolutionForward(Handle, const void*, Handle x, Address xAt, Handle w, Address wAt,
                                   Handle convolution, int algorithm, Address workspace,
                                   std::size_t workspaceBytes, const void*, Handle y, Address yAt) {
    const Convolution it{of(x), of(w), of(y), of(convolution)};
    if (algorithm != RightAlgorithm || it.how[6] != 3 || workspace == 0 || workspaceBytes < WorkspaceBytes ||
        it.x[1] != it.w[1] || it.y[1] != it.w[0] || it.y[0] != it.x[0])
        return BadParameter;
    it.all(reinterpret_cast<const float*>(xAt), reinterpret_cast<const float*>(wAt),
           reinterpret_cast<float*>(yAt));
    edgewright::fakes::passTime(0.05);
    return Success;
}

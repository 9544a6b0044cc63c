// SPDX-License-Identifier: GPL-3.0-or-later
// A kernel of our own for NVIDIA GPUs: what it computes for given sizes, by which launches, and what it is
// judged by.
//
// To add one: write <source>.cu below core/gpu/sources, one kernel `KERNEL <source>(...)` that is told its
// parameters by macros, and core/gpu/kernels/<file>.cpp, in it namespace edgewright::gpu::<name>_kernel with
// `extern const Kernel entry;` and its definition; add <file>:<name> to ENTRIES of gpu_kernels in
// core/gpu/CMakeLists.txt, its place there is that in tables, and its instances to
// tests/core/gpu/emulator/CMakeLists.txt.
#pragma once

#include "core/base/result.h"
#include "core/gpu/array.h"
#include "core/gpu/occupancy.h"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace edgewright::gpu {

// A macro of the source, with what it may be: a space that a tuner can search. Combinations that make no kernel
// do not compile.
struct Parameter {
    std::string_view name;
    int value;                // unless told
    std::vector<int> choices; // `value` among them
};

// Values of macros by name, in the order of the parameters.
using Values = std::vector<std::pair<std::string_view, std::string>>;
int numberOf(const Values& values, std::string_view name); // there is one

struct Extent3 {
    std::uint32_t x = 1, y = 1, z = 1;
    friend bool operator==(const Extent3&, const Extent3&) = default;
};

enum class Fill { Random, Result, Scratch };

struct Buffer {
    Type type;
    std::int64_t count;
    Fill fill = Fill::Random;
    std::int64_t row = 0, used = 0; // of a random one: Array::fillAtRandom; 0: all of it
};

struct BufferPart {
    std::size_t buffer;
    std::int64_t offset = 0; // in elements
};

struct Nothing {}; // an address where there is no array: 0
using Operand = std::variant<std::int32_t, float, BufferPart, Nothing>;

struct Launch {
    std::string_view source; // of core/gpu/sources, the name of its kernel as well
    Values defines;
    Extent3 grid, block;
    std::vector<Operand> operands;
};

// The same product in cuBLAS, or the same convolution in cuDNN, for comparison.
enum class LibraryCall { None, Float32, Float16, Int8, Convolution };

struct Work {
    std::vector<Buffer> buffers;
    std::vector<Launch> launches; // one after the other
    double macs = 0;              // 0: what counts are the bytes
    double bytes = 0;             // that are read and written once at least
    // Element `element` of the result, in double precision; `inputs` has the buffers, with the numbers of
    // random ones.
    std::function<double(const std::vector<Array>& inputs, std::int64_t element)> reference;
    // The largest difference from the reference over the largest number of the result; 0: exactly that.
    double tolerance = 1e-5;
    // A product has m, n, k of the sizes and buffers a, b, c; a convolution has the sizes that
    // ConvolutionExtents (driver/convolutions.h) has, and buffers x, w, y.
    LibraryCall library = LibraryCall::None;
};

using Sizes = std::vector<std::int64_t>;

enum class Family { Product, TensorProduct, Convolution, Attention, Rows, Elements, Movement };
const char* nameOf(Family family); // TRANSLATABLE "Word"

// The roof of a kernel: the arithmetic of its products, or the copy of the same bytes.
enum class RoofKind { Float32, TensorFloat32, Float16, Int8, Copy };

struct Kernel {
    std::string_view name;
    Family family;
    const char* summary; // TRANSLATABLE("GPU kernel", ...)
    RoofKind roof;
    int capability; // the least compute capability, times 10
    std::vector<Parameter> parameters;
    std::vector<std::string_view> sizeNames;
    std::vector<Sizes> odd;   // small ones, no multiples of tiles: checks
    std::vector<Sizes> usual; // measured unless told
    // `sizes` are as many as names, 1 to 2^20 each, and `values` are those of the parameters.
    Result<Work> (*work)(const Sizes& sizes, const Values& values);
    // The least that a block takes; Unsupported, with the reason, for values that make no kernel. Null: not
    // told, and any combination makes one.
    Result<BlockNeeds> (*needs)(const Values& values) = nullptr;
};

std::span<const Kernel* const> kernels();
const Kernel* findKernel(std::string_view name); // null: there is none

// The values of all parameters: those told, as "BM=64", and the others as they are declared. BadInput: no
// parameter of the kernel, or not a choice of it.
Result<Values> valuesOf(const Kernel& kernel, std::span<const std::string> told = {});
// The blocks of such a kernel that a multiprocessor runs at once, as far as Kernel::needs tells. Unsupported,
// with the reason, where values make no kernel or not one block fits: threads, registers, shared memory.
Result<Occupancy> fits(const Kernel& kernel, const Values& values, const Multiprocessor& sm);
// Each combination of the choices, the last parameter first; some make no kernel.
std::vector<Values> everyValues(const Kernel& kernel);
// The work of a kernel; BadInput where sizes are not as many as its names, out of their range, or make arrays
// of 2^31 elements and more, which its indices cannot count.
Result<Work> workOf(const Kernel& kernel, const Sizes& sizes, const Values& values);
std::string textOf(const Sizes& sizes);   // "4096 x 4096 x 4096"
std::string textOf(const Values& values); // "BM=128 BN=128"

// The text of a source as it is compiled for a GPU, all that it needs before it.
std::string gpuSource(std::string_view name);
std::vector<std::string_view> sourceNames(); // of kernels

} // namespace edgewright::gpu

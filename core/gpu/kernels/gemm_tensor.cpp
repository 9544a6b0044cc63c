// SPDX-License-Identifier: GPL-3.0-or-later
// c[m][n] = a[m][k] b[n][k] on tensor cores: b as the weights of a network lie, by output.
#include "core/base/translatable.h"
#include "core/gpu/kernels/parts.h"

namespace edgewright::gpu {

namespace {

Result<Work> tensorWork(const Sizes& sizes, const Values& values, Type type) {
    const std::int64_t m = sizes[0], n = sizes[1], k = sizes[2];
    const std::int64_t row = (k * bytesOf(type) + 15) / 16 * 16 / bytesOf(type); // whole copies of 16 bytes
    const bool isHalf = type == Type::Float16;
    const int bm = numberOf(values, "BM"), bn = numberOf(values, "BN");
    const int warps = bm / numberOf(values, "WM") * (bn / numberOf(values, "WN"));
    Work work;
    work.buffers = {{type, m * row, Fill::Random, row, k},
                    {type, n * row, Fill::Random, row, k},
                    {isHalf ? Type::Float32 : Type::Int32, m * n, Fill::Result}};
    Values defines = values;
    defines.emplace_back("BYTES", isHalf ? "2" : "1");
    defines.emplace_back("SUM", isHalf ? "float" : "int");
    defines.emplace_back("ENDING", "0");
    work.launches = {{"gemm_tensor",
                      defines,
                      {piecesOf(n, bn), piecesOf(m, bm), 1},
                      {static_cast<std::uint32_t>(warps * 32), 1, 1},
                      {whole(m), whole(n), whole(row * bytesOf(type)), part(0), part(1), part(2)}}};
    work.macs = static_cast<double>(m) * static_cast<double>(n) * static_cast<double>(k);
    work.bytes =
        static_cast<double>(bytesOf(type)) * (static_cast<double>(m * row) + static_cast<double>(n * row)) +
        4.0 * static_cast<double>(m * n);
    work.reference = [n, k, row](const std::vector<Array>& inputs, std::int64_t element) {
        double sum = 0;
        for (std::int64_t i = 0; i < k; ++i)
            sum += inputs[0].at(element / n * row + i) * inputs[1].at(element % n * row + i);
        return sum;
    };
    work.tolerance = isHalf ? 1e-4 : 0; // tensor cores round sums toward zero
    work.library = isHalf ? LibraryCall::Float16 : LibraryCall::Int8;
    return work;
}

Result<Work> halves(const Sizes& sizes, const Values& values) {
    return tensorWork(sizes, values, Type::Float16);
}
Result<Work> bytes(const Sizes& sizes, const Values& values) { return tensorWork(sizes, values, Type::Int8); }

Kernel onTensorCores(std::string_view name, const char* summary, RoofKind roof,
                     Result<Work> (*work)(const Sizes&, const Values&)) {
    return {name,
            Family::TensorProduct,
            summary,
            roof,
            80,
            tensorTiles(),
            {"m", "n", "k"},
            {{1, 1, 1}, {33, 70, 37}, {130, 133, 100}},
            {{1024, 1024, 1024}, {4096, 4096, 4096}},
            work};
}

} // namespace

namespace gemm_fp16_kernel {
extern const Kernel entry =
    onTensorCores("gemm_fp16", TRANSLATABLE("GPU kernel", "Halves on tensor cores, sums in float32"),
                  RoofKind::Float16, halves);
}
namespace gemm_int8_kernel {
extern const Kernel entry =
    onTensorCores("gemm_int8", TRANSLATABLE("GPU kernel", "8-bit integers on tensor cores, sums in 32 bits"),
                  RoofKind::Int8, bytes);
}

} // namespace edgewright::gpu

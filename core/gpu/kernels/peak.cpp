// SPDX-License-Identifier: GPL-3.0-or-later
// The arithmetic that a GPU really reaches, without memory: the roof of the other kernels.
#include "core/base/translatable.h"
#include "core/gpu/kernels/parts.h"

namespace edgewright::gpu {

namespace {

Result<Work> peak(const Sizes& sizes, const Values& values) {
    const std::int64_t count = sizes[0], steps = sizes[1];
    const int chains = numberOf(values, "CHAINS"), threads = numberOf(values, "THREADS");
    Work work;
    work.buffers = {{Type::Float32, count}, {Type::Float32, count, Fill::Result}};
    work.launches = {{"peak_fp32",
                      values,
                      {piecesOf(count, threads), 1, 1},
                      {static_cast<std::uint32_t>(threads), 1, 1},
                      {whole(count), whole(steps), part(0), part(1)}}};
    work.macs = static_cast<double>(count) * static_cast<double>(steps) * chains;
    work.bytes = 8.0 * static_cast<double>(count);
    work.reference = [=](const std::vector<Array>& inputs, std::int64_t element) {
        double sum = 0;
        for (int i = 0; i < chains; ++i) {
            double value = inputs[0].at(element) + i;
            for (std::int64_t step = 0; step < steps; ++step)
                value = value / 2 + 1;
            sum += value;
        }
        return sum;
    };
    return work;
}

} // namespace

namespace peak_fp32_kernel {
extern const Kernel entry{.name = "peak_fp32",
                          .family = Family::Elements,
                          .summary =
                              TRANSLATABLE("GPU kernel", "Products in registers alone: the roof in float32"),
                          .roof = RoofKind::Float32,
                          .capability = 50,
                          .parameters = {{"THREADS", RowThreads, {RowThreads}}, {"CHAINS", 8, {4, 8, 16}}},
                          .sizeNames = {"count", "steps"},
                          .odd = {{1, 1}, {300, 3}},
                          .usual = {{1048576, 4096}},
                          .work = peak};
}

} // namespace edgewright::gpu

// SPDX-License-Identifier: GPL-3.0-or-later
// Arrays of several axes: functions of elements with operands that repeat, axes in another order, parts of
// rows.
#include "core/base/translatable.h"
#include "core/gpu/kernels/launches.h"
#include "core/gpu/kernels/parts.h"

#include <algorithm>

namespace edgewright::gpu {

namespace {

// A row is added to each row, and what is below 0 becomes 0.
Result<Work> elements(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1];
    Work work;
    work.buffers = {{Type::Float32, rows * columns},
                    {Type::Float32, columns},
                    {Type::Float32, rows * columns, Fill::Result}};
    Steps4 steps;
    steps.extents = {1, 1, rows, columns};
    steps.a = {0, 0, columns, 1};
    steps.b = {0, 0, 0, 1};
    work.launches = {elementsLaunch(steps, 0, ReluFunction, 0, 0, part(0), part(1), part(2), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [columns](const std::vector<Array>& inputs, std::int64_t element) {
        return std::max(0.0, inputs[0].at(element) + inputs[1].at(element % columns));
    };
    return work;
}

// y[batch][row][column][channel] = x[batch][channel][row][column].
Result<Work> permute(const Sizes& sizes, const Values& values) {
    const std::int64_t batch = sizes[0], channels = sizes[1], height = sizes[2], width = sizes[3];
    const std::int64_t plane = productOf({height, width}), count = productOf({batch, channels, plane});
    Work work;
    work.buffers = {{Type::Float32, count}, {Type::Float32, count, Fill::Result}};
    work.launches = {permuteLaunch({1, batch, height, width, channels},
                                   {0, productOf({channels, plane}), width, 1, plane}, part(0), part(1),
                                   Type::Float32, values)};
    work.bytes = bytesOfAll(work);
    work.reference = [=](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t channel = element % channels, at = element / channels % plane;
        return inputs[0].at((element / channels / plane * channels + channel) * plane + at);
    };
    work.tolerance = 0;
    return work;
}

// The right half of each row.
Result<Work> place(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1], half = (columns + 1) / 2, at = columns - half;
    Work work;
    work.buffers = {{Type::Float32, rows * columns}, {Type::Float32, rows * half, Fill::Result}};
    work.launches = {placeLaunch({rows, half, columns, at, half, 0}, part(0), part(1), Type::Float32, values)};
    work.bytes = 8.0 * static_cast<double>(rows * half);
    work.reference = [=](const std::vector<Array>& inputs, std::int64_t element) {
        return inputs[0].at(element / half * columns + at + element % half);
    };
    work.tolerance = 0;
    return work;
}

Kernel ofArrays(std::string_view name, Family family, const char* summary,
                Result<Work> (*work)(const Sizes&, const Values&)) {
    return {name,
            family,
            summary,
            RoofKind::Copy,
            50,
            {{"THREADS", RowThreads, {128, RowThreads, 512}}},
            {"rows", "columns"},
            {{1, 1}, {3, 37}, {5, 132}},
            {{8192, 4096}},
            work};
}

} // namespace

namespace elements_kernel {
extern const Kernel entry =
    ofArrays("elements", Family::Elements,
             TRANSLATABLE("GPU kernel", "Operators of one number or two, with operands that repeat"), elements);
}
namespace place_kernel {
extern const Kernel entry =
    ofArrays("place", Family::Movement, TRANSLATABLE("GPU kernel", "Parts of rows into parts of rows"), place);
}
namespace permute_kernel {
extern const Kernel entry{.name = "permute",
                          .family = Family::Movement,
                          .summary = TRANSLATABLE("GPU kernel", "Up to five axes in another order"),
                          .roof = RoofKind::Copy,
                          .capability = 50,
                          .parameters = {{"THREADS", RowThreads, {128, RowThreads, 512}}},
                          .sizeNames = {"batch", "channels", "height", "width"},
                          .odd = {{1, 1, 1, 1}, {2, 3, 5, 7}, {1, 33, 9, 4}},
                          .usual = {{32, 64, 112, 112}},
                          .work = permute};
}

} // namespace edgewright::gpu

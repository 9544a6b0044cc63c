// SPDX-License-Identifier: GPL-3.0-or-later
// Kernels that are judged by the bytes that they move: rows, elements, movements.
#include "core/base/translatable.h"
#include "core/gpu/kernels/launches.h"
#include "core/gpu/kernels/parts.h"

#include <cmath>

namespace edgewright::gpu {

namespace {

constexpr double Epsilon = 1e-5; // of the layer norm

Extent3 rowThreads(const Values& values) {
    return {static_cast<std::uint32_t>(numberOf(values, "THREADS")), 1, 1};
}

double softmaxAt(const Array& x, std::int64_t columns, std::int64_t element) {
    const std::int64_t first = element / columns * columns;
    double largest = x.at(first), sum = 0;
    for (std::int64_t i = 1; i < columns; ++i)
        largest = std::max(largest, x.at(first + i));
    for (std::int64_t i = 0; i < columns; ++i)
        sum += std::exp(x.at(first + i) - largest);
    return std::exp(x.at(element) - largest) / sum;
}

Result<Work> softmax(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1];
    Work work;
    work.buffers = {{Type::Float32, rows * columns}, {Type::Float32, rows * columns, Fill::Result}};
    work.launches = {softmaxLaunch(rows, columns, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [columns](const std::vector<Array>& inputs, std::int64_t element) {
        return softmaxAt(inputs[0], columns, element);
    };
    return work;
}

double normalisedAt(const std::vector<Array>& inputs, std::int64_t columns, std::int64_t element) {
    const std::int64_t first = element / columns * columns, column = element % columns;
    double mean = 0, variance = 0;
    for (std::int64_t i = 0; i < columns; ++i)
        mean += inputs[0].at(first + i) / static_cast<double>(columns);
    for (std::int64_t i = 0; i < columns; ++i)
        variance += std::pow(inputs[0].at(first + i) - mean, 2) / static_cast<double>(columns);
    return (inputs[0].at(element) - mean) / std::sqrt(variance + Epsilon) * inputs[1].at(column) +
           inputs[2].at(column);
}

Result<Work> layerNorm(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1];
    Work work;
    work.buffers = {{Type::Float32, rows * columns},
                    {Type::Float32, columns},
                    {Type::Float32, columns},
                    {Type::Float32, rows * columns, Fill::Result}};
    work.launches = {layerNormLaunch(rows, columns, static_cast<float>(Epsilon), part(0), part(1), part(2),
                                     part(3), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [columns](const std::vector<Array>& inputs, std::int64_t element) {
        return normalisedAt(inputs, columns, element);
    };
    return work;
}

Result<Work> toHalves(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1], row = halfRow(columns);
    Work work;
    work.buffers = {{Type::Float32, rows * columns}, {Type::Float16, rows * row, Fill::Result}};
    work.launches = {halvesLaunch(rows, columns, {1, rows}, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [rows, columns, row](const std::vector<Array>& inputs, std::int64_t element) {
        if (element % row >= columns) return 0.0;
        Array half(Type::Float16, 1);
        half.set(0, inputs[0].at(element % row * rows + element / row));
        return half.at(0);
    };
    work.tolerance = 0;
    return work;
}

// A kernel of one array, four numbers a thread.
Work elementWork(std::string_view source, std::int64_t count, const Values& values) {
    Work work;
    work.buffers = {{Type::Float32, count}, {Type::Float32, count, Fill::Result}};
    work.launches = {{source,
                      values,
                      {piecesOf(count, 4 * numberOf(values, "THREADS")), 1, 1},
                      rowThreads(values),
                      {whole(count), part(0), part(1)}}};
    work.bytes = bytesOfAll(work);
    return work;
}

Result<Work> gelu(const Sizes& sizes, const Values& values) {
    Work work = elementWork("gelu", sizes[0] * sizes[1], values);
    work.reference = [](const std::vector<Array>& inputs, std::int64_t element) {
        const double x = inputs[0].at(element);
        return x / 2 * (1 + std::erf(x / std::sqrt(2.0)));
    };
    return work;
}

Result<Work> copy(const Sizes& sizes, const Values& values) {
    Work work = elementWork("copy", sizes[0] * sizes[1], values);
    work.reference = [](const std::vector<Array>& inputs, std::int64_t element) {
        return inputs[0].at(element);
    };
    work.tolerance = 0;
    return work;
}

Result<Work> transpose(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1];
    Work work;
    work.buffers = {{Type::Float32, rows * columns}, {Type::Float32, rows * columns, Fill::Result}};
    work.launches = {transposeLaunch(rows, columns, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [rows, columns](const std::vector<Array>& inputs, std::int64_t element) {
        return inputs[0].at(element % rows * columns + element / rows);
    };
    work.tolerance = 0;
    return work;
}

Result<Work> sum(const Sizes& sizes, const Values& values) {
    constexpr std::int64_t MaxParts = 1024;
    const std::int64_t count = sizes[0] * sizes[1];
    const std::int64_t parts =
        std::min<std::int64_t>(MaxParts, piecesOf(count, 4 * numberOf(values, "THREADS")));
    Work work;
    work.buffers = {
        {Type::Float32, count}, {Type::Float32, 1, Fill::Result}, {Type::Float32, parts, Fill::Scratch}};
    work.launches = {{"sum",
                      values,
                      {static_cast<std::uint32_t>(parts), 1, 1},
                      rowThreads(values),
                      {whole(count), part(0), part(2)}},
                     {"sum", values, {1, 1, 1}, rowThreads(values), {whole(parts), part(2), part(1)}}};
    work.bytes = bytesOfAll(work);
    work.reference = [count](const std::vector<Array>& inputs, std::int64_t) {
        double all = 0;
        for (std::int64_t i = 0; i < count; ++i)
            all += inputs[0].at(i);
        return all;
    };
    work.tolerance = 1e-3; // positive and negative numbers cancel: the sum is small beside them
    return work;
}

Result<Work> rowMean(const Sizes& sizes, const Values& values) {
    const std::int64_t rows = sizes[0], columns = sizes[1];
    Work work;
    work.buffers = {{Type::Float32, rows * columns}, {Type::Float32, rows, Fill::Result}};
    work.launches = {rowMeanLaunch(rows, columns, part(0), part(1), values)};
    work.bytes = bytesOfAll(work);
    work.reference = [columns](const std::vector<Array>& inputs, std::int64_t element) {
        double all = 0;
        for (std::int64_t i = 0; i < columns; ++i)
            all += inputs[0].at(element * columns + i);
        return all / static_cast<double>(columns);
    };
    work.tolerance = 1e-4; // positive and negative numbers cancel
    return work;
}

Result<Work> concat(const Sizes& sizes, const Values& values) {
    const std::int64_t outer = sizes[0], first = sizes[1], second = sizes[2], all = first + second;
    Work work;
    work.buffers = {{Type::Float32, outer * first},
                    {Type::Float32, outer * second},
                    {Type::Float32, outer * all, Fill::Result}};
    work.launches = {{"concat",
                      values,
                      {piecesOf(all, 4 * numberOf(values, "THREADS")), static_cast<std::uint32_t>(outer), 1},
                      rowThreads(values),
                      {whole(first), whole(second), part(0), part(1), part(2)}}};
    work.bytes = bytesOfAll(work);
    work.reference = [=](const std::vector<Array>& inputs, std::int64_t element) {
        const std::int64_t row = element / all, column = element % all;
        return column < first ? inputs[0].at(row * first + column)
                              : inputs[1].at(row * second + column - first);
    };
    work.tolerance = 0;
    return work;
}

const std::vector<Parameter> ThreadsOfRows{{"THREADS", RowThreads, {128, RowThreads, 512}}};
const std::vector<Sizes> OddRows{{1, 1}, {3, 37}, {5, 132}, {2, 1029}}, UsualRows{{8192, 4096}, {65536, 1024}};

Kernel ofBytes(std::string_view name, Family family, const char* summary,
               Result<Work> (*work)(const Sizes&, const Values&)) {
    return {name,    family,    summary, RoofKind::Copy, 50, ThreadsOfRows, {"rows", "columns"},
            OddRows, UsualRows, work};
}

} // namespace

namespace copy_kernel {
extern const Kernel entry = ofBytes("copy", Family::Movement,
                                    TRANSLATABLE("GPU kernel", "The copy that others are compared with"), copy);
}
namespace halves_kernel {
extern const Kernel entry{.name = "halves",
                          .family = Family::Movement,
                          .summary = TRANSLATABLE("GPU kernel", "Columns as rows of halves, rounded"),
                          .roof = RoofKind::Copy,
                          .capability = 53,
                          .parameters = {{"THREADS", RowThreads, {128, RowThreads}}},
                          .sizeNames = {"rows", "columns"},
                          .odd = {{1, 1}, {33, 70}, {130, 37}},
                          .usual = {{8192, 4096}},
                          .work = toHalves};
}
namespace softmax_kernel {
extern const Kernel entry =
    ofBytes("softmax", Family::Rows, TRANSLATABLE("GPU kernel", "Largest number and sum of a row in one pass"),
            softmax);
}
namespace layer_norm_kernel {
extern const Kernel entry =
    ofBytes("layer_norm", Family::Rows,
            TRANSLATABLE("GPU kernel", "Mean, then variance, then the row, from the cache"), layerNorm);
}
namespace gelu_kernel {
extern const Kernel entry =
    ofBytes("gelu", Family::Elements, TRANSLATABLE("GPU kernel", "GELU by the error function"), gelu);
}
namespace row_mean_kernel {
extern const Kernel entry = ofBytes(
    "row_mean", Family::Rows, TRANSLATABLE("GPU kernel", "The mean of each row: global pooling"), rowMean);
}
namespace sum_kernel {
extern const Kernel entry =
    ofBytes("sum", Family::Rows,
            TRANSLATABLE("GPU kernel", "The sum of all numbers, by warps, blocks and a second pass"), sum);
}
namespace transpose_kernel {
extern const Kernel entry{.name = "transpose",
                          .family = Family::Movement,
                          .summary = TRANSLATABLE("GPU kernel", "Tiles turned over in shared memory"),
                          .roof = RoofKind::Copy,
                          .capability = 50,
                          .parameters = {{"SIDE", 32, {16, 32}}, {"DOWN", 8, {4, 8, 16}}},
                          .sizeNames = {"rows", "columns"},
                          .odd = OddRows,
                          .usual = UsualRows,
                          .work = transpose};
}
namespace concat_kernel {
extern const Kernel entry{.name = "concat",
                          .family = Family::Movement,
                          .summary = TRANSLATABLE("GPU kernel", "Two arrays, one behind the other in each row"),
                          .roof = RoofKind::Copy,
                          .capability = 50,
                          .parameters = ThreadsOfRows,
                          .sizeNames = {"outer", "first", "second"},
                          .odd = {{1, 1, 1}, {3, 37, 5}, {2, 1024, 260}},
                          .usual = {{64, 262144, 131072}},
                          .work = concat};
}

} // namespace edgewright::gpu

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/exec/fused/row_kernel.h"

#include "core/base/checked.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/kernels/isa.h"
#include "core/kernels/parallel.h"
#include "core/kernels/table.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace edgewright::exec {

namespace {

using Task = RowProgram::Task;
using Source = RowProgram::Source;
using Step = RowProgram::Step;

constexpr std::int64_t TileFloats = 2048; // of one buffer, unless a row is longer
constexpr std::int64_t MaxRows = 64;
constexpr std::int64_t Share = std::int64_t(1) << 15; // elements of a task
constexpr std::int64_t Line = 16;                     // floats of a cache line

std::int64_t padded(std::int64_t floats) { return (floats + Line - 1) / Line * Line; }

// Of one worker; empty beyond 2^63. The columns are those of a tensor's extents, whatever they claim.
std::optional<std::int64_t> bufferFloats(const RowProgram& program, std::int64_t tile) {
    const auto whole = checkedAdd(tile * program.columns, Line);
    const auto wholes = whole
                            ? checkedMul(static_cast<std::int64_t>(program.wholeBuffers), padded(*whole - Line))
                            : std::nullopt;
    return wholes ? checkedAdd(*wholes, static_cast<std::int64_t>(program.singleBuffers) * padded(tile))
                  : std::nullopt;
}

// One worker's passes over some rows.
class Pass {
public:
    Pass(const RowProgram& program, std::span<const float* const> tensors, std::span<float* const> outputs,
         float* buffers, std::int64_t tile)
        : m_program(program), m_tensors(tensors), m_outputs(outputs), m_columns(program.columns),
          m_wholeSize(padded(tile * program.columns)), m_singleSize(padded(tile)), m_wholes(buffers),
          m_singles(buffers + static_cast<std::int64_t>(program.wholeBuffers) * m_wholeSize) {}

    void run(std::int64_t first, std::int64_t count) {
        m_first = first;
        m_count = count;
        for (const Step& step : m_program.steps)
            run(step);
    }

private:
    // Where a source has its elements for the rows of this pass.
    struct Reach {
        const float* data = nullptr;
        const RowProgram::Tensor* scattered = nullptr; // rows lie here and there
        std::int64_t rowStride = 0;
        std::int64_t step = 0; // from element to element of a row
    };

    float* target(const Step& step) const {
        const std::int64_t width = step.whole ? m_columns : 1;
        if (step.output) return m_outputs[*step.output] + m_first * width;
        const auto index = static_cast<std::int64_t>(step.buffer);
        return step.whole ? m_wholes + index * m_wholeSize : m_singles + index * m_singleSize;
    }
    Reach reach(const Source& source) const {
        if (source.kind == Source::Kind::Step) {
            const Step& step = m_program.steps[source.index];
            return {target(step), nullptr, step.whole ? m_columns : 1, step.whole ? 1 : 0};
        }
        const RowProgram::Tensor& tensor = m_program.tensors[source.index];
        const float* data = m_tensors[source.index];
        const std::int64_t step = tensor.whole ? 1 : 0;
        if (!tensor.rowStride) return {data, &tensor, 0, step};
        return {data + m_first * *tensor.rowStride, nullptr, *tensor.rowStride, step};
    }
    const float* at(const Reach& reach, std::int64_t row) const {
        if (!reach.scattered) return reach.data + row * reach.rowStride;
        std::int64_t rest = m_first + row;
        std::int64_t offset = 0;
        for (std::size_t axis = m_program.outerDims.size(); axis-- > 0;) {
            offset += rest % m_program.outerDims[axis] * reach.scattered->outer[axis];
            rest /= m_program.outerDims[axis];
        }
        return reach.data + offset;
    }
    // Steps of one walk over all elements of the pass; negative: there is none.
    std::int64_t flat(const Reach& reach, bool whole) const {
        if (reach.scattered) return -1;
        if (reach.rowStride == 0 && (reach.step == 0 || m_count == 1)) return reach.step;
        if (whole) return reach.step == 1 && reach.rowStride == m_columns ? 1 : -1;
        return reach.rowStride; // 1
    }

    void run(const Step& step) const {
        switch (step.task) {
        case Task::Unary:
            return unary(step);
        case Task::Binary:
            return binary(step);
        case Task::Sum:
        case Task::SumOfSquares:
        case Task::Maximum:
            return join(step);
        case Task::InverseRoot:
            return inverseRoot(step);
        case Task::Softmax:
            return softmax(step);
        case Task::Normalise:
            return normalise(step);
        }
    }

    void unary(const Step& step) const {
        const auto function = m_kernels.unary[static_cast<int>(step.unary)];
        const Reach a = reach(step.a);
        float* out = target(step);
        const std::int64_t width = step.whole ? m_columns : 1;
        if (flat(a, step.whole) == 1) return function(a.data, out, m_count * width, step.alpha, step.beta);
        for (std::int64_t row = 0; row < m_count; ++row)
            function(at(a, row), out + row * width, width, step.alpha, step.beta);
    }

    void binary(const Step& step) const {
        const auto function = m_kernels.binary[static_cast<int>(step.pair)];
        const Reach a = reach(step.a), b = reach(step.b);
        float* out = target(step);
        const std::int64_t width = step.whole ? m_columns : 1;
        const std::int64_t aFlat = flat(a, step.whole), bFlat = flat(b, step.whole);
        if (aFlat >= 0 && bFlat >= 0) return function(a.data, aFlat, b.data, bFlat, out, m_count * width);
        for (std::int64_t row = 0; row < m_count; ++row)
            function(at(a, row), a.step, at(b, row), b.step, out + row * width, width);
    }

    void join(const Step& step) const {
        const Reach a = reach(step.a);
        const Reach minus = step.b ? reach(step.b) : Reach();
        float* out = target(step);
        for (std::int64_t row = 0; row < m_count; ++row) {
            const float* from = at(a, row);
            const float joined = step.task == Task::Maximum ? m_kernels.maximum(from, m_columns)
                                 : step.task == Task::Sum
                                     ? m_kernels.sum(from, m_columns)
                                     : m_kernels.sumOfSquares(from, step.b ? *at(minus, row) : 0.0f, m_columns);
            out[row] = static_cast<float>(static_cast<double>(joined) / step.divisor);
        }
    }

    void inverseRoot(const Step& step) const {
        const Reach a = reach(step.a);
        float* out = target(step);
        for (std::int64_t row = 0; row < m_count; ++row)
            out[row] = static_cast<float>(
                1 / std::sqrt(static_cast<double>(*at(a, row)) + static_cast<double>(step.alpha)));
    }

    void softmax(const Step& step) const {
        const Reach a = reach(step.a);
        float* out = target(step);
        for (std::int64_t row = 0; row < m_count; ++row) {
            const float* from = at(a, row);
            float* to = out + row * m_columns;
            const float sum = m_kernels.expMinus(from, m_kernels.maximum(from, m_columns), to, m_columns);
            m_kernels.scaleShift(to, 1 / sum, 0, to, m_columns);
        }
    }

    void normalise(const Step& step) const {
        const float one = 1;
        const Reach a = reach(step.a), c = reach(step.c);
        const Reach minus = step.b ? reach(step.b) : Reach();
        const Reach scale = step.d ? reach(step.d) : Reach();
        const Reach shift = step.e ? reach(step.e) : Reach();
        float* out = target(step);
        for (std::int64_t row = 0; row < m_count; ++row, out += m_columns) {
            const float* from = at(a, row);
            const float given = *at(c, row);
            const float factor = step.divides ? 1 / given : given;
            const float* scales = step.d ? at(scale, row) : &one;
            const float* shifts = step.e ? at(shift, row) : nullptr;
            const float centre = step.b ? *at(minus, row) : 0.0f;
            if (!step.divides || std::isnormal(factor)) {
                m_kernels.normalise(from, centre, factor, scales, shifts, step.d ? 1 : 0, out, m_columns);
                continue;
            }
            const auto pass = [&](kernels::Binary pair, const float* x, const float* y, std::int64_t yStep) {
                m_kernels.binary[static_cast<int>(pair)](x, 1, y, yStep, out, m_columns);
            };
            pass(kernels::Binary::Sub, from, &centre, 0);
            pass(kernels::Binary::Div, out, &given, 0);
            if (step.d) pass(kernels::Binary::Mul, out, scales, 1);
            if (step.e) pass(kernels::Binary::Add, out, shifts, 1);
        }
    }

    const RowProgram& m_program;
    const kernels::ElementwiseKernels& m_kernels = *kernels::table().elementwise;
    std::span<const float* const> m_tensors;
    std::span<float* const> m_outputs;
    std::int64_t m_columns, m_wholeSize, m_singleSize;
    float* m_wholes;
    float* m_singles;
    std::int64_t m_first = 0, m_count = 0;
};

} // namespace

std::unique_ptr<RowKernel> RowKernel::make(const ir::Node& group, const ir::Opsets& opsets) {
    if (!group.body || group.domain != ir::FusedDomain) return nullptr;
    auto program = RowProgram::make(*group.body, opsets);
    if (!program) return nullptr;
    auto kernel = std::make_unique<RowKernel>();
    kernel->m_body = group.body;
    kernel->m_program = *std::move(program);
    return kernel;
}

bool RowKernel::mayJoin(const ir::Node& node) { return RowProgram::worksOnRows(node); }

bool RowKernel::fits(const ops::KernelContext& context) const {
    return std::ranges::all_of(m_program.tensors, [&](const RowProgram::Tensor& each) {
        const ir::Tensor* tensor = each.operand.of(context);
        return tensor && tensor->hasData() && tensor->isTensor() && tensor->dtype() == ir::DataType::Float32 &&
               tensor->dims() == each.dims;
    });
}

Result<void> RowKernel::run(ops::KernelContext& context) const {
    const RowProgram& program = m_program;
    const std::int64_t columns = program.columns;
    std::vector<const float*> tensors;
    for (const RowProgram::Tensor& each : program.tensors)
        tensors.push_back(each.operand.of(context)->as<float>().data());
    std::vector<ir::Tensor> made;
    std::vector<float*> outputs;
    for (std::size_t i = 0; i < program.outputs.size(); ++i) {
        ASSIGN_OR_RETURN(auto tensor, context.output(i, ir::DataType::Float32, program.outputs[i]));
        made.push_back(std::move(tensor));
        outputs.push_back(made.back().as<float>().data());
    }
    const std::int64_t tile =
        std::clamp<std::int64_t>(TileFloats / columns, 1, std::min(MaxRows, program.rows));
    const std::int64_t tiles = (program.rows + tile - 1) / tile;
    const int workers = kernels::usefulThreads(context.threads(), program.rows * columns, tiles);
    const std::int64_t tilesOfTask = kernels::evenPiece(workers, tiles, Share / (tile * columns));
    const std::int64_t tasks = (tiles + tilesOfTask - 1) / tilesOfTask;
    const auto floats = bufferFloats(program, tile);
    const auto bytes =
        floats ? checkedMul(*floats, static_cast<std::int64_t>(sizeof(float)) * workers) : std::nullopt;
    if (!bytes)
        return badInput(say("rows of {1} elements need {2} buffers; expected less than 2^63 bytes of them",
                            columns, program.wholeBuffers));
    float* buffers = nullptr;
    if (*bytes > 0) {
        ASSIGN_OR_RETURN(auto scratch, context.scratch(*bytes));
        buffers = reinterpret_cast<float*>(scratch.data());
    }
    kernels::parallelFor(workers, tasks, [&](std::int64_t task, int worker) {
        if (context.run().stopped()) return;
        Pass pass(program, tensors, outputs, buffers + worker * *floats, tile);
        const std::int64_t end = std::min(program.rows, (task + 1) * tilesOfTask * tile);
        for (std::int64_t row = task * tilesOfTask * tile; row < end; row += tile)
            pass.run(row, std::min(tile, end - row));
    });
    return context.run().stopped() ? Result<void>(cancelled()) : Result<void>();
}

} // namespace edgewright::exec

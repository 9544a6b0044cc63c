// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/ops/attention/attention_rotary.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ops/operands/axes.h"
#include "core/ops/operands/floats.h"
#include "core/ops/operands/operands.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace edgewright::ops {

namespace {

struct RotaryGeometry {
    std::int64_t batch = 0, heads = 0, length = 0, size = 0, half = 0;
    bool headsFirst = false;
    std::int64_t offset(std::int64_t b, std::int64_t h, std::int64_t i) const {
        return headsFirst ? ((b * heads + h) * length + i) * size : ((b * length + i) * heads + h) * size;
    }
};

Result<RotaryGeometry> rotaryGeometryOf(const ir::Tensor& x, const RotaryNode& node, std::int64_t tableWidth) {
    const ir::Dims& dims = x.dims();
    RotaryGeometry g;
    g.batch = dims[0];
    g.headsFirst = dims.size() == 4;
    if (g.headsFirst) {
        g.heads = dims[1];
        g.length = dims[2];
        g.size = dims[3];
    } else {
        g.length = dims[1];
        const std::int64_t width = std::max<std::int64_t>(1, std::min(tableWidth, dims[2]));
        g.heads =
            node.heads > 0 ? node.heads : dims[2] / std::min(2 * width, std::max<std::int64_t>(dims[2], 1));
        if (g.heads < 1 || dims[2] % g.heads != 0)
            return badInput(
                say("the input is {1}, which does not split into {2} heads", x.type().text(), g.heads));
        g.size = dims[2] / g.heads;
    }
    const std::int64_t rotated = node.rotated > 0 ? node.rotated : g.size;
    if (rotated > g.size || rotated % 2 != 0)
        return badInput(say("{1} of {2} elements of a head do not form pairs", rotated, g.size));
    g.half = rotated / 2;
    return g;
}

// For each (batch, step) the row of the tables.
Result<std::vector<std::int64_t>> tableRows(KernelContext& context, const RotaryNode& node,
                                            const RotaryGeometry& g, const ir::Tensor& table) {
    std::vector<std::int64_t> rows(static_cast<std::size_t>(g.batch * g.length));
    if (!context.node().hasInput(node.positions)) {
        if (table.rank() != 3 || table.dims()[0] != g.batch || table.dims()[1] != g.length)
            return badInput(say("the table is {1} where one row for each of {2} x {3} steps is expected",
                                table.type().text(), g.batch, g.length));
        std::iota(rows.begin(), rows.end(), 0);
        return rows;
    }
    const auto positions = knownInts(context, node.positions);
    if (table.rank() != 2 || !positions)
        return badInput(
            say("the table is {1} where 2 axes and integer positions are expected", table.type().text()));
    const bool first = node.onePosition && positions->size() == 1;
    if (!first && positions->size() != rows.size())
        return badInput(say("{1} positions are given for {2} steps", positions->size(), rows.size()));
    const std::int64_t count = table.dims()[0];
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const std::int64_t base = first ? positions->front() : (*positions)[i];
        const std::int64_t step = first ? static_cast<std::int64_t>(i) % g.length : 0;
        if (base < 0 || base >= count - step)
            return badInput(say("position {1} is outside a table of {2}", base, count));
        rows[i] = base + step;
    }
    return rows;
}

// By which of three positions a pair turns.
std::size_t sectionOf(const RotaryNode& node, std::int64_t pair) {
    const auto& sections = *node.sections;
    if (!node.mixed) return pair < sections[0] ? 0 : pair < sections[0] + sections[1] ? 1 : 2;
    const auto turn = static_cast<std::size_t>(pair % 3);
    return turn > 0 && pair / 3 < sections[turn] ? turn : 0;
}

// A row for each (batch, step), made of the rows of its three positions.
Result<ir::Tensor> sectionedTable(KernelContext& context, const RotaryNode& node, const RotaryGeometry& g,
                                  const ir::Tensor& table) {
    std::int64_t pairs = 0;
    for (const std::int64_t section : *node.sections)
        pairs = section < 0 || section > g.half - pairs ? g.half + 1 : pairs + section;
    if (pairs != g.half) return badInput(say("mrope_section does not name the {1} pairs of a head", g.half));
    const auto positions = knownInts(context, node.positions);
    const std::int64_t steps = g.batch * g.length;
    if (table.rank() != 2 || !positions || static_cast<std::int64_t>(positions->size()) != 3 * steps)
        return badInput(say("three integer positions for each of {1} steps are expected", steps));
    const std::int64_t count = table.dims()[0], width = table.dims()[1];
    for (const std::int64_t position : *positions)
        if (position < 0 || position >= count)
            return badInput(say("position {1} is outside a table of {2}", position, count));
    ASSIGN_OR_RETURN(auto made, context.scratchTensor(ir::DataType::Float32, {steps, g.half}));
    for (std::int64_t pair = 0; pair < g.half; ++pair) {
        const std::int64_t* from = positions->data() + static_cast<std::int64_t>(sectionOf(node, pair)) * steps;
        for (std::int64_t step = 0; step < steps; ++step)
            made.as<float>()[static_cast<std::size_t>(step * g.half + pair)] =
                node.scale * table.as<float>()[static_cast<std::size_t>(from[step] * width + pair)];
    }
    return made;
}

Result<ir::Tensor> tableOf(KernelContext& context, std::size_t index) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, index));
    if (given->rank() < 2) return badInput(say("the table is {1}", given->type().text()));
    return asFloat32(context, *given);
}

} // namespace

void turnPairs(const float* x, const float* cosine, const float* sine, std::int64_t half, bool interleaved,
               float* out) {
    if (interleaved) {
        for (std::int64_t i = 0; i < half; ++i) {
            out[2 * i] = cosine[i] * x[2 * i] - sine[i] * x[2 * i + 1];
            out[2 * i + 1] = sine[i] * x[2 * i] + cosine[i] * x[2 * i + 1];
        }
        return;
    }
    for (std::int64_t i = 0; i < half; ++i) {
        out[i] = cosine[i] * x[i] - sine[i] * x[half + i];
        out[half + i] = sine[i] * x[i] + cosine[i] * x[half + i];
    }
}

Result<void> inferRotary(InferContext& context, const RotaryNode& node) {
    ASSIGN_OR_RETURN(const auto x, operand(context, 0));
    for (const std::size_t index : {node.cosine, node.sine})
        RETURN_IF_ERROR(operand(context, index));
    if (x->shape && x->shape->size() != 3 && x->shape->size() != 4)
        return badInput(say("the input is {1} where 3 or 4 axes are expected", x->text()));
    context.setOutput(0, *x);
    return {};
}

Result<void> runRotary(KernelContext& context, const RotaryNode& node) {
    ASSIGN_OR_RETURN(const auto given, floatOperand(context, 0));
    ASSIGN_OR_RETURN(const auto x, asFloat32(context, *given));
    if (x.rank() != 3 && x.rank() != 4) return badInput(say("the input is {1}", x.type().text()));
    ASSIGN_OR_RETURN(ir::Tensor cosine, tableOf(context, node.cosine));
    ASSIGN_OR_RETURN(ir::Tensor sine, tableOf(context, node.sine));
    ASSIGN_OR_RETURN(auto out, FloatOutput::make(context, 0, given->dtype(), x.dims()));
    if (x.elements() == 0) return {};
    ASSIGN_OR_RETURN(const RotaryGeometry g, rotaryGeometryOf(x, node, cosine.dims().back()));
    if (cosine.dims() != sine.dims() || cosine.dims().back() < g.half)
        return badInput(say("the tables are {1} and {2} where both have rows of {3}", cosine.type().text(),
                            sine.type().text(), g.half));
    std::vector<std::int64_t> rows(static_cast<std::size_t>(g.batch * g.length));
    if (node.sections) {
        ASSIGN_OR_RETURN(cosine, sectionedTable(context, node, g, cosine));
        ASSIGN_OR_RETURN(sine, sectionedTable(context, node, g, sine));
        std::iota(rows.begin(), rows.end(), 0);
    } else {
        ASSIGN_OR_RETURN(rows, tableRows(context, node, g, cosine));
    }
    const std::int64_t width = cosine.dims().back();
    const float* const cosines = std::as_const(cosine).as<float>().data();
    const float* const sines = std::as_const(sine).as<float>().data();
    const float* from = x.as<float>().data();
    float* to = out.data().data();
    for (std::int64_t b = 0; b < g.batch; ++b)
        for (std::int64_t h = 0; h < g.heads; ++h)
            for (std::int64_t i = 0; i < g.length; ++i) {
                const std::int64_t at = g.offset(b, h, i);
                const std::int64_t row = rows[static_cast<std::size_t>(b * g.length + i)] * width;
                turnPairs(from + at, cosines + row, sines + row, g.half, node.interleaved, to + at);
                std::copy(from + at + 2 * g.half, from + at + g.size, to + at + 2 * g.half);
            }
    out.finish();
    return {};
}

} // namespace edgewright::ops

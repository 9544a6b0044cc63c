// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/output_parts.h"

#include "core/ops/operands/axes.h"
#include "core/ops/operator.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t LongestWay = 8; // operators behind the Concat

std::optional<std::size_t> axisOf(const ir::Node& concat, const ir::TensorType& type) {
    const auto rank = type.rank();
    if (!rank) return std::nullopt;
    const auto axis = ops::normaliseAxis(concat.intOr("axis", 1), static_cast<std::int64_t>(*rank));
    return axis ? std::optional(static_cast<std::size_t>(*axis)) : std::nullopt;
}

// The one input that is not known; invalid: there is another, or none.
ValueId onlyInput(const ir::Graph& graph, const ir::Node& node) {
    ValueId only;
    for (const ValueId input : node.inputs) {
        if (!input.valid() || graph.value(input).known()) continue;
        if (only.valid() && only != input) return {};
        only = input;
    }
    return only;
}

bool isElementByElement(const ir::Graph& graph, const ir::Node& node, ValueId input) {
    const ops::Operator* op = ops::find(node.domain, node.op);
    const auto& shape = graph.value(node.output(0)).type.shape;
    return op && (op->pattern == ops::Pattern::ElementWise || op->pattern == ops::Pattern::Broadcast) &&
           shape && shape == graph.value(input).type.shape;
}

// The axis that each axis of a Transpose's output comes from; empty: not to be told.
std::vector<std::size_t> sourcesOf(const ir::Node& transpose, std::size_t rank) {
    std::vector<std::size_t> sources(rank);
    for (std::size_t i = 0; i < rank; ++i)
        sources[i] = rank - 1 - i;
    const auto given = transpose.ints("perm");
    if (given.empty()) return sources;
    if (given.size() != rank) return {};
    for (std::size_t i = 0; i < rank; ++i) {
        if (given[i] < 0 || given[i] >= static_cast<std::int64_t>(rank)) return {};
        sources[i] = static_cast<std::size_t>(given[i]);
    }
    return sources;
}

} // namespace

OutputParts partsOf(const ir::Graph& graph, ValueId output) {
    const ir::Connections connections(graph);
    const auto rank = graph.value(output).type.rank();
    if (!rank) return {};
    std::vector<std::size_t> from(*rank); // the axis of `at` that each axis of the output is
    std::iota(from.begin(), from.end(), std::size_t(0));
    ValueId at = output;
    for (std::size_t steps = 0; steps < LongestWay; ++steps) {
        const auto producer = connections.producer(at);
        if (!producer) return {};
        const ir::Node& node = graph.node(*producer);
        if (node.is("Concat")) {
            const auto axis = axisOf(node, graph.value(at).type);
            const auto place = axis ? std::ranges::find(from, *axis) : from.end();
            if (place == from.end()) return {};
            OutputParts found{static_cast<std::size_t>(place - from.begin()), {}};
            std::int64_t begin = 0;
            for (const ValueId input : node.inputs) {
                const auto& shape = graph.value(input).type.shape;
                if (!shape || *axis >= shape->size() || !(*shape)[*axis].known()) return {};
                const std::int64_t end = begin + (*shape)[*axis].value();
                if (end > begin) found.parts.push_back({graph.value(input).name, begin, end});
                begin = end;
            }
            return found.parts.size() > 1 ? found : OutputParts();
        }
        const ValueId input = onlyInput(graph, node);
        if (!input.valid()) return {};
        if (node.is("Transpose")) {
            const auto sources = sourcesOf(node, *rank);
            if (sources.empty()) return {};
            for (std::size_t& axis : from)
                axis = sources[axis];
        } else if (!isElementByElement(graph, node, input)) {
            return {};
        }
        at = input;
    }
    return {};
}

double PartSums::add(const ir::Tensor& actual, const ir::Tensor& reference) {
    double lowest = std::numeric_limits<double>::infinity();
    if (m_parts.parts.empty()) return lowest;
    const ir::Dims& dims = reference.dims();
    if (actual.dims() != dims || m_parts.axis >= dims.size() || dims[m_parts.axis] != m_parts.parts.back().end)
        return lowest;
    const auto got = ir::toFloat32(actual), wanted = ir::toFloat32(reference);
    if (!got || !wanted) return lowest;
    const auto inner =
        static_cast<std::size_t>(std::accumulate(dims.begin() + static_cast<std::ptrdiff_t>(m_parts.axis) + 1,
                                                 dims.end(), std::int64_t(1), std::multiplies<>()));
    const std::size_t each = static_cast<std::size_t>(m_parts.parts.back().end) * inner;
    const auto a = got->as<float>(), b = wanted->as<float>();
    std::vector<ErrorSums> sample(m_sums.size());
    for (std::size_t first = 0; each > 0 && first + each <= b.size(); first += each)
        for (std::size_t i = 0; i < m_sums.size(); ++i) {
            const auto begin = first + static_cast<std::size_t>(m_parts.parts[i].begin) * inner;
            const auto count = static_cast<std::size_t>(m_parts.parts[i].end - m_parts.parts[i].begin) * inner;
            sample[i].add(a.subspan(begin, count), b.subspan(begin, count));
        }
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        lowest = std::min(lowest, m_sums[i].addSample(sample[i]));
    return lowest;
}

} // namespace edgewright::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/loops.h"

#include "core/base/checked.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <utility>

namespace edgewright::loopnest {

namespace {

constexpr double FloatBytes = 4;

// Different values of one index: a coefficient, which is not 0, and so many values for each axis.
double valuesOf(std::vector<std::pair<std::int64_t, double>> terms) {
    std::ranges::sort(terms);
    std::int64_t common = 0;
    for (const auto& [coefficient, values] : terms)
        common = std::gcd(common, coefficient);
    double count = 1, reach = 1; // values, and the length from the first to the last one
    for (const auto& [coefficient, values] : terms) {
        const double further = reach + double(coefficient / common) * (values - 1);
        count = std::min(count * values, further);
        reach = further;
    }
    return count;
}

// The loops as they are opened, and how far along each axis one turn of the innermost one goes.
class Opened {
public:
    explicit Opened(const Nest& nest) : m_nest(nest) {
        for (const SpatialLoop& each : nest.spatial)
            m_spatial.push_back(each.extent);
        for (const ReductionLoop& each : nest.reduction)
            m_reduction.push_back(each.extent);
    }
    void openSpatial(LoopKind kind, std::size_t place, std::int64_t step) {
        open(kind, m_nest.spatial[place].axis, m_spatial[place], step);
    }
    void openReduction(std::size_t place, std::int64_t step) {
        open(LoopKind::Serial, m_nest.reduction[place].axis, m_reduction[place], step);
    }
    std::vector<Loop> take() { return std::move(m_loops); }

private:
    void open(LoopKind kind, std::size_t axis, std::int64_t& span, std::int64_t step) {
        const std::int64_t extent = span;
        span = std::min(span, step);
        if (span == extent) return;
        // A vector has all of its lanes, whatever of them is stored.
        const std::int64_t turns = kind == LoopKind::Vector ? m_nest.lanes : ceilDiv(extent, span);
        m_loops.push_back({kind, axis, extent, span, turns, bytes()});
    }
    std::int64_t bytes() const {
        const std::vector<double> spatial(m_spatial.begin(), m_spatial.end()),
            reduction(m_reduction.begin(), m_reduction.end());
        const Computation& computation = *m_nest.computation;
        double elements = touchedElements(m_nest, computation.left, spatial, reduction) +
                          touchedElements(m_nest, computation.right, spatial, reduction) +
                          touchedElements(m_nest, computation.output, spatial, {});
        for (const Addend& each : computation.epilogue.addends)
            elements += touchedElements(m_nest, each.access, spatial, {});
        return static_cast<std::int64_t>(FloatBytes * elements);
    }

    const Nest& m_nest;
    std::vector<std::int64_t> m_spatial, m_reduction;
    std::vector<Loop> m_loops;
};

const char* wordOf(LoopKind kind) {
    switch (kind) {
    case LoopKind::Parallel:
        return "parallel";
    case LoopKind::Serial:
        return "for";
    case LoopKind::Unrolled:
        return "unrolled";
    case LoopKind::Vector:
        return "vector";
    }
    return "for";
}

} // namespace

double touchedElements(const Nest& nest, const Access& access, std::span<const double> spatial,
                       std::span<const double> reduction) {
    double product = 1;
    for (std::size_t dimension = 0; dimension < access.indices.size(); ++dimension) {
        std::vector<std::pair<std::int64_t, double>> terms;
        const auto add = [&](std::size_t axis, double values) {
            const std::int64_t coefficient = std::abs(access.indices[dimension].coefficients[axis]);
            if (coefficient != 0 && values > 1) terms.emplace_back(coefficient, values);
        };
        for (std::size_t i = 0; i < spatial.size(); ++i)
            add(nest.spatial[i].axis, spatial[i]);
        for (std::size_t i = 0; i < reduction.size(); ++i)
            add(nest.reduction[i].axis, reduction[i]);
        product *= std::min(valuesOf(std::move(terms)), double(access.dims[dimension]));
    }
    return product;
}

// In the order of core/loopnest/sketch.h: S0, S1, R0, S2, R1, S3.
std::vector<Loop> loopsOf(const Nest& nest) {
    Opened opened(nest);
    for (std::size_t i = 0; i < nest.order.size(); ++i) {
        const SpatialLoop& each = nest.spatial[nest.order[i]];
        opened.openSpatial(i < nest.fused ? LoopKind::Parallel : LoopKind::Serial, nest.order[i],
                           each.tasks > 1 ? each.tile * each.inner * each.outer : each.extent);
    }
    for (const std::size_t place : nest.order) {
        const SpatialLoop& each = nest.spatial[place];
        if (each.outer > 1) opened.openSpatial(LoopKind::Serial, place, each.tile * each.inner);
    }
    for (std::size_t i = 0; i < nest.reduction.size(); ++i)
        opened.openReduction(i, nest.reduction[i].block);
    for (std::size_t place = 0; place < nest.spatial.size(); ++place)
        if (nest.spatial[place].inner > 1)
            opened.openSpatial(LoopKind::Serial, place, nest.spatial[place].tile);
    for (std::size_t i = 0; i < nest.reduction.size(); ++i)
        opened.openReduction(i, 1);
    for (std::size_t place = 0; place < nest.spatial.size(); ++place) {
        const bool isVector = nest.vector == place;
        opened.openSpatial(LoopKind::Unrolled, place, isVector ? nest.lanes : 1);
        if (isVector) opened.openSpatial(LoopKind::Vector, place, 1);
    }
    return opened.take();
}

std::string nestText(const Nest& nest) {
    std::string text;
    std::size_t depth = 0;
    for (const Loop& each : loopsOf(nest))
        text += std::string(2 * depth++, ' ') + wordOf(each.kind) + " " +
                nest.computation->axes[each.axis].name + " (" + std::to_string(each.turns) + ")\n";
    return text;
}

} // namespace edgewright::loopnest

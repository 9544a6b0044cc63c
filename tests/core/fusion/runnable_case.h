// SPDX-License-Identifier: GPL-3.0-or-later
// Graphs whose inputs nobody gave us: extents and inputs with which they run, and whether what became of them
// computes the same. For tests that link edgewright_exec.
#pragma once

#include "core/exec/compare.h"
#include "core/exec/executor.h"
#include "core/ir/small_float.h"
#include "core/ops/infer.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::fusion::test {

constexpr std::int64_t InputLimit = std::int64_t(1) << 26; // bytes of all inputs together

struct RunnableCase {
    ir::Graph graph; // every extent of the inputs given
    ir::Feeds feeds;
    std::vector<ir::Tensor> outputs; // before fusion
};

// One extent for everything that the inputs leave open, and one for last axes.
inline ir::Bindings caseBindings(const ir::Graph& graph, std::int64_t extent, std::int64_t last) {
    ir::Bindings result;
    for (const ValueId id : graph.inputs) {
        const ir::Value& value = graph.value(id);
        for (std::size_t axis = 0; value.type.shape && axis < value.type.shape->size(); ++axis) {
            const ir::Dim& dim = (*value.type.shape)[axis];
            if (dim.known()) continue;
            const bool isLast = axis + 1 == value.type.shape->size();
            result[dim.symbol().empty() ? value.name + "#" + std::to_string(axis) : dim.symbol()] =
                isLast ? last : extent;
        }
    }
    return result;
}

// Seeded inputs; or, for graphs that look rows up or divide, zeros in place of integers, or ones everywhere.
enum class Fill { Seeded, IntegersZero, Ones };

inline ir::Tensor filled(const ir::Tensor& seeded, Fill fill) {
    if (fill == Fill::Seeded || seeded.dtype() == ir::DataType::Bool) return seeded;
    auto tensor = ir::Tensor::allocate(seeded.dtype(), seeded.dims());
    for (std::int64_t i = 0; i < seeded.elements(); ++i) {
        const auto at = static_cast<std::size_t>(i);
        const bool one = fill == Fill::Ones;
        if (seeded.dtype() == ir::DataType::Int64) tensor->as<std::int64_t>()[at] = one ? 1 : 0;
        if (seeded.dtype() == ir::DataType::Int32) tensor->as<std::int32_t>()[at] = one ? 1 : 0;
        if (seeded.dtype() == ir::DataType::Float32)
            tensor->as<float>()[at] = one ? 1.0F : seeded.as<float>()[at];
        if (seeded.dtype() == ir::DataType::Float16)
            tensor->as<std::uint16_t>()[at] = one ? ir::floatToHalf(1.0F) : seeded.as<std::uint16_t>()[at];
    }
    return std::move(tensor).value();
}

// Runs the graph with the first of some extents and inputs that it accepts.
inline Result<RunnableCase> runnable(const ir::Model& model) {
    constexpr std::array<std::int64_t, 9> Extents{2, 1, 4, 3, 8, 12, 64, 128, 3072};
    exec::RunOptions options;
    options.memoryLimitBytes = std::int64_t(1) << 28;
    std::optional<Error> first;
    const auto tried = [&](Fill fill, std::int64_t extent, std::int64_t last) -> std::optional<RunnableCase> {
        RunnableCase result;
        result.graph =
            ops::inferTypes(model.graph, model.opsets, caseBindings(model.graph, extent, last)).graph;
        auto feeds = ir::seededFeeds(result.graph, 7, {}, InputLimit);
        if (!feeds) {
            if (!first) first = feeds.error();
            return std::nullopt;
        }
        result.feeds = std::move(feeds).value();
        for (auto& [id, tensor] : result.feeds)
            tensor = filled(tensor, fill);
        auto ran = exec::run(result.graph, model.opsets, result.feeds, options);
        if (!ran && !first) first = ran.error();
        if (!ran) return std::nullopt;
        result.outputs = std::move(ran->outputs);
        return result;
    };
    for (const Fill fill : {Fill::Seeded, Fill::IntegersZero, Fill::Ones})
        for (const std::int64_t extent : Extents) {
            if (auto found = tried(fill, extent, extent)) return *std::move(found);
            if (first->message.find("is not known") != std::string::npos) return *first; // an operator
        }
    for (const std::int64_t last : Extents)
        if (auto found = tried(Fill::Seeded, 2, last)) return *std::move(found);
    return *first;
}

struct Tolerance {
    double relNorm = 1e-5; // of the difference
    double maxAbs = 0;     // what is as small as this is equal in any case
};

inline Tolerance toleranceFor(const ir::Graph& graph) {
    for (std::size_t i = 0; i < graph.valueCount(); ++i) {
        const ir::DataType type = graph.value(ValueId(i)).type.dtype;
        if (type == ir::DataType::Float16 || type == ir::DataType::BFloat16)
            return {2e-3, 6e-8}; // the latter a unit of the subnormal ones
    }
    return {};
}

// Empty when every output is the same up to `tolerance`.
inline QString outputsDifference(const std::vector<ir::Tensor>& before, const std::vector<ir::Tensor>& after,
                                 const Tolerance& tolerance) {
    if (before.size() != after.size()) return QStringLiteral("another number of outputs");
    for (std::size_t i = 0; i < before.size(); ++i) {
        if (before[i].type() != after[i].type()) return QStringLiteral("output %1 has another type").arg(i);
        if (before[i].dtype() == ir::DataType::String) continue;
        const exec::Difference found = exec::compare(after[i], before[i]);
        if (!found.sameShape) return QStringLiteral("output %1 has another shape").arg(i);
        if (found.nonFinite > 0)
            return QStringLiteral("output %1: %2 elements became or ceased to be finite")
                .arg(i)
                .arg(found.nonFinite);
        const bool tiny = tolerance.maxAbs > 0 && found.maxAbs <= tolerance.maxAbs;
        if (!tiny && !(found.relNorm <= tolerance.relNorm))
            return QStringLiteral("output %1: relative norm of the difference %2").arg(i).arg(found.relNorm);
    }
    return {};
}

} // namespace edgewright::fusion::test

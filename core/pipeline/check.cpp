// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/check.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/exec/program.h"
#include "core/exec/tolerance.h"
#include "core/pipeline/backend_case.h"
#include "core/pipeline/check_data.h"
#include "core/pipeline/provenance.h"
#include "core/pipeline/written_model.h"

#include <algorithm>

namespace edgewright::pipeline {

namespace {

constexpr std::size_t MaxChunks = 4;
constexpr double DefaultTolerance = 1e-3; // of the norm

// Of all data: each measure's largest, and which data was the worst.
template <typename Row>
void merge(Row& row, const exec::Difference& found, std::size_t data, bool first) {
    exec::Difference& kept = row.difference;
    if (first) {
        kept = found;
        row.data = data;
        return;
    }
    if (found.relNorm > kept.relNorm || (found.relNorm == kept.relNorm && found.maxAbs > kept.maxAbs)) {
        kept.where = found.where;
        row.data = data;
    }
    kept.maxAbs = std::max(kept.maxAbs, found.maxAbs);
    kept.maxRel = std::max(kept.maxRel, found.maxRel);
    kept.relNorm = std::max(kept.relNorm, found.relNorm);
    kept.backendRatio = std::max(kept.backendRatio, found.backendRatio);
    kept.sameShape = kept.sameShape && found.sameShape;
    kept.nonFinite = std::max(kept.nonFinite, found.nonFinite);
}

// The type that the file declares, with the extents of its symbols.
ir::TensorType declaredType(const ir::Value& value, const ir::Bindings& bindings) {
    ir::TensorType type = value.type;
    if (type.shape)
        for (ir::Dim& dim : *type.shape)
            if (const auto bound = bindings.find(dim.symbol()); !dim.known() && bound != bindings.end())
                dim = ir::Dim(bound->second);
    return type;
}

// What patches wrote that the graph before them has as well. A value of another type has been given another
// meaning and is no such tensor.
std::vector<BoundaryDifference> boundariesOf(const ir::Graph& unfused, const ir::Graph& reference,
                                             const fusion::History& history) {
    const ir::Connections producers(reference);
    std::vector<BoundaryDifference> result;
    for (const NodeId id : history.graph.order()) {
        if (id < history.base.nextNode()) continue;
        for (const ValueId output : history.graph.node(id).outputs) {
            if (!output.valid() || !unfused.contains(output)) continue;
            if (!reference.contains(output) || !producers.producer(output)) continue;
            const ir::Value& before = reference.value(output);
            const ir::Value& after = history.graph.value(output);
            if (before.known() || after.known() || !(before.type == after.type)) continue;
            result.push_back({id, output, after.name, {}, 0});
        }
    }
    return result;
}

// Consecutive boundaries that may be held at once; each chunk is one run of either graph.
std::vector<std::vector<std::size_t>> chunksOf(const std::vector<BoundaryDifference>& boundaries,
                                               const ir::Graph& graph, std::int64_t budget) {
    std::vector<std::vector<std::size_t>> chunks(1);
    std::int64_t held = 0;
    for (std::size_t i = 0; i < boundaries.size(); ++i) {
        const std::int64_t bytes = graph.value(boundaries[i].value).type.bytes().value_or(0);
        if (bytes > budget) continue; // alone more than is allowed
        if (bytes > budget - held) {
            if (chunks.size() == MaxChunks) break;
            chunks.emplace_back();
            held = 0;
        }
        chunks.back().push_back(i);
        held += bytes;
    }
    return chunks;
}

class Checker {
public:
    Checker(const Typed& typed, const fusion::History& history, const CheckOptions& options,
            const RunContext& run)
        : m_typed(typed), m_history(history), m_options(options), m_run(run), m_data(typed, options),
          m_before(*typed.graph, typed.opened->model->opsets),
          m_after(history.graph, opsetsAfter(typed, history)) {
        if (!options.written) return;
        m_read = type(options.written, typed.bindings, false, run);
        m_written.emplace(*m_read->graph, options.written->model->opsets);
    }

    Result<std::shared_ptr<const Check>> run() {
        if (std::ranges::any_of(m_history.steps, changesQuantizedValues)) {
            ASSIGN_OR_RETURN(m_integers, withIntegers(m_typed, m_history, m_run));
            m_reference.emplace(m_integers->graph, opsetsAfter(m_typed, *m_integers));
        }
        const ir::Graph& reference = m_integers ? m_integers->graph : *m_typed.graph;
        m_provenance = provenanceOf(*m_typed.graph);
        m_boundaries = boundariesOf(*m_typed.graph, reference, m_history);
        std::erase_if(m_boundaries, [&](const BoundaryDifference& each) {
            return !m_provenance[each.value.index()].drawnBy.empty(); // nothing to compare with
        });
        m_chunks = chunksOf(m_boundaries, reference, std::max<std::int64_t>(0, m_options.boundaryBytes));
        m_result->seed = m_options.seed;
        for (std::size_t i = 0; i < m_data.size(); ++i) {
            if (m_run.stopped()) return cancelled();
            RETURN_IF_ERROR(compareOn(i));
        }
        if (m_result->data.empty())
            return m_failed.value_or(internalError("there are no inputs to compare on"));
        finish();
        return std::shared_ptr<const Check>(m_result);
    }

private:
    OutputDifference comparedOutput(std::size_t index, const ir::Tensor& actual,
                                    const ir::Tensor& expected) const {
        const ValueId id = m_typed.graph->outputs[index];
        const Provenance& from = m_provenance[id.index()];
        OutputDifference result{
            m_typed.graph->value(id).name, exec::compare(actual, expected), 0,
            m_options.tolerance.value_or(exec::Tolerance::norm(DefaultTolerance, from.coarsest).limit),
            from.drawnBy};
        if (from.drawnBy.empty())
            result.wrongType = incomparable(actual.type(), expected.type(), result.difference);
        return result;
    }

    std::vector<OutputDifference> compared(const exec::RunResult& actual,
                                           const exec::RunResult& expected) const {
        std::vector<OutputDifference> outputs;
        for (std::size_t i = 0; i < expected.outputs.size(); ++i)
            outputs.push_back(comparedOutput(i, actual.outputs[i], expected.outputs[i]));
        return outputs;
    }

    // A graph that was fused for open dimensions may keep float32 where the graph with extents has integers:
    // either reference will do.
    Result<std::vector<OutputDifference>> comparedWritten(const ir::Feeds& feeds, const exec::RunResult& before,
                                                          const std::optional<exec::RunResult>& plain) {
        const ir::Graph& read = *m_read->graph;
        ir::Feeds given;
        for (std::size_t i = 0; i < m_typed.graph->inputs.size() && i < read.inputs.size(); ++i)
            if (const auto feed = feeds.find(m_typed.graph->inputs[i]); feed != feeds.end())
                given.emplace(read.inputs[i], feed->second);
        auto after = m_written->run(given, {}, m_run);
        if (!after) return std::move(after).error().within(say("as written"));
        if (after->outputs.size() != before.outputs.size())
            return internalError("as written, the model has " + std::to_string(after->outputs.size()) +
                                 " outputs where " + std::to_string(before.outputs.size()) + " were meant");
        auto result = compared(*after, before);
        const ir::Graph &declared = m_options.written->model->graph, &own = m_typed.opened->model->graph;
        for (std::size_t i = 0; i < result.size(); ++i) {
            if (plain && !result[i].passes())
                if (auto other = comparedOutput(i, after->outputs[i], plain->outputs[i]); other.passes())
                    result[i] = std::move(other);
            const auto fault = [&](const ir::Graph& graph) {
                const ir::Value& value = graph.value(graph.outputs[i]);
                return contradiction(value.name, after->outputs[i].type(),
                                     declaredType(value, m_typed.bindings));
            };
            if (result[i].wrongType.empty() && fault(own).empty()) result[i].wrongType = fault(declared);
        }
        return result;
    }

    static void mergeAll(std::vector<OutputDifference>& into, std::vector<OutputDifference> found,
                         std::size_t data) {
        if (into.empty()) {
            into = std::move(found);
            for (OutputDifference& each : into)
                each.data = data;
            return;
        }
        for (std::size_t i = 0; i < into.size(); ++i) {
            merge(into[i], found[i].difference, data, false);
            if (into[i].wrongType.empty() && !found[i].wrongType.empty()) {
                into[i].wrongType = std::move(found[i].wrongType);
                into[i].data = data;
            }
        }
    }

    // What does not run before fusion proves nothing about it.
    Result<void> leaveOut(std::size_t data, const Error& error) {
        if (error.code == ErrorCode::Cancelled) return error;
        if (!m_failed) m_failed = error;
        m_result->notes.push_back(say("{1} was left out: {2}", m_data.name(data), error.message));
        return {};
    }

    Result<void> compareOn(std::size_t data) {
        const auto feeds = m_data.feeds(data, m_run);
        if (!feeds) return leaveOut(data, feeds.error());
        std::optional<exec::RunResult> plain;
        if (m_reference) {
            auto before = m_before.run(*feeds, {}, m_run);
            if (!before) return leaveOut(data, before.error());
            plain = std::move(*before);
        }
        for (std::size_t chunk = 0; chunk < m_chunks.size(); ++chunk) {
            exec::RunOptions options;
            for (const std::size_t index : m_chunks[chunk])
                options.capture.push_back(m_boundaries[index].value);
            auto before = (m_reference ? *m_reference : m_before).run(*feeds, options, m_run);
            if (!before) {
                if (m_reference) return std::move(before).error().within(say("with integer operators"));
                return leaveOut(data, before.error());
            }
            auto after = m_after.run(*feeds, options, m_run);
            if (!after) return std::move(after).error().within(say("after fusion"));
            const std::size_t number = m_result->data.size();
            if (chunk == 0) {
                if (m_written) {
                    ASSIGN_OR_RETURN(auto found, comparedWritten(*feeds, *before, plain));
                    mergeAll(m_result->written, std::move(found), number);
                }
                if (plain) mergeAll(m_result->codes, compared(*before, *plain), number);
                mergeAll(m_result->outputs, compared(*after, *before), number);
            }
            for (const std::size_t index : m_chunks[chunk]) {
                BoundaryDifference& row = m_boundaries[index];
                const auto expected = before->captured.find(row.value),
                           actual = after->captured.find(row.value);
                if (expected == before->captured.end() || actual == after->captured.end()) continue;
                merge(row, exec::compare(actual->second, expected->second), number,
                      m_seen.insert(row.value).second);
            }
        }
        m_result->data.push_back(m_data.name(data));
        return {};
    }

    void finish() {
        for (const OutputDifference& output : m_result->outputs) {
            if (!output.drawnBy.empty()) continue;
            m_result->maxAbs = std::max(m_result->maxAbs, output.difference.maxAbs);
            m_result->maxRel = std::max(m_result->maxRel, output.difference.maxRel);
        }
        for (BoundaryDifference& each : m_boundaries) {
            if (m_seen.contains(each.value))
                m_result->boundaries.push_back(std::move(each));
            else
                ++m_result->boundariesLeftOut;
        }
    }

    const Typed& m_typed;
    const fusion::History& m_history;
    const CheckOptions& m_options;
    const RunContext& m_run;
    CheckData m_data;
    exec::Program m_before, m_after;
    std::shared_ptr<const Typed> m_read;    // CheckOptions::written
    std::optional<exec::Program> m_written; // of m_read
    std::optional<fusion::History> m_integers;
    std::optional<exec::Program> m_reference; // of m_integers
    std::vector<Provenance> m_provenance;     // by value of the graph before fusion
    std::vector<BoundaryDifference> m_boundaries;
    std::vector<std::vector<std::size_t>> m_chunks;
    std::set<ValueId> m_seen;
    std::optional<Error> m_failed; // the first of the inputs that were left out
    std::shared_ptr<Check> m_result = std::make_shared<Check>();
};

} // namespace

bool Check::passes() const {
    return std::ranges::all_of(outputs, &OutputDifference::passes) &&
           std::ranges::all_of(written, &OutputDifference::passes);
}

const OutputDifference* Check::worst() const {
    const OutputDifference* worst = nullptr;
    for (const OutputDifference& output : outputs)
        if (output.drawnBy.empty() && (!worst || output.difference.relNorm > worst->difference.relNorm))
            worst = &output;
    return worst;
}

const ir::Opsets& opsetsAfter(const Typed& typed, const fusion::History& history) {
    return history.opsets.empty() ? typed.opened->model->opsets : history.opsets;
}

Result<std::shared_ptr<const Check>> check(const Typed& typed, const fusion::History& history,
                                           const CheckOptions& options, const RunContext& run) {
    return Checker(typed, history, options, run).run();
}

Result<std::shared_ptr<const Check>> check(const Typed& typed, const fusion::History& history,
                                           std::uint64_t seed, const RunContext& run) {
    CheckOptions options;
    options.seed = seed;
    return check(typed, history, options, run);
}

} // namespace edgewright::pipeline

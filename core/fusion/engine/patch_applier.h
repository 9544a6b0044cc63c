// SPDX-License-Identifier: GPL-3.0-or-later
// Candidates become steps: legal patches are applied to the graph, illegal ones reported.
#pragma once

#include "core/fusion/engine/graph_place.h"
#include "core/fusion/engine/refusal_notes.h"
#include "core/fusion/engine/rewrite_state.h"
#include "core/fusion/engine/workspace.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace edgewright::fusion {

class PatchApplier {
public:
    // `runs`: false inside of a node whose outputs are known beforehand, where nothing is saved.
    PatchApplier(RewriteState& state, ir::Graph graph, GraphPlace place, bool runs)
        : m_state(state), m_work(std::move(graph)), m_place(std::move(place)), m_runs(runs) {}

    Workspace& work() { return m_work; }
    const Workspace& work() const { return m_work; }
    const GraphPlace& place() const { return m_place; }
    bool runs() const { return m_runs; }
    RefusalNotes& refusals() { return m_refusals; }
    const RefusalNotes& refusals() const { return m_refusals; }

    // The candidate of a match; empty when what a rule from elsewhere proposes is illegal.
    std::optional<Found> candidate(std::size_t rule, NodeId id, Applied applied);
    bool isExcluded(const Found& found) const; // skipped by the options, or its patch was illegal before
    // Applies what does not conflict and records the steps. Adds rule and node of those that have to be matched
    // anew to `again`. True when a step was made: Workspace::finish() is to follow.
    bool apply(std::vector<Found> found, std::vector<std::pair<std::size_t, NodeId>>& again);

private:
    bool fitsMemory(const ir::Patch& patch);
    void applyEach(std::vector<Found>& found);
    void applyVerified(std::vector<Found> found);
    bool applyOne(Found& found);

    RewriteState& m_state;
    Workspace m_work;
    GraphPlace m_place;
    bool m_runs;
    RefusalNotes m_refusals;
    std::vector<std::pair<std::string, NodeId>> m_illegal; // rule and node of illegal patches
    std::vector<std::pair<std::size_t, NodeId>>* m_again = nullptr;
};

} // namespace edgewright::fusion

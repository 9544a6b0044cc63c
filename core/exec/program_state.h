// SPDX-License-Identifier: GPL-3.0-or-later
// State that stays between the runs of a program, and that all frames of one run share.
#pragma once

#include "core/exec/executor.h"
#include "core/exec/schedule.h"
#include "core/exec/storage.h"

#include <memory>
#include <unordered_map>

namespace edgewright::exec {

// The schedules of a graph and of the bodies inside it, each made when it first runs.
class Schedules {
public:
    explicit Schedules(const ir::Opsets& opsets) : m_opsets(opsets) {}
    const ir::Opsets& opsets() const { return m_opsets; }
    Result<Schedule*> of(const ir::Graph& graph, std::span<const ValueId> captures);

private:
    struct Entry {
        std::vector<ValueId> captures;
        std::unique_ptr<Schedule> schedule;
    };
    const ir::Opsets& m_opsets;
    std::unordered_map<const ir::Graph*, Entry> m_entries;
};

struct Session {
    Schedules& schedules;
    const RunOptions& options;
    const RunContext& context;
    const std::function<void()>& betweenNodes; // of the top graph; may be empty
    Storage storage;
    const kernels::Backend* backend = nullptr; // that `options` name
};

} // namespace edgewright::exec

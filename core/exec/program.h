// SPDX-License-Identifier: GPL-3.0-or-later
// A graph made ready to run again and again: its order, its kernels, what they prepare from the weights, and
// the memory of earlier runs are kept.
#pragma once

#include "core/exec/executor.h"

#include <memory>

namespace edgewright::exec {

class Program {
public:
    // Both must outlive the program. `graph` should have inferred types (ops::inferTypes).
    Program(const ir::Graph& graph, const ir::Opsets& opsets);
    ~Program();
    Program(Program&&) noexcept;
    Program& operator=(Program&&) noexcept;

    // As exec::run. One run at a time. BadInput, naming the file, when weights or feeds lie in one that has
    // shrunk.
    // `betweenNodes` is called on this thread before each node of the graph that runs but the first one: there
    // the run may be made to wait. It must not throw, nor run this program.
    Result<RunResult> run(const ir::Feeds& feeds, const RunOptions& options, const RunContext& context = {},
                          const std::function<void()>& betweenNodes = {});

private:
    Result<RunResult> runOnce(const ir::Feeds& feeds, const RunOptions& options, const RunContext& context,
                              const std::function<void()>& betweenNodes);

    struct Kept;
    std::unique_ptr<Kept> m_kept;
};

} // namespace edgewright::exec

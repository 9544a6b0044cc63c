// SPDX-License-Identifier: GPL-3.0-or-later
// Random scheduling problems with everything that a problem may have.
#pragma once

#include "core/memory/scheduler.h"

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace edgewright::test {

// Inputs, outputs, unread results, several results of one operator, waiting without reading, overwriting,
// scratch. Operators read and wait for what is at most `reach` behind. Equal arguments give equal problems.
inline memory::ScheduleProblem randomSchedule(unsigned seed, std::uint32_t operators,
                                              std::uint32_t reach = 1000) {
    std::mt19937 random(seed);
    const auto below = [&](std::size_t n) { return static_cast<std::uint32_t>(random() % n); };
    memory::ScheduleProblem problem;
    std::vector<std::uint32_t> writer;
    const auto store = [&](std::uint32_t by, bool given) {
        // Few sizes, so that operators find something of the right size to overwrite.
        problem.storages.push_back({"s" + std::to_string(problem.storages.size()), std::int64_t(1) << below(4),
                                    given, below(10) == 0});
        writer.push_back(by);
        return static_cast<std::uint32_t>(problem.storages.size() - 1);
    };
    for (std::uint32_t i = below(3); i-- > 0;)
        store(0, true);
    for (std::uint32_t i = 0; i < operators; ++i) {
        memory::ScheduleProblem::Operator op;
        op.name = "op" + std::to_string(i);
        if (i > 0 && below(6) == 0) op.after.push_back(i - 1 - below(std::min(i, reach)));
        for (std::uint32_t k = below(4); k-- > 0 && !problem.storages.empty();) {
            const std::size_t last = problem.storages.size();
            const auto s = static_cast<std::uint32_t>(last - 1 - below(std::min<std::size_t>(last, reach)));
            if (std::ranges::find(op.reads, s) != op.reads.end()) continue;
            op.reads.push_back(s);
            if (!problem.storages[s].given) op.after.push_back(writer[s]);
        }
        for (std::uint32_t k = below(8) == 0 ? 2 * below(2) : 1; k-- > 0;)
            op.writes.push_back(store(i, false));
        if (op.writes.size() == 1)
            for (const std::uint32_t s : op.reads)
                if (!problem.storages[s].kept && !problem.storages[s].given && below(2) == 0 &&
                    problem.storages[s].size == problem.storages[op.writes[0]].size)
                    op.overwrites.push_back(s);
        if (below(5) == 0) op.scratch = below(6);
        problem.operators.push_back(std::move(op));
    }
    return problem;
}

} // namespace edgewright::test

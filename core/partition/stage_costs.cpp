// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/stage_costs.h"

#include <algorithm>

namespace edgewright::partition {

StageCosts::StageCosts(const Problem& problem)
    : m_problem(problem), m_tensorsRead(problem.steps.size()), m_weightsRead(problem.steps.size()),
      m_tensorsMade(problem.steps.size()) {
    const std::size_t steps = problem.steps.size();
    std::vector<std::int64_t> changes(steps + 1, 0);
    for (std::size_t i = 0; i < problem.tensors.size(); ++i) {
        const Tensor& each = problem.tensors[i];
        const std::size_t made = each.made == Tensor::Given ? 0 : each.made;
        if (each.made != Tensor::Given) m_tensorsMade[made].push_back(i);
        for (const std::size_t step : each.reads)
            m_tensorsRead[step].push_back(i);
        if (each.made == Tensor::Given && each.reads.empty() && !each.kept) continue;
        changes[made] += each.bytes;
        changes[each.kept ? steps : (each.reads.empty() ? made : each.reads.back()) + 1] -= each.bytes;
    }
    for (std::size_t i = 0; i < problem.weights.size(); ++i)
        for (const std::size_t step : problem.weights[i].reads)
            m_weightsRead[step].push_back(i);
    std::int64_t alive = 0;
    for (std::size_t step = 0; step < steps; ++step)
        m_alive.push_back(alive += changes[step]);
}

std::vector<StageBytes> StageCosts::from(std::size_t first) const {
    std::vector<StageBytes> stages;
    std::vector<bool> hasTensor(m_problem.tensors.size(), false), hasWeight(m_problem.weights.size(), false);
    std::int64_t weights = 0, alive = 0;
    StageBytes now;
    for (std::size_t step = first; step < m_problem.steps.size(); ++step) {
        alive = std::max(alive, m_alive[step]);
        for (const std::size_t i : m_weightsRead[step]) {
            if (!hasWeight[i]) weights += m_problem.weights[i].bytes;
            hasWeight[i] = true;
        }
        for (const std::size_t i : m_tensorsRead[step]) {
            const Tensor& each = m_problem.tensors[i];
            if (each.made == Tensor::Given || each.made < first) {
                if (!hasTensor[i]) now.received += each.bytes;
                hasTensor[i] = true;
            } else if (!each.kept && each.reads.back() == step) {
                now.sent -= each.bytes; // nobody reads it after this stage
            }
        }
        for (const std::size_t i : m_tensorsMade[step])
            if (m_problem.tensors[i].kept || !m_problem.tensors[i].reads.empty())
                now.sent += m_problem.tensors[i].bytes;
        now.memory = weights + alive + m_problem.credits * (now.received + now.sent);
        stages.push_back(now);
    }
    return stages;
}

} // namespace edgewright::partition

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/quantization/model_change.h"

#include "core/base/propagate.h"
#include "core/exec/program.h"

#include <algorithm>

namespace edgewright::pipeline {

ChangeSums::ChangeSums(const ir::Graph& first, std::size_t outputs) : m_sums(outputs) {
    for (std::size_t i = 0; i < outputs; ++i)
        m_names.push_back(first.value(first.outputs[i]).name);
}

void ChangeSums::add(const std::optional<std::int64_t>& label, std::span<const ir::Tensor> first,
                     std::span<const ir::Tensor> second) {
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        m_sums[i].add(second[i], first[i]);
    m_tops.add(label, topOf(first), topOf(second));
}

ModelChange ChangeSums::change() const {
    ModelChange change;
    for (std::size_t i = 0; i < m_sums.size(); ++i)
        change.outputs.push_back({m_names[i], m_sums[i].sqnrDb(), m_sums[i].maxAbsError()});
    change.tops = m_tops;
    return change;
}

Result<ModelChange> modelChange(const ir::Graph& first, const ir::Opsets& firstOpsets, const ir::Graph& second,
                                const ir::Opsets& secondOpsets, const NextLabelledFeeds& samples,
                                const RunContext& run) {
    exec::Program before(first, firstOpsets), after(second, secondOpsets);
    exec::RunOptions options;
    options.timeNodes = false;
    ChangeSums sums(first, std::min(first.outputs.size(), second.outputs.size()));
    while (true) {
        if (run.stopped()) return cancelled();
        ASSIGN_OR_RETURN(const auto sample, samples());
        if (!sample) break;
        ASSIGN_OR_RETURN(const auto wanted, before.run(sample->feeds, options, {run.stop, nullptr}));
        ASSIGN_OR_RETURN(const auto got, after.run(sample->feeds, options, {run.stop, nullptr}));
        sums.add(sample->label, wanted.outputs, got.outputs);
    }
    if (sums.samples() == 0) return badInput("there are no inputs to compare on");
    return sums.change();
}

} // namespace edgewright::pipeline

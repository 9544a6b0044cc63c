// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/code_changes.h"

#include <algorithm>

namespace edgewright::pipeline {

bool changesQuantizedValues(const fusion::Step& step) {
    const fusion::Rule* rule = fusion::findRule(step.rule);
    return rule && rule->changesQuantizedValues;
}

Result<fusion::History> withIntegers(const Typed& typed, const fusion::History& history,
                                     const RunContext& run) {
    const ir::Opsets& opsets = typed.opened->model->opsets;
    fusion::Options alone, behind;
    bool found = false;
    for (const fusion::Rule* rule : fusion::rules()) {
        if (!rule->changesQuantizedValues) alone.without.emplace(rule->name);
        if (found && !rule->changesQuantizedValues) behind.without.emplace(rule->name);
        found |= rule->changesQuantizedValues;
    }
    auto made = fusion::fuse(*typed.graph, opsets, alone, run);
    if (!made || std::ranges::count_if(made->steps, changesQuantizedValues) >=
                     std::ranges::count_if(history.steps, changesQuantizedValues))
        return made;
    return fusion::fuse(*typed.graph, opsets, behind, run);
}

} // namespace edgewright::pipeline

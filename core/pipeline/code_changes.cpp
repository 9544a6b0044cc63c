// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/pipeline/code_changes.h"

#include <algorithm>

namespace edgewright::pipeline {

bool changesCodes(const fusion::Step& step) {
    const fusion::Rule* rule = fusion::findRule(step.rule);
    return rule && rule->changesCodes;
}

Result<fusion::History> withIntegers(const Typed& typed, const fusion::History& history,
                                     const RunContext& run) {
    const ir::Opsets& opsets = typed.opened->model->opsets;
    fusion::Options alone, behind;
    bool found = false;
    for (const fusion::Rule* rule : fusion::rules()) {
        if (!rule->changesCodes) alone.without.emplace(rule->name);
        if (found && !rule->changesCodes) behind.without.emplace(rule->name);
        found |= rule->changesCodes;
    }
    auto made = fusion::fuse(*typed.graph, opsets, alone, run);
    if (!made ||
        std::ranges::count_if(made->steps, changesCodes) >= std::ranges::count_if(history.steps, changesCodes))
        return made;
    return fusion::fuse(*typed.graph, opsets, behind, run);
}

} // namespace edgewright::pipeline

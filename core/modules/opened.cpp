// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/modules/modules.h"

#include <algorithm>
#include <functional>
#include <map>

namespace edgewright::modules {

namespace {

constexpr std::size_t WorthOpening = 12;  // operators
constexpr std::size_t MaxOpenedItems = 8; // of a module, where not all of its level can be opened

} // namespace

std::set<ModuleId> opened(const Modules& modules, std::size_t least, std::size_t most) {
    // Modules, and the nodes that none of them holds.
    const auto boxes = [&](ModuleId id) {
        std::size_t count = modules[id].operators;
        for (const Item& item : modules[id].items)
            if (item.module.valid()) count -= modules[item.module].operators - 1;
        return count;
    };
    std::set<ModuleId> open;
    std::size_t shown = boxes(Root);
    std::vector<ModuleId> level; // folded, the lowest below what is open
    const auto offer = [&](ModuleId id, std::vector<ModuleId>& to) {
        for (const Item& item : modules[id].items)
            if (item.module.valid()) to.push_back(item.module);
    };
    offer(Root, level);
    while (!level.empty() && shown < most) {
        std::map<std::uint32_t, std::vector<ModuleId>> kinds;
        for (const ModuleId id : level)
            kinds[modules[id].kind].push_back(id);
        struct Step {
            std::size_t operators, more;
            bool plain; // opens by itself; else only for want of boxes
            const std::vector<ModuleId>* ids;
        };
        std::vector<Step> steps;
        std::size_t all = shown;
        for (const auto& [kind, ids] : kinds) {
            const Module& first = modules[ids.front()];
            const bool plain = first.named && first.repeats == 1 && first.operators >= WorthOpening;
            steps.push_back({first.operators, (boxes(ids.front()) - 1) * ids.size(), plain, &ids});
            all += plain ? steps.back().more : 0;
        }
        std::ranges::stable_sort(steps, std::greater<>(), &Step::operators);
        const bool fits = all <= most;
        if (!fits && shown >= (least + most) / 2) break;
        std::vector<ModuleId> next;
        for (const Step& step : steps) {
            const bool few = fits || step.more <= MaxOpenedItems * step.ids->size();
            if (!(step.plain && few) && shown >= least) continue;
            if (shown + step.more > most) continue;
            shown += step.more;
            for (const ModuleId id : *step.ids) {
                open.insert(id);
                offer(id, next);
            }
        }
        level = std::move(next);
    }
    return open;
}

} // namespace edgewright::modules

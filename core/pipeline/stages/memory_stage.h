// SPDX-License-Identifier: GPL-3.0-or-later
// The stages that plan the memory of the original or of the fused graph: with planner and order of the
// settings, or with those of ViewState::otherPlan, where there are any.
#pragma once

#include "core/pipeline/settings/setting_fields.h"
#include "core/pipeline/stage.h"

#include <set>
#include <type_traits>

namespace edgewright::pipeline {

inline void memorySettings(const Settings& settings, SettingsText& text) {
    text.addFields(memoryFields(), settings);
    const std::set<ValueId> unshared(settings.liveness.unshared.begin(), settings.liveness.unshared.end());
    for (const ValueId id : unshared)
        text.add('a', id.index());
}

inline Settings withOtherPlan(Settings settings) {
    settings.planner = settings.viewState.otherPlan.planner;
    settings.scheduler = settings.viewState.otherPlan.scheduler;
    return settings;
}
template <bool IsOther>
std::conditional_t<IsOther, Settings, const Settings&> plannedSettings(const Settings& settings) {
    if constexpr (IsOther)
        return withOtherPlan(settings);
    else
        return settings;
}

template <bool IsFused, bool IsOther>
Result<std::shared_ptr<const MemoryPlan>> plannedMemory(const Analysis& now, const Settings& settings,
                                                        const RunContext& run) {
    const ir::Graph& graph = IsFused ? now.fusion->graph : *now.typed->graph;
    return plan(graph, now.opsets(IsFused), plannedSettings<IsOther>(settings).plan(), run);
}

template <auto Member, bool IsFused, bool IsOther>
constexpr Stage memoryStage(std::string_view name, const char* title) {
    Stage stage{.name = name, .title = title, .needs = {IsFused ? "fuse" : "type"}, .searches = true};
    if (IsOther)
        stage.applies = [](const Analysis&, const Settings& settings) {
            const OtherPlan& other = settings.viewState.otherPlan;
            return !other.planner.empty() && other.fused == IsFused;
        };
    stage.settings = [](const Settings& settings, SettingsText& text) {
        memorySettings(plannedSettings<IsOther>(settings), text);
    };
    return stageInto<Member, plannedMemory<IsFused, IsOther>>(stage);
}

} // namespace edgewright::pipeline

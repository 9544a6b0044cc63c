// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/propagate.h"
#include "core/cost/explore/space_run.h"
#include "core/pipeline/costs/exploration.h"
#include "core/pipeline/stages/accelerator_settings.h"

#include <algorithm>
#include <mutex>
#include <thread>

namespace edgewright::pipeline {

struct OpenExploration {
    OpenExploration(std::string settings, std::shared_ptr<const fusion::History> history, cost::SpaceRun begun)
        : of(std::move(settings)), model(std::move(history)), run(std::move(begun)),
          finder(run.space(), run.spacePoints(), run.uncounted()) {}

    std::string of; // these settings
    std::shared_ptr<const fusion::History> model;
    std::mutex working; // one worker at a time: one that was stopped may need a moment
    cost::SpaceRun run;
    cost::SpaceFinder finder;
};

namespace explore_stage {

namespace {

// A point of the space that was explored is another choice, but no other space.
Result<cost::DesignSpace> spaceOf(const Settings& settings) {
    if (const auto& base = settings.viewState.exploredOn)
        if (auto space = settings.space.on(*base); space && space->indexOf(settings.accelerator)) return space;
    return settings.space.on(settings.accelerator);
}

// Of the accelerator what the space does not vary; points may be accelerators that tilings are for.
void spaceDependencies(const Settings& settings, SettingsText& text) {
    for (const std::string& axis : settings.space.axes)
        text.add(axis);
    text.add(settings.space.sample);
    const auto space = spaceOf(settings);
    text.addFields(cost::acceleratorFields(), space ? space->at(0) : settings.accelerator);
    addTilings(settings, text);
}

void dependencies(const Settings& settings, SettingsText& text) {
    spaceDependencies(settings, text);
    text.addFields(cost::constraintFields(), settings.space.constraints);
}

std::shared_ptr<const Explored> soFar(const std::shared_ptr<OpenExploration>& open) {
    auto made = std::make_shared<Explored>();
    made->owner = open;
    made->points = open->run.points();
    // The front within the constraints is the part of the front that meets them (cost::Constraint).
    for (const std::size_t place : open->run.front())
        if (cost::isWithin(open->finder.constraints(), made->points[place])) made->front.push_back(place);
    made->total = open->run.total();
    made->findings = open->finder.findings(made->front.size());
    made->open = open;
    return made;
}

Result<std::shared_ptr<const Explored>> compute(const Analysis& now, const Settings& settings,
                                                const RunContext& run, const Parts<Explored>& parts) {
    RETURN_IF_ERROR(cost::checkConstraints(settings.space.constraints, settings.accelerator.energy));
    SettingsText text;
    spaceDependencies(settings, text);
    std::shared_ptr<OpenExploration> open = now.explored ? now.explored->open : nullptr;
    if (!open || open->model != now.fusion || open->of != text.text()) {
        ASSIGN_OR_RETURN(const auto space, spaceOf(settings));
        cost::Workload workload = cost::workloadOf(now.fusion->graph);
        workload.tilings = settings.tilings;
        ASSIGN_OR_RETURN(auto begun, cost::SpaceRun::of(workload, space, {settings.space.sample}));
        open = std::make_shared<OpenExploration>(text.text(), now.fusion, std::move(begun));
    }
    const std::scoped_lock lock(open->working);
    // Other constraints are other findings about the same points.
    if (open->finder.constraints() != settings.space.constraints) {
        open->finder = cost::SpaceFinder(open->run.space(), open->run.spacePoints(), open->run.uncounted(),
                                         settings.space.constraints);
        open->finder.add(open->run.points());
    }
    const int threads = std::clamp(static_cast<int>(std::thread::hardware_concurrency()) - 1, 1, 8);
    while (!open->run.isComplete()) {
        const std::size_t before = open->run.points().size();
        run.report(static_cast<std::uint32_t>(before), static_cast<std::uint32_t>(open->run.total()));
        if (!open->run.advance(threads, run)) return cancelled();
        open->finder.add(open->run.points().subspan(before));
        if (!open->run.isComplete()) parts(soFar(open));
    }
    return soFar(open);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::explored, compute>({
    .name = "explore",
    .title = TRANSLATABLE("Stage", "Explore the design space"),
    .needs = {"fuse"},
    .searches = true,
    .settings = dependencies,
});

} // namespace explore_stage

} // namespace edgewright::pipeline

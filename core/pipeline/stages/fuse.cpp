// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/fusion/option_fields.h"
#include "core/pipeline/stage.h"

namespace edgewright::pipeline::fuse_stage {

namespace {

void dependencies(const Settings& settings, SettingsText& text) {
    const fusion::Options& options = settings.fusion;
    text.addFields(fusion::optionFields(), options);
    const auto list = [&](char kind, const std::vector<NodeId>& nodes) {
        text.add(kind);
        for (const NodeId node : nodes)
            text.add(node.index());
    };
    for (const std::string& rule : options.without)
        text.add('w', rule);
    for (const fusion::Site& site : options.skipped) {
        text.add('s', site.rule, site.inside);
        list('n', site.nodes);
    }
    for (const std::vector<NodeId>& group : options.userGroups)
        list('g', group);
}

Result<std::shared_ptr<const fusion::History>> compute(const Analysis& now, const Settings& settings,
                                                       const RunContext& run) {
    return fuse(*now.typed, settings.fusion, run);
}

} // namespace

extern const Stage entry = stageInto<&Analysis::fusion, compute>({
    .name = "fuse",
    .title = TRANSLATABLE("Stage", "Fuse operators"),
    .needs = {"type"},
    .settings = dependencies,
});

} // namespace edgewright::pipeline::fuse_stage

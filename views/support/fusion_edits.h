// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions of a person about single fusions, as changes of the settings: the window's undo takes them back.
#pragma once

#include "core/fusion/fuse.h"
#include "views/support/settings_model.h"

#include <QString>

#include <set>
#include <vector>

namespace edgewright::memory {
struct Liveness;
}
namespace edgewright::pipeline {
struct Analysis;
}

namespace edgewright::views {

// The step is not wanted: its site is skipped, or a group made by hand is dissolved.
void undoStep(SettingsModel& settings, const fusion::Step& step);
// One of history.possible is wanted. When its rule is switched off, the rule goes on for this site alone.
void applyPossible(SettingsModel& settings, const fusion::History& history, const fusion::Step& step);
void groupByHand(SettingsModel& settings, const std::vector<NodeId>& baseNodes);
// Groups made by hand that hold one of the nodes.
bool hasGroupByHand(const pipeline::Settings& settings, const std::set<NodeId>& baseNodes);
void ungroupByHand(SettingsModel& settings, const std::set<NodeId>& baseNodes);

// The newest step that made `node`; null when it is as it was in the file.
const fusion::Step* stepThatMade(const fusion::History& history, NodeId node);

// As the list of rules calls it; "by hand" without a rule.
QString ruleTitle(const std::string& rule);
// "Batch norm into the convolution before it: …": what a step did, and why.
QString stepSentence(const fusion::Step& step);
// "of a fusion whose check failed": for pages that show the fused graph. Empty where it did not fail.
QString failedCheckText(const pipeline::Analysis& analysis);
// "only 2 of 6 tensors, the sizes of the others are not known": beside the peak of a plan. Empty where all are
// planned.
QString plannedPartText(const memory::Liveness& liveness);

// "saves 2 calls · 1.20 MiB", "costs …"; empty where nothing changes.
QString benefitText(const fusion::Benefit& benefit);

} // namespace edgewright::views

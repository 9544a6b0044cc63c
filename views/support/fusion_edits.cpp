// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/fusion_edits.h"

#include "core/pipeline/check.h"
#include "core/pipeline/study.h"
#include "views/support/quantity.h"
#include "views/support/utf8.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <cstdlib>

namespace edgewright::views {

namespace {

struct FusionEditsText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Benefit)
};

bool touches(const std::vector<NodeId>& group, const std::set<NodeId>& nodes) {
    return std::ranges::any_of(group, [&](NodeId id) { return nodes.count(id) != 0; });
}

// "Activation into the operator before it: Conv_3, Relu_4"
QString nameOf(const fusion::Step& step) {
    QStringList nodes;
    for (const std::string& name : step.names)
        nodes << QString::fromStdString(name);
    const QString rule = step.rule.empty() ? FusionEditsText::tr("group by hand") : ruleTitle(step.rule);
    constexpr int MaxLetters = 90;
    const QString name = QStringLiteral("%1: %2").arg(rule, nodes.join(QStringLiteral(", ")));
    return name.size() <= MaxLetters ? name : name.left(MaxLetters - 1) + u'…';
}

} // namespace

void undoStep(SettingsModel& settings, const fusion::Step& step) {
    settings.change(FusionEditsText::tr("Take back %1").arg(nameOf(step)), [&](pipeline::Settings& s) {
        if (step.rule.empty())
            std::erase_if(s.fusion.userGroups, [&](const std::vector<NodeId>& group) {
                return touches(group, {step.site.nodes.begin(), step.site.nodes.end()});
            });
        else
            s.fusion.skipped.insert(step.site);
    });
}

void applyPossible(SettingsModel& settings, const fusion::History& history, const fusion::Step& step) {
    settings.change(FusionEditsText::tr("Apply %1").arg(nameOf(step)), [&](pipeline::Settings& s) {
        if (s.fusion.without.erase(step.rule) > 0)
            for (const fusion::Step& other : history.possible)
                if (other.rule == step.rule) s.fusion.skipped.insert(other.site);
        s.fusion.skipped.erase(step.site);
    });
}

void groupByHand(SettingsModel& settings, const std::vector<NodeId>& baseNodes) {
    std::vector<NodeId> group = baseNodes;
    std::ranges::sort(group);
    settings.change(FusionEditsText::tr("Group by hand"), [&](pipeline::Settings& s) {
        const std::set<NodeId> nodes(group.begin(), group.end());
        std::erase_if(s.fusion.userGroups,
                      [&](const std::vector<NodeId>& other) { return touches(other, nodes); });
        s.fusion.userGroups.push_back(group);
    });
}

bool hasGroupByHand(const pipeline::Settings& settings, const std::set<NodeId>& baseNodes) {
    return std::ranges::any_of(settings.fusion.userGroups,
                               [&](const auto& group) { return touches(group, baseNodes); });
}

void ungroupByHand(SettingsModel& settings, const std::set<NodeId>& baseNodes) {
    if (!hasGroupByHand(settings.get(), baseNodes)) return;
    settings.change(FusionEditsText::tr("Dissolve a group"), [&](pipeline::Settings& s) {
        std::erase_if(s.fusion.userGroups, [&](const auto& group) { return touches(group, baseNodes); });
    });
}

const fusion::Step* stepThatMade(const fusion::History& history, NodeId node) {
    for (auto step = history.steps.rbegin(); step != history.steps.rend(); ++step)
        if (std::ranges::find(step->made, node) != step->made.end()) return &*step;
    return nullptr;
}

QString ruleTitle(const std::string& rule) {
    if (rule.empty()) return FusionEditsText::tr("by hand");
    const fusion::Rule* known = fusion::findRule(rule);
    return known ? QCoreApplication::translate("Rule", std::string(known->summary).c_str()) : text(rule);
}

QString stepSentence(const fusion::Step& step) {
    return ruleTitle(step.rule) + QStringLiteral(": ") + text(step.reason);
}

QString failedCheckText(const pipeline::Analysis& analysis) {
    const bool fails = analysis.check && !analysis.isStale("check") && !analysis.check->passes();
    return fails ? FusionEditsText::tr("of a fusion whose check failed") : QString();
}

QString plannedPartText(const memory::Liveness& liveness) {
    if (liveness.isWhole()) return {};
    const std::size_t planned = liveness.plannedTensors();
    return FusionEditsText::tr("only %1 of %2 tensors, the sizes of the others are not known")
        .arg(planned)
        .arg(planned + liveness.unplanned.size());
}

QString benefitText(const fusion::Benefit& benefit) {
    QStringList saved, costs;
    if (benefit.launches != 0)
        (benefit.launches > 0 ? saved : costs)
            << FusionEditsText::tr("%n calls", nullptr, static_cast<int>(std::abs(benefit.launches)));
    if (benefit.trafficBytes != 0)
        (benefit.trafficBytes > 0 ? saved : costs) << bytesText(std::abs(benefit.trafficBytes));
    QStringList parts;
    if (!saved.isEmpty()) parts << FusionEditsText::tr("saves %1").arg(saved.join(QStringLiteral(" · ")));
    if (!costs.isEmpty()) parts << FusionEditsText::tr("costs %1").arg(costs.join(QStringLiteral(" · ")));
    return parts.join(QStringLiteral(", "));
}

} // namespace edgewright::views

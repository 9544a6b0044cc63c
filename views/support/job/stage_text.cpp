// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/job/stage_text.h"

#include "views/support/utf8.h"

#include <QCoreApplication>

#include <algorithm>

namespace edgewright::views {

QString stageTitle(const pipeline::Stage& stage) { return QCoreApplication::translate("Stage", stage.title); }

bool isPending(const pipeline::Analysis* analysis, std::initializer_list<std::string_view> stages) {
    return analysis && std::ranges::any_of(
                           stages, [&](std::string_view stage) { return analysis->pending.contains(stage); });
}

bool isStale(const pipeline::Analysis* analysis, std::string_view stage) {
    return analysis && analysis->pending.contains(stage) && !analysis->partial.contains(stage);
}

QString cancelledOf(const pipeline::Analysis* analysis, std::initializer_list<std::string_view> stages) {
    if (analysis)
        for (const std::string_view stage : stages)
            if (analysis->cancelled.contains(stage)) return text(stage);
    return {};
}

QString errorText(const pipeline::Analysis& analysis, std::string_view stage) {
    const Error* error = pipeline::errorOf(analysis, stage);
    return error ? QString::fromStdString(error->message) : QString();
}

} // namespace edgewright::views

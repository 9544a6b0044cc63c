// SPDX-License-Identifier: GPL-3.0-or-later
// The description that a rule has to have, for the lists of switches that show it.
#pragma once

#include "core/fusion/rule.h"

#include <QString>

namespace edgewright::fusion::test {

// Empty when nothing is wrong.
inline QString descriptionFault(const Rule& rule) {
    if (!rule.match) return QStringLiteral("no match function");
    if (rule.summary.empty()) return QStringLiteral("no summary");
    if (rule.summary.back() == '.') return QStringLiteral("a line of a list has no full stop");
    if (rule.before.empty() || rule.after.empty()) return QStringLiteral("no sketch");
    if (rule.before == rule.after) return QStringLiteral("a sketch of nothing");
    return {};
}

} // namespace edgewright::fusion::test

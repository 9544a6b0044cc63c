// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences of measurements that a test makes: the machine that runs it may be busy, and the sentence then
// begins with a doubt.
#pragma once

#include <QString>

namespace edgewright::test {

// `said` begins so, behind a doubt or without one.
inline bool claims(const QString& said, const QString& beginning) {
    for (const QString& doubt : {QStringLiteral("Not known well: "), QStringLiteral("Machine not quiet: ")})
        if (said.startsWith(doubt)) return said.mid(doubt.size()).startsWith(beginning, Qt::CaseInsensitive);
    return said.startsWith(beginning);
}

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// A clause at the beginning of a sentence.
#pragma once

#include <QString>

namespace edgewright::views {

// The names of settings, numbers and stages begin with a small letter, as they stand within sentences.
inline QString withCapital(QString clause) {
    if (!clause.isEmpty()) clause.front() = clause.front().toUpper();
    return clause;
}

} // namespace edgewright::views

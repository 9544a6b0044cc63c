// SPDX-License-Identifier: GPL-3.0-or-later
// The answer of the graph page in one sentence.
#pragma once

#include "core/pipeline/benefits.h"
#include "core/pipeline/study.h"

#include <QString>

namespace edgewright::views {

// For AnswerLine, with links "steps", "rules" and "memory". `benefits`: null until they are known. Empty
// without a model.
QString graphAnswer(const pipeline::Analysis& analysis, const pipeline::Benefits* benefits);

} // namespace edgewright::views

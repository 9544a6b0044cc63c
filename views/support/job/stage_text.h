// SPDX-License-Identifier: GPL-3.0-or-later
// The words about stages, the same on every page.
#pragma once

#include "core/pipeline/stage.h"

#include <QString>

#include <initializer_list>
#include <string_view>

namespace edgewright::views {

QString stageTitle(const pipeline::Stage& stage);
// True if one of them is computed again, or waits for that.
bool isPending(const pipeline::Analysis* analysis, std::initializer_list<std::string_view> stages);
// Its result is of older settings and a newer one on its way; a part of that is not stale.
bool isStale(const pipeline::Analysis* analysis, std::string_view stage);
// The first of them that a person stopped; empty: none.
QString cancelledOf(const pipeline::Analysis* analysis, std::initializer_list<std::string_view> stages);
// The reason why the stage has no result; empty unless it, or what it needs, failed.
QString errorText(const pipeline::Analysis& analysis, std::string_view stage);

} // namespace edgewright::views

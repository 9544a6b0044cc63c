// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of the activity bar, in its order. To add one: its entry here and its sources in views/.
#pragma once

#include "views/support/page/view.h"

#include <span>

namespace edgewright::workbench {

std::span<const views::ViewEntry* const> pages();

} // namespace edgewright::workbench

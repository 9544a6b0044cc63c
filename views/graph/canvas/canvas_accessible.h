// SPDX-License-Identifier: GPL-3.0-or-later
// A graph canvas for assistive technology: every box with its name, place and state.
#pragma once

namespace edgewright::views {

// Once, before the first canvas.
void makeCanvasesAccessible();

} // namespace edgewright::views

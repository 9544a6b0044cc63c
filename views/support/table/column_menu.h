// SPDX-License-Identifier: GPL-3.0-or-later
// Gives the heads of a table or tree a menu that chooses its columns; what was chosen is remembered by the
// object name of the view.
#pragma once

#include <QHeaderView>

namespace edgewright::views {

// `heads`: of a view that has its model and its name.
void addColumnMenu(QHeaderView& heads);

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// Lists of small numbers as people type them: "0-3,6".
#pragma once

#include <QString>

#include <optional>
#include <vector>

namespace edgewright::views {

// Ascending, each once; empty of an empty text; nothing where it is no such list, or a number is above `most`.
std::optional<std::vector<int>> numbersOf(const QString& text, int most);
// "0-3, 6"
QString numberListText(const std::vector<int>& ascending);

} // namespace edgewright::views

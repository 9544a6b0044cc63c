// SPDX-License-Identifier: GPL-3.0-or-later
// Texts of Qt's own buttons, menus and file dialogues that the window shows. Qt's translation of them is a
// package of its own, which need not be installed: they are among our words as well, and are used where Qt has
// none.
#pragma once

#include <span>

namespace edgewright::workbench {

struct QtTexts {
    const char* context; // of QCoreApplication::translate
    std::span<const char* const> texts;
};
std::span<const QtTexts> qtTexts();

} // namespace edgewright::workbench

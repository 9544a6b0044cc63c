// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

// Marks text that people read, for whoever collects it for translation (`lupdate -tr-function-alias
// QT_TRANSLATE_NOOP+=TRANSLATABLE`). It stays English here; the window looks it up in `context`.
#define TRANSLATABLE(context, text) text

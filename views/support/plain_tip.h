// SPDX-License-Identifier: GPL-3.0-or-later
// Tool tips with names of files, models and people in them: Qt reads a tip as HTML where it looks like that.
#pragma once

#include <QString>
#include <QTextDocument>

namespace edgewright::views {

// `text` so that a tool tip shows it letter by letter.
inline QString plainTip(const QString& text) {
    return Qt::mightBeRichText(text) ? Qt::convertFromPlainText(text, Qt::WhiteSpaceNormal) : text;
}

} // namespace edgewright::views

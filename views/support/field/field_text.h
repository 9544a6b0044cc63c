// SPDX-License-Identifier: GPL-3.0-or-later
// The words of fields (core/base/field.h) in the language of the window.
#pragma once

#include "core/base/field.h"

#include <QString>

namespace edgewright::views {

QString settingText(double value);           // as many digits as it has, up to nine: "0.5", "99.99"
QString settingWords(std::string_view text); // translated
QString inSentence(const QString& title);    // "Array rows" -> "array rows", but "DRAM bandwidth"
QString choiceTitle(const Choice& choice);   // its title, else its key spelled out: "greedy by size"
// "16 B/cycle", "on", "Weight stationary", "as columns".
QString valueText(const FieldInfo& field, const FieldValue& value);

} // namespace edgewright::views

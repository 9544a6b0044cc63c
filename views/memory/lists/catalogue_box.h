// SPDX-License-Identifier: GPL-3.0-or-later
// A choice from a catalogue (planners, schedulers): shows names, says summaries, knows entries by name.
#pragma once

#include "views/support/field/field_text.h"
#include "views/support/utf8.h"

#include <QComboBox>
#include <QString>

#include <string>
#include <string_view>

namespace edgewright::views {

// "greedy_by_size" -> "greedy by size"
inline QString spelledOut(std::string_view name) {
    return text(name).replace(QLatin1Char('_'), QLatin1Char(' '));
}

template <typename Entries>
void fillFrom(QComboBox& box, const Entries& entries) {
    box.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box.setMinimumContentsLength(12);
    for (const auto* entry : entries) {
        box.addItem(spelledOut(entry->name), text(entry->name));
        box.setItemData(box.count() - 1, settingWords(entry->summary), Qt::ToolTipRole);
    }
}

inline void choose(QComboBox& box, const std::string& name) {
    box.setCurrentIndex(box.findData(QString::fromStdString(name)));
    box.setToolTip(box.currentData(Qt::ToolTipRole).toString());
}

inline std::string chosenName(const QComboBox& box) { return box.currentData().toString().toStdString(); }

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// A button with an arrow that shows and hides what lies behind it.
#pragma once

#include <QSettings>
#include <QToolButton>

#include <functional>
#include <utility>

namespace edgewright::views {

// `unfold` is called at once, and whenever it is pressed. `remembered`: the setting of the program that keeps
// it; empty: it begins folded.
inline void makeFold(QToolButton& button, const QString& text, std::function<void(bool)> unfold,
                     const QString& remembered = {}) {
    button.setText(text);
    button.setCheckable(true);
    button.setAutoRaise(true);
    button.setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    const auto show = [&button, unfold = std::move(unfold)](bool on) {
        button.setArrowType(on ? Qt::DownArrow : Qt::RightArrow);
        unfold(on);
    };
    button.setChecked(!remembered.isEmpty() && QSettings().value(remembered, false).toBool());
    show(button.isChecked());
    QObject::connect(&button, &QToolButton::toggled, &button, [show, remembered](bool on) {
        if (!remembered.isEmpty()) QSettings().setValue(remembered, on);
        show(on);
    });
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// A column of controls that scrolls on its own where the window is too low for it.
#pragma once

#include <QScrollArea>
#include <QStyle>

namespace edgewright::views {

// `width`: of the controls, pixels; 0: as wide as there is room.
inline QScrollArea* scrollColumn(QWidget* controls, int width = 0, QWidget* parent = nullptr) {
    auto* scroll = new QScrollArea(parent);
    scroll->setWidget(controls);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus); // it follows the control that has the focus
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    if (width > 0) scroll->setFixedWidth(width + scroll->style()->pixelMetric(QStyle::PM_ScrollBarExtent));
    return scroll;
}

} // namespace edgewright::views

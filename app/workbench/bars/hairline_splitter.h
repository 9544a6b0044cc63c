// SPDX-License-Identifier: GPL-3.0-or-later
// A splitter whose handle is a thin line of the theme. (A style sheet would cut its children off from the
// palette.)
#pragma once

#include "views/support/theme.h"

#include <QPainter>
#include <QSplitter>
#include <QSplitterHandle>

namespace edgewright::workbench {

class HairlineSplitter final : public QSplitter {
public:
    explicit HairlineSplitter(Qt::Orientation orientation, QWidget* parent = nullptr)
        : QSplitter(orientation, parent) {
        setChildrenCollapsible(false);
        setHandleWidth(5);
    }

protected:
    QSplitterHandle* createHandle() override { return new Handle(orientation(), this); }

private:
    class Handle final : public QSplitterHandle {
    public:
        using QSplitterHandle::QSplitterHandle;

    protected:
        void paintEvent(QPaintEvent*) override {
            const views::Theme& theme = views::Theme::forPalette(palette());
            QPainter painter(this);
            const QRect line = orientation() == Qt::Horizontal ? QRect(width() / 2, 0, 1, height())
                                                               : QRect(0, height() / 2, width(), 1);
            painter.fillRect(line, theme.line);
        }
    };
};

} // namespace edgewright::workbench

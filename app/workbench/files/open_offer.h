// SPDX-License-Identifier: GPL-3.0-or-later
// The button below the sentence of an empty page, while there is no model: the way on.
#pragma once

#include "views/support/job/stage_overlay.h"

#include <QAction>
#include <QEvent>
#include <QPushButton>
#include <QTimer>

namespace edgewright::workbench {

class OpenOffer final : public QPushButton {
public:
    OpenOffer(QAction* open, QWidget* over) : QPushButton(open->text(), over) {
        setObjectName(QStringLiteral("openOffer"));
        connect(this, &QPushButton::clicked, open, &QAction::trigger);
        over->installEventFilter(this);
    }
    void placeSoon() { QTimer::singleShot(0, this, &OpenOffer::place); } // once the page has its layout

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) placeSoon();
        return QPushButton::eventFilter(watched, event);
    }
    void showEvent(QShowEvent* event) override {
        placeSoon();
        QPushButton::showEvent(event);
    }

private:
    void place() {
        QRect room = parentWidget()->rect(); // of the sentence
        int widest = 0;
        for (const auto* each : parentWidget()->findChildren<views::StageOverlay*>()) {
            if (!each->isVisible() || each->text().isEmpty() || each->width() <= widest) continue;
            widest = each->width();
            room = QRect(each->mapTo(parentWidget(), QPoint()), each->size());
        }
        adjustSize();
        move(room.center() + QPoint(-width() / 2, fontMetrics().height()));
        raise();
    }
};

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
// Below the sentence of an empty page, while there is no model: the way on. A file, or one of the samples.
#pragma once

#include "views/support/job/stage_overlay.h"
#include "views/support/layouts.h"

#include <QAction>
#include <QCoreApplication>
#include <QEvent>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QToolButton>

namespace edgewright::workbench {

class OpenOffer final : public QWidget {
    Q_DECLARE_TR_FUNCTIONS(edgewright::workbench::OpenOffer)
public:
    OpenOffer(QAction* open, const QList<QAction*>& samples, QMenu& lessons, QWidget* over) : QWidget(over) {
        auto* column = views::columnIn(this, {}, 8);
        auto* button = new QPushButton(open->text(), this);
        button->setObjectName(QStringLiteral("openOffer"));
        connect(button, &QPushButton::clicked, open, &QAction::trigger);
        column->addWidget(button, 0, Qt::AlignHCenter);
        if (!samples.isEmpty()) {
            auto* row = new QHBoxLayout;
            row->setSpacing(4);
            row->addWidget(new QLabel(tr("or a sample:"), this));
            for (QAction* sample : samples)
                row->addWidget(offered(sample));
            column->addLayout(row);
        }
        auto* learn = new QToolButton(this);
        learn->setObjectName(QStringLiteral("lessonsOffer"));
        learn->setText(tr("Lessons of ten minutes"));
        learn->setMenu(&lessons);
        learn->setPopupMode(QToolButton::InstantPopup);
        learn->setMinimumHeight(24);
        column->addWidget(learn, 0, Qt::AlignHCenter);
        over->installEventFilter(this);
    }
    void placeSoon() { QTimer::singleShot(0, this, &OpenOffer::place); } // once the page has its layout

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize || event->type() == QEvent::LayoutRequest) placeSoon();
        return QWidget::eventFilter(watched, event);
    }
    void showEvent(QShowEvent* event) override {
        placeSoon();
        QWidget::showEvent(event);
    }

private:
    QToolButton* offered(QAction* sample) {
        auto* button = new QToolButton(this);
        button->setObjectName(QStringLiteral("sample_") + sample->text());
        button->setDefaultAction(sample);
        button->setMinimumHeight(24);
        button->setAccessibleName(sample->toolTip());
        return button;
    }
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

// SPDX-License-Identifier: GPL-3.0-or-later
// Lies over a widget whose content is computed elsewhere. While a newer result is on its way it dims the old
// one, with a thin running line on top; where there is no result it shows one calm sentence instead.
#pragma once

#include <QTimer>
#include <QWidget>

namespace edgewright::views {

class StageOverlay final : public QWidget {
    Q_OBJECT
public:
    explicit StageOverlay(QWidget* content); // becomes its child and follows its size
    // An empty `message` shows the content.
    void display(const QString& message, bool pending);
    const QString& text() const { return m_message; }
    bool pending() const { return m_pending; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_message;
    bool m_pending = false;
    int m_phase = 0; // of the running line, 0..99
    QTimer m_timer;
};

} // namespace edgewright::views

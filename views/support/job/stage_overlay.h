// SPDX-License-Identifier: GPL-3.0-or-later
// Lies over a widget whose content is computed elsewhere. While a newer result is on its way it dims the old
// one, with a thin running line on top; where there is no result it shows one calm sentence instead. What a
// person cancelled is dimmed, with a button that starts it again.
#pragma once

#include <QPushButton>
#include <QTimer>
#include <QWidget>

namespace edgewright::views {

class StageOverlay final : public QWidget {
    Q_OBJECT
public:
    explicit StageOverlay(QWidget* content); // becomes its child and follows its size
    // An empty `message` shows the content. `cancelled`: the stage that was; empty: none.
    void display(const QString& message, bool pending, const QString& cancelled = {});
    const QString& text() const { return m_message; }
    bool pending() const { return m_pending; }

signals:
    void retryRequested(const QString& stage);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void placeRetry();

    QString m_message, m_cancelled;
    bool m_pending = false;
    int m_phase = 0; // of the running line, 0..99
    QTimer m_timer;
    QPushButton* m_retry;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// The time cursor's controls: back, play, forward, speed, and what happens in the step.
#pragma once

#include <QTimer>
#include <QWidget>

class QComboBox;
class QLabel;
class QToolButton;

namespace edgewright::views {

class TimeBar final : public QWidget {
    Q_OBJECT
public:
    explicit TimeBar(QWidget* parent = nullptr);
    // `text` describes the step; empty without a cursor.
    void say(const QString& text, bool cursor);
    bool playing() const { return m_timer.isActive(); }
    void play(bool on);

signals:
    void stepped(int steps); // by a button, or because the time has come
    void cleared();          // no cursor any more
    void peakWanted();       // the cursor to the step with the most live bytes
    void playStarted();

protected:
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void tint();
    void elide();

    QToolButton *m_back, *m_play, *m_forward, *m_peak, *m_clear;
    QComboBox* m_speed;
    QLabel* m_text;
    QString m_full;
    QTimer m_timer;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// A few words laid over the picture: why something was not done. Goes away by itself, on Esc or by its button.
#pragma once

#include <QFrame>
#include <QTimer>

class QLabel;

namespace edgewright::views {

class Callout final : public QFrame {
    Q_OBJECT
public:
    enum class Tone { Reason, Done };
    Callout(QWidget* over, int top); // becomes its child, so far below its upper edge
    void say(const QString& text, Tone tone = Tone::Reason);
    QString text() const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    void place();

    int m_top;
    QLabel* m_text;
    Tone m_tone = Tone::Reason;
    QTimer m_timer;
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// Goes through the cycles of a fold and from fold to fold: by hand, or by itself.
#pragma once

#include <QTimer>
#include <QWidget>

class QComboBox;
class QSlider;
class QToolButton;

namespace edgewright::views {

class ArrayTransport final : public QWidget {
    Q_OBJECT
public:
    explicit ArrayTransport(QWidget* parent = nullptr);
    void display(qint64 cycle, qint64 cycles, bool isFirstFold, bool isLastFold);
    // As long as nobody has chosen one: that takes some seconds for so many cycles.
    void suggestSpeed(qint64 cycles);
    int speed() const; // cycles per second
    bool playing() const { return m_timer.isActive(); }
    void play(bool on);

signals:
    void stepped(qint64 cycles);
    void foldStepped(int folds);
    void cycleChosen(qint64 cycle);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // Space plays

private:
    QToolButton* addButton(const char* name, const QString& text);
    void applySpeed();
    void tint();

    QToolButton *m_foldBack, *m_back, *m_play, *m_forward, *m_foldForward;
    QSlider* m_slider;
    QComboBox* m_speed;
    QTimer m_timer;
    qint64 m_cycles = 1, m_stride = 1; // stride: cycles each time
    bool m_chosen = false;             // the speed, by a person
};

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// Steps through the fusion: a slider from the original graph to the fused one, forwards, backwards, play.
#pragma once

#include <QTimer>
#include <QWidget>

#include "core/fusion/fuse.h"

#include <memory>

class QLabel;
class QSlider;
class QToolButton;

namespace edgewright::views {

class HistoryBar final : public QWidget {
    Q_OBJECT
public:
    explicit HistoryBar(QWidget* parent = nullptr);
    // Stands at the end.
    void setHistory(std::shared_ptr<const fusion::History> history);
    std::size_t step() const; // this many steps are applied
    bool atEnd() const;
    void setStep(std::size_t step);
    void stepBy(int steps);
    // One step after the other, each once arrived() says that the one before is shown.
    void play(bool on);
    bool isPlaying() const;
    void arrived();

signals:
    void stepChanged(std::size_t step);

protected:
    void changeEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override; // Space plays
    void resizeEvent(QResizeEvent* event) override;

private:
    void describe();
    void elide();
    void tint();

    std::shared_ptr<const fusion::History> m_history;
    QToolButton *m_back, *m_play, *m_forward;
    QSlider* m_slider;
    QLabel* m_count;
    QLabel* m_text;
    QString m_short; // what it says, with long names shortened
    QTimer m_timer;  // until the next step is played
};

} // namespace edgewright::views

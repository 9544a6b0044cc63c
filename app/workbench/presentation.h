// SPDX-License-Identifier: GPL-3.0-or-later
// One picture after the other, as large as the screen, in type that can be read from the last row. Arrows,
// PageUp and PageDown, Space, or a click go on and back; Esc leaves. Space plays a picture that moves, and Left
// and Right step through it.
#pragma once

#include "views/support/figure/slide.h"
#include "views/support/job/job_slot.h"

#include <QPixmap>
#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <map>
#include <vector>

namespace edgewright::workbench {

class Presentation final : public QWidget {
    Q_OBJECT
public:
    static constexpr double MinScale = 1.5, MaxScale = 2; // of type, by the height of the screen

    // Begins with slide `first`, the last one at most.
    Presentation(std::vector<views::Slide> slides, std::size_t first, QThreadPool& pool, QWidget* parent);
    std::size_t current() const { return m_current; }
    const QString& headline() const { return m_slides[m_current].headline; }
    const QString& caption() const { return m_slides[m_current].caption; }
    bool isPlaying() const { return m_timer.isActive(); }
    bool isReady() const { return m_made.contains(m_current); }
    double scale() const; // of everything on it

protected:
    void paintEvent(QPaintEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void changeEvent(QEvent* event) override;
    void closeEvent(QCloseEvent* event) override;

private:
    void go(std::size_t to);
    bool step(std::int64_t moments); // false: it stands still, or there are no more
    void play(bool on);
    void tell();
    void make();                                              // the current one, or the next
    QRectF paintWords(QPainter& painter, const QRectF& room); // returns what is left between them
    void paintPicture(QPainter& painter, const QRectF& area);

    QPointer<QWidget> m_from; // had the focus before
    std::vector<views::Slide> m_slides;
    std::size_t m_current = 0;
    std::map<std::size_t, Result<views::Figure>> m_made; // by slide
    double m_headHeight = 0;                             // of the headline, the most of all moments
    QPixmap m_picture;                                   // of the current one; null: to be painted
    views::JobSlot m_job;
    QTimer m_timer;            // runs while it plays
    std::int64_t m_stride = 1; // moments each time
};

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
// One picture after the other, as large as the screen, in type that can be read from the last row. Arrows,
// PageUp and PageDown, Space, or a click go on and back; Esc leaves.
#pragma once

#include "views/support/figure/slide.h"
#include "views/support/job/job_slot.h"

#include <QPixmap>
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
    void make();                                              // the current one, or the next
    QRectF paintWords(QPainter& painter, const QRectF& room); // returns what is left between them
    void paintPicture(QPainter& painter, const QRectF& area);

    std::vector<views::Slide> m_slides;
    std::size_t m_current = 0;
    std::map<std::size_t, Result<views::Figure>> m_made; // by slide
    double m_headHeight = 0;                             // of the headline, the most of all moments
    QPixmap m_picture;                                   // of the current one; null: to be painted
    views::JobSlot m_job;
};

} // namespace edgewright::workbench

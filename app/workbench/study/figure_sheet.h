// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of all pages as small pictures, each drawn in the style that it would be printed in, at one scale
// as far as there is room.
#pragma once

#include "views/support/figure/figure_style.h"
#include "views/support/job/job_slot.h"

#include <QImage>
#include <QListWidget>
#include <QTimer>

#include <vector>

namespace edgewright::workbench {

struct SheetFigure {
    views::Figure figure; // as the page gives it
    QString page, title;  // id and title of that page
};

class FigureSheet final : public QListWidget {
    Q_OBJECT
public:
    explicit FigureSheet(QThreadPool& pool, QWidget* parent = nullptr);
    // Pictures that were there by name stay until the new ones are drawn.
    void display(std::vector<SheetFigure> figures, const views::FigureStyle& style, FigureFont wanted);
    const SheetFigure& at(int row) const { return m_figures[static_cast<std::size_t>(row)]; }
    FigureFont type() const { return m_type; } // that they are drawn in
    bool isDrawing() const { return m_next < m_figures.size() || m_job.running(); }

signals:
    void opened(int row); // by a double click, or Enter

protected:
    void changeEvent(QEvent* event) override;

private:
    void drawNext();
    void setPicture(std::size_t row, const QImage& picture);

    std::vector<SheetFigure> m_figures;
    const views::FigureStyle* m_style = &views::figureStyles().front();
    FigureFont m_type = FigureFont::Sans;
    std::size_t m_next = 0; // to be drawn
    views::JobSlot m_job;
    QTimer m_turn;
};

// A figure in that style, complete, as it is on paper: `scale` pixels for one of its own, smaller where it
// would be larger than `most` pixels. Null: there is no memory for it.
QImage smallPicture(const views::Figure& figure, double scale, QSizeF most, double devicePixelRatio);

} // namespace edgewright::workbench

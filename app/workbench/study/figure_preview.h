// SPDX-License-Identifier: GPL-3.0-or-later
// One figure as it is printed: all of it, or in its true size, in which a millimetre on paper is one on the
// screen.
#pragma once

#include "views/support/figure/figure.h"
#include "views/support/job/job_slot.h"

#include <QDialog>
#include <QImage>

class QLabel;
class QPushButton;
class QScrollArea;

namespace edgewright::workbench {

class FigurePreview final : public QDialog {
    Q_OBJECT
public:
    FigurePreview(QThreadPool& pool, QWidget* parent);
    // In the style that it has; what was shown before goes.
    void display(const views::Figure& figure);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void showPicture(const Result<views::Figure>& figure);
    void showScaled(); // fitted: smaller than it is printed where there is no more room, never larger

    QScrollArea* m_paper;
    QLabel *m_picture, *m_size;
    QPushButton* m_fit;
    QImage m_image; // in its true size
    views::JobSlot m_job;
};

// So many logical pixels of a figure, printed.
int millimetresOf(double pixels);

} // namespace edgewright::workbench

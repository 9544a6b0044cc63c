// SPDX-License-Identifier: GPL-3.0-or-later
// One figure in its true size: a millimetre on paper is one on the screen.
#pragma once

#include "views/support/figure/figure.h"
#include "views/support/job/job_slot.h"

#include <QDialog>
#include <QImage>

class QLabel;

namespace edgewright::workbench {

class FigurePreview final : public QDialog {
    Q_OBJECT
public:
    FigurePreview(QThreadPool& pool, QWidget* parent);
    // In the style that it has; what was shown before goes.
    void display(const views::Figure& figure);

private:
    void showPicture(const Result<views::Figure>& figure);

    QLabel *m_picture, *m_size;
    views::JobSlot m_job;
};

// So many logical pixels of a figure, printed.
int millimetresOf(double pixels);

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/figure_preview.h"

#include "views/support/layouts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QScreen>
#include <QScrollArea>

#include <cmath>

namespace edgewright::workbench {

namespace {

constexpr double MetresPerInch = 0.0254;
// A screen that does not know its size says 0, or what no screen has.
constexpr double MinDots = 60, MaxDots = 400; // an inch

double dotsOf(const QScreen& screen) {
    const double dots = screen.physicalDotsPerInch();
    return dots >= MinDots && dots <= MaxDots ? dots : screen.logicalDotsPerInch();
}

} // namespace

int millimetresOf(double pixels) {
    return static_cast<int>(std::lround(pixels / views::Figure::PixelsPerInch * MetresPerInch * 1000));
}

FigurePreview::FigurePreview(QThreadPool& pool, QWidget* parent)
    : QDialog(parent), m_picture(new QLabel(this)), m_size(new QLabel(this)), m_job(pool, tr("Draw a figure")) {
    setObjectName(QStringLiteral("figurePreview"));
    resize(820, 620);
    m_picture->setObjectName(QStringLiteral("figurePreviewPicture"));
    m_picture->setAlignment(Qt::AlignCenter);
    m_size->setObjectName(QStringLiteral("figurePreviewSize"));
    auto* paper = new QScrollArea(this);
    paper->setWidget(m_picture);
    paper->setWidgetResizable(true);
    paper->setFrameShape(QFrame::NoFrame);
    paper->setAccessibleName(tr("Figure in its true size"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* below = new QHBoxLayout;
    below->addWidget(m_size, 1);
    below->addWidget(buttons);
    auto* all = views::columnIn(this, {12, 12, 12, 12}, 8);
    all->addWidget(paper, 1);
    all->addLayout(below);
}

void FigurePreview::display(const views::Figure& figure) {
    setWindowTitle(figure.title);
    m_picture->clear();
    m_size->setText(tr("Drawing …"));
    show();
    if (figure.onGuiThread) return showPicture(views::completeFigure(figure));
    m_job.start([figure](const RunContext& run) { return views::completeFigure(figure, run); },
                [this](const Result<views::Figure>& made) { showPicture(made); });
}

void FigurePreview::showPicture(const Result<views::Figure>& figure) {
    if (!figure) return m_size->setText(QString::fromStdString(figure.error().message));
    const double ratio = devicePixelRatioF();
    views::Figure shown = *figure;
    shown.dotsPerInch = dotsOf(*screen()) * ratio;
    QImage picture = views::figureImage(shown);
    picture.setDevicePixelRatio(ratio);
    m_picture->setPixmap(QPixmap::fromImage(picture));
    // Of a very large one there are fewer pixels than it would have.
    const double printed = picture.dotsPerMeterX() * MetresPerInch;
    m_size->setText(
        tr("%1 × %2 mm").arg(millimetresOf(figure->size.width())).arg(millimetresOf(figure->size.height())) +
        (printed < shown.dotsPerInch - 1 ? tr(", smaller here") : QString()));
}

} // namespace edgewright::workbench

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/study/figure_preview.h"

#include "views/support/layouts.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
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
    : QDialog(parent), m_paper(new QScrollArea(this)), m_picture(new QLabel(this)), m_size(new QLabel(this)),
      m_fit(new QPushButton(tr("Fit"), this)), m_job(pool, tr("Draw a figure")) {
    setObjectName(QStringLiteral("figurePreview"));
    resize(820, 620);
    m_picture->setObjectName(QStringLiteral("figurePreviewPicture"));
    m_picture->setAlignment(Qt::AlignCenter);
    m_size->setObjectName(QStringLiteral("figurePreviewSize"));
    m_paper->setWidget(m_picture);
    m_paper->setWidgetResizable(true);
    m_paper->setFrameShape(QFrame::NoFrame);
    m_paper->setAccessibleName(tr("Figure as it is printed"));
    m_fit->setObjectName(QStringLiteral("figurePreviewFit"));
    m_fit->setCheckable(true);
    m_fit->setChecked(true);
    m_fit->setAutoDefault(false);
    m_fit->setToolTip(tr("All of the figure; else in its true size, a millimetre on paper is one here"));
    connect(m_fit, &QPushButton::toggled, this, &FigurePreview::showScaled);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* below = new QHBoxLayout;
    below->addWidget(m_size, 1);
    below->addWidget(m_fit);
    below->addWidget(buttons);
    auto* all = views::columnIn(this, {12, 12, 12, 12}, 8);
    all->addWidget(m_paper, 1);
    all->addLayout(below);
}

void FigurePreview::display(const views::Figure& figure) {
    setWindowTitle(figure.title);
    m_image = {};
    showScaled();
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
    m_image = views::figureImage(shown);
    m_image.setDevicePixelRatio(ratio);
    showScaled();
    // Of a very large one there are fewer pixels than it would have.
    const double printed = m_image.dotsPerMeterX() * MetresPerInch;
    m_size->setText(
        tr("%1 × %2 mm").arg(millimetresOf(figure->size.width())).arg(millimetresOf(figure->size.height())) +
        (figure->pages.size() > 1 ? tr(", the first of %1 pages").arg(figure->pages.size()) : QString()) +
        (printed < shown.dotsPerInch - 1 ? tr(", smaller here") : QString()));
}

void FigurePreview::showScaled() {
    if (m_image.isNull()) return m_picture->clear();
    const QSizeF room = QSizeF(m_paper->maximumViewportSize()) * m_image.devicePixelRatio();
    const bool isLarger = m_image.width() > room.width() || m_image.height() > room.height();
    m_picture->setPixmap(QPixmap::fromImage(m_fit->isChecked() && isLarger
                                                ? m_image.scaled(room.toSize().expandedTo(QSize(1, 1)),
                                                                 Qt::KeepAspectRatio, Qt::SmoothTransformation)
                                                : m_image));
}

void FigurePreview::resizeEvent(QResizeEvent* event) {
    QDialog::resizeEvent(event);
    layout()->activate(); // the paper has its size before the picture is fitted into it
    showScaled();
}

} // namespace edgewright::workbench

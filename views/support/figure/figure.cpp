// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure.h"

#include "core/base/propagate.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QFileInfo>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSaveFile>
#include <QSvgGenerator>

#include <algorithm>

namespace edgewright::views {

namespace {

struct FigureText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Figure)
};

constexpr double PixelsPerInch = 96;

Error cannotWrite(const QString& file, const QString& why) {
    return badInput(FigureText::tr("%1 cannot be written: %2").arg(file, why).toStdString());
}

void paintOnWhite(const Figure& figure, QPainter& painter, const QRectF& area) {
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.fillRect(area, Qt::white);
    figure.paint(painter, area, Theme::light());
}

Result<void> writeSvg(const Figure& figure, QIODevice& device, const QString& name) {
    QSvgGenerator generator;
    generator.setOutputDevice(&device);
    generator.setResolution(static_cast<int>(PixelsPerInch));
    generator.setSize(figure.size.toSize());
    generator.setViewBox(QRectF(QPointF(), figure.size));
    generator.setTitle(figure.title);
    generator.setDescription(FigureText::tr("Made with Edgewright"));
    QPainter painter;
    if (!painter.begin(&generator)) return cannotWrite(name, FigureText::tr("the SVG could not be started"));
    paintOnWhite(figure, painter, QRectF(QPointF(), figure.size));
    return {};
}

Result<void> writePdf(const Figure& figure, QSaveFile& file) {
    QPdfWriter writer(&file);
    writer.setResolution(static_cast<int>(PixelsPerInch));
    writer.setTitle(figure.title);
    writer.setCreator(QStringLiteral("Edgewright"));
    const QSizeF points = figure.size * 72.0 / PixelsPerInch;
    writer.setPageSize(QPageSize(points, QPageSize::Point, figure.title, QPageSize::ExactMatch));
    writer.setPageMargins(QMarginsF(0, 0, 0, 0));
    QPainter painter;
    if (!painter.begin(&writer))
        return cannotWrite(file.fileName(), FigureText::tr("the PDF could not be started"));
    paintOnWhite(figure, painter, QRectF(QPointF(), figure.size));
    return {};
}

Result<void> writePng(const Figure& figure, QSaveFile& file, double scale) {
    const QImage image = figureImage(figure, scale);
    if (image.isNull()) return cannotWrite(file.fileName(), FigureText::tr("the image is too large"));
    if (!image.save(&file, "PNG")) return cannotWrite(file.fileName(), file.errorString());
    return {};
}

} // namespace

QImage figureImage(const Figure& figure, double scale) {
    // A very large graph is written smaller rather than not at all.
    constexpr double MaxPixels = 120e6;
    const double wanted = figure.size.width() * figure.size.height() * scale * scale;
    if (wanted > MaxPixels) scale *= std::sqrt(MaxPixels / wanted);
    QImage image((figure.size * scale).toSize().expandedTo(QSize(1, 1)), QImage::Format_ARGB32_Premultiplied);
    if (image.isNull()) return image;
    image.setDevicePixelRatio(scale);
    image.setText(QStringLiteral("Title"), figure.title);
    image.fill(Qt::white);
    QPainter painter(&image);
    paintOnWhite(figure, painter, QRectF(QPointF(), figure.size));
    return image;
}

QByteArray figureSvg(const Figure& figure) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return writeSvg(figure, buffer, figure.name) ? buffer.data() : QByteArray();
}

Result<Figure> completeFigure(const Figure& figure, const RunContext& run) {
    return figure.make ? figure.make(run) : figure;
}

Result<void> exportFigure(const Figure& wanted, const QString& fileName, double pngScale,
                          const RunContext& run) {
    ASSIGN_OR_RETURN(const Figure figure, completeFigure(wanted, run));
    const QString suffix = QFileInfo(fileName).suffix().toLower();
    QSaveFile file(fileName);
    if (!file.open(QIODevice::WriteOnly)) return cannotWrite(fileName, file.errorString());
    Result<void> written;
    if (suffix == QStringLiteral("svg"))
        written = writeSvg(figure, file, fileName);
    else if (suffix == QStringLiteral("pdf"))
        written = writePdf(figure, file);
    else if (suffix == QStringLiteral("png"))
        written = writePng(figure, file, pngScale);
    else
        return cannotWrite(fileName, FigureText::tr("expected a name that ends in .svg, .pdf or .png"));
    if (!written) return written;
    if (!file.commit()) return cannotWrite(fileName, file.errorString());
    return {};
}

} // namespace edgewright::views

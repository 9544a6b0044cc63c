// SPDX-License-Identifier: GPL-3.0-or-later
// Pixels, with the title in the file's text.
#include "views/support/figure/figure_format.h"

#include <QCoreApplication>

namespace edgewright::views::png_format {

namespace {

Result<void> write(const Figure& figure, QIODevice& file) {
    const QImage image = figureImage(figure);
    if (image.isNull())
        return badInput(
            QCoreApplication::translate("edgewright::views::Figure", "the image is too large").toStdString());
    if (!image.save(&file, "PNG")) return badInput(file.errorString().toStdString());
    return {};
}

} // namespace

extern const FigureFormat entry{.title = "PNG", .suffix = ".png", .write = write, .isOfDots = true};

} // namespace edgewright::views::png_format

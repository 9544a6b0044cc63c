// SPDX-License-Identifier: GPL-3.0-or-later
#include "views/support/figure/figure_format.h"

#include "core/base/catalogue.h"
#include "core/base/propagate.h"
#include "figure_formats.def"
#include "views/support/figure/figure_glyphs.h"

#include <QBuffer>
#include <QCoreApplication>
#include <QSaveFile>

#include <algorithm>

namespace edgewright::views {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_FIGURE_FORMATS, figureFormats, FigureFormat, _format)

namespace {

struct FigureText {
    Q_DECLARE_TR_FUNCTIONS(edgewright::views::Figure)
};

Error cannotWrite(const QString& file, const QString& why) {
    return badInput(FigureText::tr("%1 cannot be written: %2").arg(file, why).toStdString());
}

} // namespace

QStringList figureSuffixes() {
    QStringList suffixes;
    for (const FigureFormat* each : figureFormats())
        suffixes << QLatin1String(each->suffix);
    return suffixes;
}

QByteArray figureSvg(const Figure& figure) {
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    return svg_format::entry.write(figure, buffer) ? buffer.data() : QByteArray();
}

Result<void> saveBytes(const QString& fileName, const QByteArray& bytes) {
    QSaveFile file(fileName);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size() || !file.commit())
        return cannotWrite(fileName, file.errorString());
    return {};
}

Result<WrittenFigure> exportFigure(const Figure& wanted, const QString& fileName, const RunContext& run) {
    const auto formats = figureFormats();
    const auto format = std::ranges::find_if(formats, [&](const FigureFormat* each) {
        return fileName.endsWith(QLatin1String(each->suffix), Qt::CaseInsensitive);
    });
    if (format == formats.end())
        return cannotWrite(fileName, FigureText::tr("expected a name that ends in one of %1")
                                         .arg(figureSuffixes().join(QStringLiteral(", "))));
    ASSIGN_OR_RETURN(const Figure figure, completeFigure(wanted, run));
    QBuffer made;
    made.open(QIODevice::WriteOnly);
    if (const Result<void> written = (*format)->write(figure, made); !written)
        return cannotWrite(fileName, QString::fromStdString(written.error().message));
    RETURN_IF_ERROR(saveBytes(fileName, made.data()));
    return WrittenFigure{made.data(), charactersWithoutGlyph(figure)};
}

} // namespace edgewright::views

// SPDX-License-Identifier: GPL-3.0-or-later
// A figure as the file that is written of it.
#pragma once

#include "views/support/figure/figure_format.h"

#include <QFile>
#include <QTemporaryDir>

namespace edgewright::test {

// Empty where it cannot be written.
inline QByteArray svgOf(const views::Figure& figure) {
    const QTemporaryDir dir;
    const QString file = dir.filePath(figure.name + QStringLiteral(".svg"));
    if (!exportFigure(figure, file)) return {};
    QFile svg(file);
    return svg.open(QIODevice::ReadOnly) ? svg.readAll() : QByteArray();
}

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/workbench/figures_alone.h"

#include "app/workbench/files/figure_export.h"

#include <QApplication>

#include <cstdio>

namespace edgewright::workbench {

void writeFiguresAndEnd(MainWindow& window, const QString& file, const FigureOrder& order) {
    auto* figures = window.findChild<FigureExport*>();
    views::Session& session = window.session();
    const auto fail = [](const QString& message) {
        std::fprintf(stderr, "edgewright: %s\n", qPrintable(message));
        QApplication::exit(1);
    };
    QObject::connect(&session, &views::Session::failed, figures, fail);
    QObject::connect(figures, &FigureExport::failed, figures, fail);
    QObject::connect(figures, &FigureExport::said, figures, [](const QString& text) {
        std::printf("%s\n", qPrintable(text));
        std::fflush(stdout);
    });
    if (order.tellsProgress)
        QObject::connect(figures, &FigureExport::progressed, figures, [](quint32 done, quint32 total) {
            std::printf("progress %u %u\n", done, total);
            std::fflush(stdout);
        });
    QObject::connect(figures, &FigureExport::written, figures, [] { QApplication::exit(0); });
    QObject::connect(
        &session, &views::Session::opened, figures, [figures, order] { figures->write(order); },
        static_cast<Qt::ConnectionType>(Qt::QueuedConnection | Qt::SingleShotConnection));
    window.open(file);
}

} // namespace edgewright::workbench

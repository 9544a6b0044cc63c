// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled once for programs with windows and once for those without.
#include "tests/support/test_class.h"

#ifdef QT_WIDGETS_LIB
#include "tests/support/own_settings.h"

#include <QApplication>
using Application = QApplication;
#else
#include <QCoreApplication>
using Application = QCoreApplication;
#endif

int main(int argc, char** argv) {
    Application application(argc, argv);
    QCoreApplication::setAttribute(Qt::AA_Use96Dpi);
#ifdef QT_WIDGETS_LIB
    edgewright::test::useOwnSettings();
#endif
    return edgewright::test::runTests(argc, argv);
}

// SPDX-License-Identifier: GPL-3.0-or-later
// The window's own command line, where there is no display.
#include "tests/support/test_class.h"

#include <QProcess>
#include <QProcessEnvironment>
#include <QTest>

namespace edgewright::command_line_test {

using namespace Qt::StringLiterals;

class CommandLineTest : public QObject {
    Q_OBJECT

private slots:
    void helpAndVersionNeedNoDisplay_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("--help") << QStringList{u"--help"_s} << QByteArray("--page");
        QTest::newRow("-h behind others")
            << QStringList{u"--page"_s, u"graph"_s, u"-h"_s} << QByteArray("--theme");
        QTest::newRow("--version") << QStringList{u"--version"_s} << QByteArray("edgewright ");
    }
    void helpAndVersionNeedNoDisplay() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
            environment.remove(QString::fromUtf8(name));
        QProcess process;
        process.setProcessEnvironment(environment);
        process.start(QStringLiteral(EDGEWRIGHT_WORKBENCH), arguments);
        QVERIFY(process.waitForFinished(-1));
        QCOMPARE(process.exitStatus(), QProcess::NormalExit);
        QCOMPARE(process.exitCode(), 0);
        const QByteArray out = process.readAllStandardOutput();
        QVERIFY2(out.contains(says), out.constData());
    }
};

EDGEWRIGHT_TEST(CommandLineTest)

} // namespace edgewright::command_line_test

#include "command_line_test.moc"

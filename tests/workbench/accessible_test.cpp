// SPDX-License-Identifier: GPL-3.0-or-later
// What assistive technology is told of the window: asked over AT-SPI, of the program on a screen of its own.
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"
#include "tests/workbench/window_fixture.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>

namespace edgewright::accessible_test {

using namespace Qt::StringLiterals;

namespace {

constexpr int NotInstalled = 77, Patience = 600'000; // ms

} // namespace

class AccessibleTest : public QObject {
    Q_OBJECT

    QJsonObject m_faults; // by page

private slots:
    void initTestCase() {
        QProcess reader;
        reader.start(u"/usr/bin/python3"_s,
                     {QString::fromStdString(test::sourceFolder() / "tests/workbench/accessible_pages.py"),
                      QString::fromStdString(test::program("edgewright")),
                      test::WindowFixture::samplePath("tiny_cnn_2d")});
        if (!reader.waitForStarted()) QSKIP("python3 is not installed");
        QVERIFY(reader.waitForFinished(Patience));
        const QByteArray told = reader.readAllStandardOutput();
        if (reader.exitStatus() == QProcess::NormalExit && reader.exitCode() == NotInstalled)
            QSKIP(told.trimmed().constData());
        QVERIFY2(reader.exitStatus() == QProcess::NormalExit && reader.exitCode() == 0,
                 reader.readAllStandardError().constData());
        m_faults = QJsonDocument::fromJson(told).object();
    }

    // Each page by the action of its button; names, roles and descriptions of what can have the focus there.
    void everyPageIsTold_data() {
        QTest::addColumn<QString>("page");
        for (const char* page :
             {"graph", "memory", "int8", "accelerator", "measure", "scenario", "pipeline", "study"})
            QTest::newRow(page) << QString::fromLatin1(page);
    }
    void everyPageIsTold() {
        QFETCH(QString, page);
        QVERIFY2(m_faults.value(page).isArray(), "was not read");
        QStringList faults;
        for (const QJsonValue& each : m_faults.value(page).toArray())
            faults << each.toString();
        QVERIFY2(faults.isEmpty(), qPrintable(faults.join(u'\n')));
    }
};

EDGEWRIGHT_TEST(AccessibleTest)

} // namespace edgewright::accessible_test

#include "accessible_test.moc"

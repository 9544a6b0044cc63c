// SPDX-License-Identifier: GPL-3.0-or-later
// Back ends are found by name, and whatever is wrong with a module is one error that names its file.
#include "core/kernels/backend.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::backend_test {

namespace {

QString errorOf(const char* name) {
    const auto loaded = kernels::Backend::load(name);
    return loaded ? QString() : QString::fromStdString(loaded.error().message);
}

} // namespace

class BackendTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qputenv("EDGEWRIGHT_PLUGINS",
                (":/nonexistent:" + QCoreApplication::applicationDirPath() + "/backends").toUtf8());
    }

    void loadsOnceByName() {
        const auto first = kernels::Backend::load("fake");
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        QCOMPARE((*first)->table().library, "fake");
        QVERIFY(QString::fromStdString((*first)->file()).endsWith("/backends/edgewright_fake.so"));
        QCOMPARE(*kernels::Backend::load("fake"), *first);
    }

    void wrongNamesAreRefused_data() {
        QTest::addColumn<QByteArray>("name");
        for (const char* name : {"", "../fake", "fake.so", "Fake", "a b", "/x"})
            QTest::newRow(name) << QByteArray(name);
    }
    void wrongNamesAreRefused() {
        QFETCH(QByteArray, name);
        QVERIFY(errorOf(name.constData()).contains("lower-case letters"));
    }

    void missingNamesFileAndFolders() {
        const QString error = errorOf("absent");
        QVERIFY2(error.contains("edgewright_absent.so") && error.contains("/nonexistent") &&
                     error.contains("/lib/edgewright"),
                 qPrintable(error));
    }

    void wrongModulesAreNamed_data() {
        QTest::addColumn<QByteArray>("name");
        QTest::addColumn<QString>("says");
        QTest::newRow("version") << QByteArray("fake_newer")
                                 << "version 1000 of the interface where version 1 is expected";
        QTest::newRow("no entry") << QByteArray("fake_other") << "no function edgewright_backend";
    }
    void wrongModulesAreNamed() {
        QFETCH(QByteArray, name);
        QFETCH(QString, says);
        const QString error = errorOf(name.constData());
        QVERIFY2(error.contains("backends/edgewright_" + name + ".so") && error.contains(says),
                 qPrintable(error));
        QCOMPARE(error.count('\n'), 0);
    }

    void whatIsNoModuleIsNamed() {
        QTemporaryDir folder;
        QFile file(folder.filePath("edgewright_text.so"));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("not a module");
        file.close();
        const QByteArray before = qgetenv("EDGEWRIGHT_PLUGINS");
        qputenv("EDGEWRIGHT_PLUGINS", folder.path().toUtf8());
        const QString error = errorOf("text");
        qputenv("EDGEWRIGHT_PLUGINS", before);
        QVERIFY2(error.contains(file.fileName()) && error.contains("cannot be loaded"), qPrintable(error));
    }
};

EDGEWRIGHT_TEST(BackendTest)

} // namespace edgewright::backend_test

#include "backend_test.moc"

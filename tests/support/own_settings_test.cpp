// SPDX-License-Identifier: GPL-3.0-or-later
// Tests that run at the same time do not see each other's settings.
#include "tests/support/own_settings.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::own_settings_test {

class OwnSettingsTest : public QObject {
    Q_OBJECT

    static QString dataFolder() { return QStandardPaths::writableLocation(QStandardPaths::AppDataLocation); }

private slots:
    // Neither those of another process nor their data are seen or cleared.
    void thoseOfOthersStay() {
        qputenv(test::OwnSettingsVariable, "edgewright-test-of-others");
        test::useOwnSettings();
        const QString theirs = dataFolder();
        QSettings().setValue(QStringLiteral("chosen"), 7);
        QVERIFY(QDir().mkpath(theirs));

        qunsetenv(test::OwnSettingsVariable);
        test::useOwnSettings();
        QVERIFY(QSettings().allKeys().isEmpty());
        QVERIFY(dataFolder() != theirs && QDir(theirs).exists());
        QVERIFY(
            QCoreApplication::organizationName().endsWith(QString::number(QCoreApplication::applicationPid())));
        // A process that this one starts has them.
        QCOMPARE(qEnvironmentVariable(test::OwnSettingsVariable), QCoreApplication::organizationName());

        QCoreApplication::setOrganizationName(QStringLiteral("edgewright-test-of-others"));
        QCOMPARE(QSettings().value(QStringLiteral("chosen")).toInt(), 7);
        const QByteArray own = qgetenv(test::OwnSettingsVariable);
        qputenv(test::OwnSettingsVariable, "edgewright-test-of-others");
        test::useOwnSettings();
        QVERIFY(QSettings().allKeys().isEmpty() && !QDir(theirs).exists());
        QDir(QFileInfo(theirs).path()).removeRecursively();
        QDir(QFileInfo(QSettings().fileName()).path()).removeRecursively();
        qputenv(test::OwnSettingsVariable, own); // which goes at the end
        QCoreApplication::setOrganizationName(QString::fromLatin1(own));
    }
};

EDGEWRIGHT_TEST(OwnSettingsTest)

} // namespace edgewright::own_settings_test

#include "own_settings_test.moc"

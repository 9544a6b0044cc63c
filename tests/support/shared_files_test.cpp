// SPDX-License-Identifier: GPL-3.0-or-later
// A missing collection: tests skip, or the program fails where it is required.
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/unsupported.h"

#include <QDir>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::shared_files_test {

class SharedFilesTest : public QObject {
    Q_OBJECT

    struct Outcome {
        int status = -1;
        QByteArray text;
    };
    // This program again, asking for that folder of a collection that has an empty folder "models".
    static Outcome ask(const char* folder, const char* required) {
        const QTemporaryDir collection;
        if (!QDir(collection.path()).mkpath(QStringLiteral("models"))) return {};
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("EDGEWRIGHT_SHARED"), collection.path());
        environment.insert(QStringLiteral("EDGEWRIGHT_REQUIRE_SHARED"), QString::fromLatin1(required));
        environment.insert(QStringLiteral("EDGEWRIGHT_ASK"), QString::fromLatin1(folder));
        process.setProcessEnvironment(environment);
        process.setProcessChannelMode(QProcess::MergedChannels);
        process.start(QCoreApplication::applicationFilePath(), {QStringLiteral("shared_files"), QStringLiteral("asked")});
        if (!process.waitForFinished(-1) || process.exitStatus() != QProcess::NormalExit) return {};
        return {process.exitCode(), process.readAll()};
    }

private slots:
    // What the program does that ask() starts.
    void asked() {
        const std::string folder = qgetenv("EDGEWRIGHT_ASK").toStdString();
        if (folder.empty()) return;
        if (test::sharedCases(folder).empty()) QSKIP(test::sharedMissing());
    }

    void missingIsSkipped() {
        for (const char* required : {"", "0"}) {
            const Outcome outcome = ask("exports", required);
            QCOMPARE(outcome.status, 0);
            QVERIFY2(
                outcome.text.contains("SharedFilesTest::asked() the shared test collection is not"),
                outcome.text.constData());
        }
    }
    void missingFailsWhereItIsRequired() {
        const Outcome absent = ask("exports", "1");
        QCOMPARE(absent.status, 1);
        QVERIFY2(absent.text.contains("EDGEWRIGHT_REQUIRE_SHARED is set") &&
                     absent.text.contains("/exports is not there"),
                 absent.text.constData());
        const Outcome empty = ask("models", "1");
        QCOMPARE(empty.status, 1);
        QVERIFY2(empty.text.contains("/models holds nothing"), empty.text.constData());
    }

    void listIsComparedBothWays() {
        QVERIFY(!test::unsupported().empty());
        const auto& [name, reason] = *test::unsupported().begin();
        const auto root = test::sharedRoot();
        QCOMPARE(test::unlisted(root / name, "node 'x': " + reason), std::string());
        QVERIFY(test::unlisted(root / name, "another one").find("has another reason") != std::string::npos);
        QVERIFY(test::unlisted(root / name, "").find("runs, but") != std::string::npos);
        QVERIFY(test::unlisted(root / "models/new", "an operator").find("does not name it") !=
                std::string::npos);
        QCOMPARE(test::unlisted(root / "models/new", ""), std::string());
    }
};

EDGEWRIGHT_TEST(SharedFilesTest)

} // namespace edgewright::shared_files_test

#include "shared_files_test.moc"

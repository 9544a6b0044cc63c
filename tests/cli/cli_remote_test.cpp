// SPDX-License-Identifier: GPL-3.0-or-later
// Boards from the command line, behind a real sshd: added, listed, probed, measured, removed.
#include "core/measure/machine.h"
#include "tests/cli/program.h"
#include "tests/support/free_port.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace edgewright::cli_remote_test {

namespace fs = std::filesystem;

class CliRemoteTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<test::SshServer> m_server;
    fs::path folder() const { return m_folder.path().toStdString(); }

    // An experiment with one model on these machines, each cell measured for so many seconds.
    QString experiment(const QString& name, const QByteArray& devices, const QByteArray& more) const {
        return test::written(m_folder, name,
                             "{\"format\": \"edgewright experiment\", \"version\": 1, \"models\": [{\"name\": "
                             "\"tiny\", \"path\": \"" +
                                 test::sampleFile("tiny_cnn_2d.onnx").toUtf8() +
                                 "\"}], \"samples\": 8, \"devices\": [" + devices + "], " + more + "}");
    }
    static bool adds(const QString& name, int port) {
        return test::cli({"remote", "add", name, "127.0.0.1", "--port", QString::number(port)}).status == 0;
    }

private slots:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", (folder() / "config").c_str());
        // The agents that can be copied: the one of this machine.
        const fs::path agents = folder() / "agents" / measure::thisMachine().architecture;
        fs::create_directories(agents);
        fs::copy_file(qgetenv("EDGEWRIGHT_AGENT").toStdString(), agents / "edgewright-agent");
        qputenv("EDGEWRIGHT_AGENTS", (folder() / "agents").c_str());
        if (!test::SshServer::missing().empty()) return;
        fs::create_directory(folder() / "server");
        m_server.emplace(folder() / "server");
        // The ssh of PATH is OpenSSH with the configuration of the server, which asks at no terminal.
        fs::create_directory(folder() / "bin");
        const fs::path ssh = folder() / "bin" / "ssh";
        std::ofstream(ssh) << "#!/bin/sh\nSSH_ASKPASS='" << (folder() / "server" / "askpass").string()
                           << "' SSH_ASKPASS_REQUIRE=force exec /usr/bin/ssh -F '"
                           << (folder() / "server" / "client").string() << "' \"$@\"\n";
        fs::permissions(ssh, fs::perms::owner_all);
        qputenv("PATH", QByteArray((folder() / "bin").c_str()) + ':' + qgetenv("PATH"));
    }

    void listOfHosts() {
        QCOMPARE(test::cli({"remote", "list"}).out, QByteArray("this machine\n"));
        const auto added = test::cli({"remote", "add", "Küche; $(id)", "pi.local", "--user", "pi", "--port",
                                      "2222", "--identity", "/a b", "--jump", "gate", "--json"});
        QCOMPARE(added.status, 0);
        QCOMPARE(added.json()["user"].toString(), QStringLiteral("pi"));
        const auto listed = test::cli({"remote", "list", "--json"}).json()["hosts"].toArray();
        QCOMPARE(listed.size(), 1);
        QCOMPARE(listed[0].toObject()["name"].toString(), QStringLiteral("Küche; $(id)"));
        QCOMPARE(listed[0].toObject()["port"].toInt(), 2222);
        QCOMPARE(test::cli({"remote", "add", "Küche; $(id)", "other.local"}).status, 0); // changed
        QVERIFY(test::cli({"remote", "list"}).out.contains("other.local"));
        QCOMPARE(test::cli({"remote", "remove", "Küche; $(id)"}).status, 0);
        QCOMPARE(test::cli({"remote", "list"}).out, QByteArray("this machine\n"));
    }

    void refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QByteArray>("says");
        QTest::newRow("an option") << QStringList{"add", "x", "--", "-oProxyCommand=id"}
                                   << QByteArray("begins with '-'");
        QTest::newRow("this machine") << QStringList{"add", "this machine", "pi"} << QByteArray("another name");
        QTest::newRow("nobody") << QStringList{"probe", "nobody"} << QByteArray("there is no host 'nobody'");
        QTest::newRow("nobody to remove") << QStringList{"remove", "nobody"} << QByteArray("there is no host");
    }
    void refused() {
        QFETCH(QStringList, arguments);
        QFETCH(QByteArray, says);
        const auto outcome = test::cli(QStringList{"remote"} + arguments);
        QCOMPARE(outcome.status, 3);
        QVERIFY2(outcome.err.contains(says), outcome.err);
        QCOMPARE(outcome.err.count('\n'), 1);
    }

    void probedAndMeasured() {
        if (!m_server) QSKIP(test::SshServer::missing().c_str());
        const remote::Host host = m_server->host();
        const QString port = QString::number(host.port);
        QCOMPARE(test::cli({"remote", "add", "the board", "127.0.0.1", "--port", port}).status, 0);
        const auto probed = test::cli({"remote", "probe", "the board", "--json"});
        QVERIFY2(probed.status == 0, probed.err);
        QVERIFY(probed.json()["agent_copied"].toBool());
        QCOMPARE(probed.json()["architecture"].toString().toStdString(), measure::thisMachine().architecture);
        QVERIFY(!test::cli({"remote", "probe", "the board", "--json"}).json()["agent_copied"].toBool());

        const QString model = QString::fromStdString(test::sample("residual_cnn_2d.onnx").string());
        const auto measured = test::cli({"measure", model, "--device", "the board", "--variants",
                                         "baseline,both", "--seconds", "1", "--json"});
        QVERIFY2(measured.status == 0, measured.err);
        QCOMPARE(measured.json()["device"].toString(), QStringLiteral("the board"));
        const QJsonArray variants = measured.json()["variants"].toArray();
        QCOMPARE(variants.size(), 2);
        for (const QJsonValue& each : variants) {
            QVERIFY(each["median_ms"].toDouble() > 0);
            QVERIFY(each["outputs"].toArray()[0].toObject()["identical"].toBool());
        }
        QVERIFY(!measured.json()["per_node"].toArray().isEmpty());

        const auto roof = test::cli(
            {"measure", "--roof", "--device", "the board", "--threads", "1", "--seconds", "0.05", "--json"});
        QVERIFY2(roof.status == 0, roof.err);
        QVERIFY(roof.err.contains("connecting to 'the board'"));
        QCOMPARE(roof.json()["machine"].toObject()["kernel"].toString().toStdString(),
                 measure::thisMachine().kernel);
        QVERIFY(roof.json()["threads"].toArray()[0].toObject()["fp32_gmac_per_s"].toDouble() > 0);
        QVERIFY(!roof.json()["date"].toString().isEmpty());

        QCOMPARE(test::cli({"remote", "remove", "the board", "--files"}).status, 0);
        QVERIFY(!fs::exists(m_server->cache()));
        QCOMPARE(test::cli({"measure", model, "--device", "the board"}).status, 3);
    }

    // A board that is away is told, with its reason, the rest goes on, and the same command runs what it lacks.
    void cellsOnBoards() {
        if (!m_server) QSKIP(test::SshServer::missing().c_str());
        QVERIFY(adds("the board", m_server->host().port) && adds("away", test::freePort()));
        const QString made = experiment("boards.json", "\"away\", \"the board\", \"this machine\"",
                                        "\"configurations\": [\"both\"], \"effort\": {\"seconds\": 0.05}");
        const auto first = test::cli({"experiment", made, "--json"});
        QCOMPARE(first.status, 1);
        QVERIFY2(first.err.contains("tiny, fp32, both, away: failed: 'away'") &&
                     first.err.contains("refuses the connection"),
                 first.err);
        QCOMPARE(first.err.count("] tiny, "), 3);
        QCOMPARE(first.json()["failed"].toInt(), 1);
        for (const QJsonValue& each : first.json()["results"].toArray()) {
            const bool isAway = each["device"].toString() == QStringLiteral("away");
            QVERIFY(isAway != each["latency_ms"].isDouble() && isAway != each["peak_bytes"].isDouble());
            QVERIFY(isAway || !each["verdict"].isNull());
        }
        QVERIFY(adds("away", m_server->host().port)); // it has come, elsewhere
        const auto again = test::cli({"experiment", made, "--json"});
        QVERIFY2(again.status == 0, again.err);
        QCOMPARE(again.err.count("] tiny, "), 1);
        QCOMPARE(again.json()["failed"].toInt(-1), 0);
        QCOMPARE(again.json()["results"].toArray().size(), 3);
        const auto spread = test::cli({"experiment", made, "--no-run", "--group", "device", "--json"});
        const QJsonObject row = spread.json()["results"].toArray().at(0).toObject();
        for (const char* device : {"away", "the board", "this machine"})
            QVERIFY2(row[QLatin1String(device)].toDouble() > 0, spread.out);
        QCOMPARE(test::cli({"remote", "remove", "away"}).status, 0);
        QCOMPARE(test::cli({"remote", "remove", "the board", "--files"}).status, 0);
    }

    // Its server ends in the middle of an experiment, with whatever was measured there.
    void aBoardGoesAway() {
        if (!m_server) QSKIP(test::SshServer::missing().c_str());
        QVERIFY(adds("the board", m_server->host().port));
        const QString made =
            experiment("goes.json", "\"this machine\", \"the board\"", "\"effort\": {\"seconds\": 0.3}");
        QProcess process;
        process.start(test::cliProgram(), {"experiment", made});
        QVERIFY(process.waitForStarted());
        QByteArray told;
        while (!told.contains("preparing the network") && process.state() != QProcess::NotRunning) {
            process.waitForReadyRead(1);
            told += process.readAllStandardError();
        }
        m_server->kill();
        process.waitForFinished(-1);
        told += process.readAllStandardError();
        const auto failed = told.count(": failed: ");
        QCOMPARE(process.exitCode(), failed > 0 ? 1 : 0);
        QVERIFY2(told.count("the board: failed: ") == failed, told);
        const auto measured = told.count("] tiny, ") - failed; // one fault of several cells is told once
        QVERIFY2(measured >= 4 && (failed > 0) == (measured < 8), told);
        m_server->start();
        const auto again = test::cli({"experiment", made, "--json"});
        QVERIFY2(again.status == 0, again.err);
        QCOMPARE(again.err.count("] tiny, "), 8 - measured);
        QCOMPARE(again.json()["failed"].toInt(-1), 0);
        QCOMPARE(again.json()["results"].toArray().size(), 8);
        QCOMPARE(test::cli({"remote", "remove", "the board", "--files"}).status, 0);
    }
};

EDGEWRIGHT_TEST(CliRemoteTest)

} // namespace edgewright::cli_remote_test

#include "cli_remote_test.moc"

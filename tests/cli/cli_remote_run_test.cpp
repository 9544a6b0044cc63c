// SPDX-License-Identifier: GPL-3.0-or-later
// `remote run` and `remote runtimes`, on this machine and behind a real sshd.
#include "core/measure/machine.h"
#include "tests/cli/program.h"
#include "tests/support/peers.h"
#include "tests/support/processes.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

namespace edgewright::cli_remote_run_test {

namespace fs = std::filesystem;

class CliRemoteRunTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    std::optional<test::SshServer> m_server;
    QString m_model;
    fs::path folder() const { return m_folder.path().toStdString(); }

    static void bothMachines() {
        QTest::addColumn<QString>("machine");
        QTest::newRow("here") << QStringLiteral("this machine");
        QTest::newRow("board") << QStringLiteral("the board");
    }
    bool isThere(const QString& machine) const { return machine != "the board" || m_server; }

private slots:
    void initTestCase() {
        qputenv("XDG_CONFIG_HOME", (folder() / "config").c_str());
        qputenv("XDG_CACHE_HOME", (folder() / "cache").c_str());
        m_model = QString::fromStdString((folder() / "a b'; $(id) \xe5\x90\x8d.onnx").string());
        fs::copy_file(test::sample("tiny_cnn_2d.onnx"), m_model.toStdString());
        // A runtime of the user's own, which does not end by itself where it is told so.
        const fs::path program = folder() / "own runtime.sh",
                       adapters = folder() / "config/edgewright/runtimes";
        std::ofstream(program) << "#!/bin/sh\n[ \"$2\" != stay ] || sleep 4720.5\n"
                                  "echo mean $1 ms\nprintf 'say %s\\n' \"$2\"\n";
        fs::permissions(program, fs::perms::owner_all);
        fs::create_directories(adapters);
        std::ofstream(adapters / "own.json")
            << QString("{'name': 'own', 'title': 'Own', 'programs': ['PROGRAM'], 'models': ['.onnx'],"
                       " 'values': {'runs': '3', 'word': 'x'}, 'arguments': ['{runs}', '{word}', '{model}'],"
                       " 'output': {'statistics': [{'pattern': 'mean (?P<mean>.*) ms', 'unit': 'ms'}],"
                       "            'notes': [{'pattern': 'say (?P<message>.*)'}]}}")
                   .replace('\'', '"')
                   .replace("PROGRAM", QString::fromStdString(program.string()))
                   .toStdString();
        const fs::path agents = folder() / "agents" / measure::thisMachine().architecture;
        fs::create_directories(agents);
        fs::copy_file(qgetenv("EDGEWRIGHT_AGENT").toStdString(), agents / "edgewright-agent");
        qputenv("EDGEWRIGHT_AGENTS", (folder() / "agents").c_str());
        if (const std::string modules = test::nodeModules(); !modules.empty())
            qputenv("NODE_PATH", modules.c_str());
        if (!test::SshServer::missing().empty()) return;
        fs::create_directory(folder() / "server");
        m_server.emplace(folder() / "server");
        fs::create_directory(folder() / "bin");
        const fs::path ssh = folder() / "bin" / "ssh";
        std::ofstream(ssh) << "#!/bin/sh\nSSH_ASKPASS='" << (folder() / "server" / "askpass").string()
                           << "' SSH_ASKPASS_REQUIRE=force exec /usr/bin/ssh -F '"
                           << (folder() / "server" / "client").string() << "' \"$@\"\n";
        fs::permissions(ssh, fs::perms::owner_all);
        qputenv("PATH", QByteArray((folder() / "bin").c_str()) + ':' + qgetenv("PATH"));
        std::ifstream key(folder() / "server" / "key.pub");
        std::ofstream(folder() / "server" / "authorized_keys")
            << "command=\"export NODE_PATH='" << test::nodeModules()
            << "'; eval \\\"$SSH_ORIGINAL_COMMAND\\\"\" "
            << std::string((std::istreambuf_iterator<char>(key)), {});
        const QString port = QString::number(m_server->host().port);
        QCOMPARE(test::cli({"remote", "add", "the board", "127.0.0.1", "--port", port}).status, 0);
    }

    void otherRuntime_data() { bothMachines(); }
    void otherRuntime() {
        QFETCH(QString, machine);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const QString word = QStringLiteral("word=-e \"$(id)\"'; `id` 名");
        const auto outcome = test::cli(
            {"remote", "run", machine, m_model, "--runtime", "own", "--runs", "7", "--set", word, "--json"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject json = outcome.json();
        QCOMPARE(json["latency_ms"].toObject()["mean"].toDouble(), 7.0);
        QCOMPARE(json["notes"].toArray()[0].toString(), word.mid(5));
        QCOMPARE(json["runtime"].toObject()["name"].toString(), QStringLiteral("own"));
        QCOMPARE(json["host"].toObject()["name"].toString(), machine);
        QVERIFY(json.contains("predicted") && json.contains("per_node") && json.contains("outputs"));
        QCOMPARE(json["model_sent"].toBool(), machine == "the board");
        const auto again = test::cli({"remote", "run", machine, m_model, "--runtime", "own", "--json"});
        QVERIFY(!again.json()["model_sent"].toBool(true));
        const auto printed = test::cli({"remote", "run", machine, m_model, "--runtime", "own"});
        QVERIFY2(printed.out.startsWith(machine.toUtf8() + ": Own, /"), printed.out);
        QVERIFY2(printed.out.contains("mean 3.00 ms"), printed.out);
    }

    void onnxRuntime_data() { bothMachines(); }
    void onnxRuntime() {
        QFETCH(QString, machine);
        if (test::nodeModules().empty()) QSKIP(test::NoPeers);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const QString csv = m_folder.filePath("out.csv");
        const auto outcome = test::cli({"remote", "run", machine, m_model, "--runtime", "onnxruntime-node",
                                        "--runs", "9", "--threads", "1", "-o", csv, "--force", "--json"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject json = outcome.json(), latency = json["latency_ms"].toObject();
        for (const char* key : {"min", "median", "p95", "p99", "mean", "max", "load", "first"})
            QVERIFY2(latency[key].toDouble() > 0, key);
        QCOMPARE(json["runs"].toInt(), 9);
        QCOMPARE(json["samples_ms"].toArray().size(), 9);
        QVERIFY(!json["per_node"].toArray().isEmpty());
        QVERIFY(!json["runtime"].toObject()["version"].toString().isEmpty());
        QFile file(csv);
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QByteArray text = file.readAll();
        QVERIFY(text.startsWith("what,name,type,ms,share,calls\nstatistic,first,,"));
        QCOMPARE(text.count("\nsample,"), qsizetype(9));
        QCOMPARE(text.count("\noperator,"), json["per_node"].toArray().size());
        QVERIFY2(text.contains("\nstatistic,runs,,,,9\n"), text); // no time
        const auto found = test::cli({"remote", "runtimes", machine, "--json"});
        QVERIFY2(found.status == 0, found.err);
        QStringList names;
        for (const QJsonValue& each : found.json()["runtimes"].toArray())
            names << each.toObject()["name"].toString();
        QVERIFY(names.contains("onnxruntime-node") && names.contains("own"));
        QVERIFY(found.json()["adapters"].toArray().size() >= 8);
    }

    // A board's integers are those of this machine; the file lies alone, so that its ranges are random.
    void inInt8() {
        if (!m_server) QSKIP(test::SshServer::missing().c_str());
        const auto outcome = test::cli({"measure", m_model, "--device", "the board", "--variants", "both,int8",
                                        "--seconds", "0.2", "--json"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonArray variants = outcome.json()["variants"].toArray();
        QCOMPARE(variants.size(), 2);
        const QJsonObject int8 = variants[1].toObject();
        QVERIFY(int8["samples"].toInt() > 0 && int8["calibration"].toObject()["random"].toBool());
        QVERIFY(int8["outputs"].toArray()[0].toObject()["identical"].toBool());
    }

    void ownAgent_data() { bothMachines(); }
    void ownAgent() {
        QFETCH(QString, machine);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const auto outcome = test::cli({"remote", "run", machine, m_model, "--runs", "20", "--json"});
        QVERIFY2(outcome.status == 0, outcome.err);
        const QJsonObject json = outcome.json();
        QCOMPARE(json["runs"].toInt(), 20);
        for (const char* key : {"min", "median", "p95", "p99", "mean"})
            QVERIFY2(json["latency_ms"].toObject()[key].toDouble() > 0, key);
        QVERIFY(json["peak_bytes"].toInt() > 0 && json["operator_calls"].toInt() > 0);
        const QJsonObject output = json["outputs"].toArray()[0].toObject();
        QVERIFY(!output["name"].toString().isEmpty() && output["shape"].isArray());
        if (machine == "the board") QVERIFY(output["identical"].toBool());
        QVERIFY(!json["per_node"].toArray().isEmpty());
        QCOMPARE(json["host"].toObject()["name"].toString(), machine);
        QCOMPARE(json["predicted"].toArray().size(), 0);
        // Predicted with what was measured of this machine.
        const QString known = m_folder.filePath("known.json");
        if (!QFile::exists(known)) {
            const QString other = QString::fromStdString(test::sample("residual_cnn_2d.onnx").string());
            QCOMPARE(test::cli(
                         {"measure", other, "--variants", "baseline", "--seconds", "0.5", "--calibrate", known})
                         .status,
                     0);
        }
        const auto predicted =
            test::cli({"remote", "run", machine, m_model, "--runs", "5", "--calibration", known, "--json"});
        QVERIFY2(predicted.status == 0, predicted.err);
        QVERIFY(!predicted.json()["predicted"].toArray().isEmpty());
        QVERIFY(predicted.json()["predicted"].toArray()[0].toObject()["predicted_us"].toDouble() > 0);
    }

    void probeListsThem() {
        if (!m_server) QSKIP(test::SshServer::missing().c_str());
        const auto probed = test::cli({"remote", "probe", "the board", "--json"});
        QVERIFY2(probed.status == 0, probed.err);
        QVERIFY(!probed.json()["runtimes"].toArray().isEmpty());
    }

    // One line, and nothing is asked of the machine.
    void refused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        QTest::addColumn<QByteArray>("says");
        const QString other = QString::fromStdString((folder() / "other.tflite").string());
        std::ofstream(other.toStdString()) << "x";
        QTest::newRow("another kind") << QStringList{"nobody", other, "--runtime", "onnxruntime"} << 3
                                      << QByteArray("is no model for ONNX Runtime: expected .onnx, .ort");
        QTest::newRow("no file") << QStringList{"nobody", "none.onnx", "--runtime", "onnxruntime"} << 3
                                 << QByteArray("'none.onnx': there is no such file");
        QTest::newRow("no runtime")
            << QStringList{"nobody", m_model, "--runtime", "caffe"} << 3
            << QByteArray("there is no runtime 'caffe'; expected one of mnn, ncnn, onnxruntime");
        QTest::newRow("no machine") << QStringList{"nobody", m_model, "--runtime", "onnxruntime"} << 3
                                    << QByteArray("there is no host 'nobody'");
        QTest::newRow("no value") << QStringList{"nobody", m_model, "--runtime", "tensorrt", "--threads", "2"}
                                  << 3
                                  << QByteArray("TensorRT takes no 'threads'; expected one of runs, seconds");
        QTest::newRow("no program")
            << QStringList{"this machine", m_model, "--runtime", "tensorrt", "--program", "/no/such/trtexec"}
            << 3 << QByteArray("'this machine' has no TensorRT: expected one of /no/such/trtexec");
        QTest::newRow("values without runtime")
            << QStringList{"this machine", m_model, "--set", "a=b"} << 2 << QByteArray("--runtime");
        QTest::newRow("no value at all")
            << QStringList{"this machine", m_model, "--runtime", "own", "--set", "a"} << 2
            << QByteArray("expected NAME=VALUE");
    }
    void refused() {
        QFETCH(QStringList, arguments);
        QFETCH(int, status);
        QFETCH(QByteArray, says);
        const auto outcome = test::cli(QStringList{"remote", "run"} + arguments);
        QCOMPARE(outcome.status, status);
        QVERIFY2(outcome.err.contains(says), outcome.err);
    }

    void brokenAdapter() {
        const fs::path broken = folder() / "config" / "edgewright" / "runtimes" / "broken.json";
        std::ofstream(broken) << R"({"name": "broken"})";
        const auto outcome = test::cli({"remote", "runtimes"});
        QCOMPARE(outcome.status, 0); // the others are there
        QVERIFY2(outcome.err.contains("warning: ") &&
                     outcome.err.contains("broken.json: the document: expected a \"title\""),
                 outcome.err);
        fs::remove(broken);
    }

    // Ctrl-C ends what runs there; so does the end of this program, however it comes.
    void interrupted_data() {
        QTest::addColumn<QString>("machine");
        QTest::addColumn<int>("signal");
        for (const char* machine : {"this machine", "the board"}) {
            QTest::addRow("%s, SIGINT", machine) << QString(machine) << SIGINT;
            QTest::addRow("%s, SIGKILL", machine) << QString(machine) << SIGKILL;
        }
    }
    void interrupted() {
        QFETCH(QString, machine);
        QFETCH(int, signal);
        if (!isThere(machine)) QSKIP(test::SshServer::missing().c_str());
        const std::string mark("sleep\0004720.5", 12);
        QVERIFY(test::running(mark).empty());
        QProcess process;
        process.start(test::cliProgram(),
                      {"remote", "run", machine, m_model, "--runtime", "own", "--set", "word=stay"});
        QTRY_VERIFY_WITH_TIMEOUT(!test::running(mark).empty(), 60000);
        ::kill(static_cast<pid_t>(process.processId()), signal);
        QVERIFY(process.waitForFinished(60000));
        if (signal == SIGINT) QCOMPARE(process.exitCode(), 4);
        QTRY_VERIFY_WITH_TIMEOUT(test::running(mark).empty(), 20000);
    }
};

EDGEWRIGHT_TEST(CliRemoteRunTest)

} // namespace edgewright::cli_remote_run_test

#include "cli_remote_run_test.moc"

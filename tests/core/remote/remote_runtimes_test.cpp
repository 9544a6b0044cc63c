// SPDX-License-Identifier: GPL-3.0-or-later
// Other runtimes on this machine and behind a real sshd: words stay words, programs end with us, files are sent
// once, and a hostile board gets nowhere.
#include "core/remote/guarded_run.h"
#include "core/remote/runtimes_there.h"
#include "core/remote/upload.h"

#include "tests/support/paths/paths.h"
#include "tests/support/peers.h"
#include "tests/support/processes.h"
#include "tests/support/shared_files.h"
#include "tests/support/ssh_server.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

namespace edgewright::remote_runtimes_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using runtimes::Adapter;
using test::running;

namespace {

namespace fs = std::filesystem;

constexpr const char* FakeAdapter = R"json({
  "name": "fake", "title": "Fake", "programs": ["PROGRAM"],
  "version": {"arguments": ["--version"], "proves": true, "pattern": "fake (?P<version>.*)"},
  "models": [".fake"], "values": {"runs": "5", "word": ""},
  "arguments": ["{runs}", "{word}", "{model}"],
  "output": {
    "statistics": [{"pattern": "^mean (?P<mean>[0-9.]+) ms", "unit": "ms"}],
    "notes": [{"pattern": "^word (?P<message>.*)"}]
  }
})json";

} // namespace

class RemoteRuntimesTest : public QObject {
    Q_OBJECT
    std::optional<QTemporaryDir> m_folder;
    std::optional<test::SshServer> m_server;
    std::unique_ptr<Shell> m_machine;
    fs::path folder() const { return m_folder->path().toStdString(); }

    static void bothMachines() {
        QTest::addColumn<bool>("here");
        QTest::newRow("here") << true;
        QTest::newRow("board") << false;
    }
    // Null: skipped.
    const Shell* machine() {
        QFETCH(bool, here);
        if (here)
            m_machine = Shell::here();
        else
            connect();
        return m_machine.get();
    }
    void connect() {
        if (!test::SshServer::missing().empty()) return;
        m_server.emplace(folder());
        auto opened = Shell::open(m_server->host(), m_server->client());
        if (!opened) qFatal("%s", opened.error().message.c_str());
        m_machine = *std::move(opened);
    }
    // What every command of the board comes to, whatever was asked for.
    void boardAnswers(const std::string& script) {
        std::ofstream(folder() / "hostile.sh") << script;
        std::ifstream key(folder() / "key.pub");
        std::ofstream(folder() / "authorized_keys")
            << "command=\"sh " << (folder() / "hostile.sh").string() << "\" "
            << std::string((std::istreambuf_iterator<char>(key)), {});
        m_machine.reset();
        auto opened = Shell::open(m_server->host(), m_server->client());
        if (!opened) qFatal("%s", opened.error().message.c_str());
        m_machine = *std::move(opened);
    }
    fs::path program(const std::string& name, const std::string& script) const {
        const fs::path file = folder() / name;
        std::ofstream(file) << "#!/bin/sh\n" << script;
        fs::permissions(file, fs::perms::owner_all);
        return file;
    }
    Adapter fakeAdapter(const fs::path& program) const {
        const QString text =
            QString::fromUtf8(FakeAdapter).replace("PROGRAM", QString::fromStdString(program.string()));
        auto adapter = runtimes::adapterOf(text.toStdString(), folder() / "fake.json");
        if (!adapter) qFatal("%s", adapter.error().message.c_str());
        return *std::move(adapter);
    }
    Adapter shippedAdapter(const std::string& name) const {
        const fs::path shipped = test::runtimesFolder();
        return *runtimes::adapterNamed(runtimes::readAdapters(std::span(&shipped, 1)), name);
    }
    fs::path file(const std::string& name, const std::string& content) const {
        std::ofstream(folder() / name, std::ios::binary) << content;
        return folder() / name;
    }
    bool nothingIsLeft() const {
        for (const fs::path& cache : {folder() / "cache" / "edgewright", folder() / "here" / "edgewright"}) {
            std::error_code ignored;
            for (fs::directory_iterator it(cache, ignored), end; !ignored && it != end; it.increment(ignored))
                if (it->path().filename().string().starts_with("run.")) return false;
        }
        return true;
    }

private slots:
    void init() {
        m_folder.emplace();
        qputenv("XDG_CACHE_HOME", (folder() / "here").c_str());
    }
    void cleanup() {
        m_machine.reset();
        m_server.reset();
    }

    void wordsArriveAsTheyAre_data() { bothMachines(); }
    void wordsArriveAsTheyAre() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        const std::vector<std::string> words{"printf", "%s|", "a b",  "\"", "'", "$(id)", "`id`",  "; id",
                                             "-x",     "\n",  "名字", "",   "*", "~",     "$HOME", "\\"};
        std::string expected, text;
        for (std::size_t i = 2; i < words.size(); ++i)
            expected += words[i] + "|";
        const auto status = runGuarded(*m_machine, words, 60s, {}, [&](std::string_view bytes) {
            text += bytes;
            return true;
        });
        QVERIFY2(status, status ? "" : status.error().message.c_str());
        QCOMPARE(status->value_or(-1), 0);
        QCOMPARE(text, expected);
    }

    void programsAreAlone_data() { bothMachines(); }
    void programsAreAlone() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        std::string text;
        const auto run = [&](const std::string& script) {
            text.clear();
            return runGuarded(*m_machine, {"sh", "-c", script}, 60s, {}, [&](std::string_view bytes) {
                text += bytes;
                return true;
            });
        };
        QCOMPARE(run("cat; echo out; echo err >&2; ls -A; touch made; exit 7")->value_or(-1), 7);
        QCOMPARE(text, std::string("out\nerr\n"));
        QVERIFY(nothingIsLeft());
        QCOMPARE(run("kill -9 $$")->value_or(-1), 137);
        QCOMPARE(run("exec /no/such/program")->value_or(-1), 127);
        QCOMPARE(run("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done")->value_or(-1), 0);
        QVERIFY(text.ends_with("line 19999\n") && text.starts_with("line 0\n"));
        QVERIFY(std::ranges::count(text, '\n') == 20000);
        // What it started and left behind ends with it.
        QCOMPARE(run("sleep 4711.1 >/dev/null 2>&1 & exit 0")->value_or(-1), 0);
        QTRY_VERIFY(running("4711.1").empty());
    }

    void endsWhenStopped_data() { bothMachines(); }
    void endsWhenStopped() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        std::stop_source stop;
        const auto status =
            runGuarded(*m_machine,
                       {"sh", "-c", "trap '' TERM HUP INT; sleep 4712.1 & echo up; sleep 4712.1; sleep 4712.1"},
                       60s, {stop.get_token(), nullptr}, [&](std::string_view bytes) {
                           if (!bytes.empty()) stop.request_stop();
                           return true;
                       });
        QVERIFY(!status && status.error().code == ErrorCode::Cancelled);
        QTRY_VERIFY(running("4712.1").empty());
        QVERIFY(nothingIsLeft());
    }

    void endsAfterItsTime_data() { bothMachines(); }
    void endsAfterItsTime() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        const auto status =
            runGuarded(*m_machine, {"sleep", "4713.1"}, 300ms, {}, [](std::string_view) { return true; });
        QVERIFY(!status && status.error().code == ErrorCode::TimedOut);
        QTRY_VERIFY(running("4713.1").empty());
    }

    void endsWhenItFloods_data() { bothMachines(); }
    void endsWhenItFloods() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        std::size_t bytes = 0;
        const auto status = runGuarded(*m_machine, {"yes", "4714.1"}, 60s, {}, [&](std::string_view piece) {
            bytes += piece.size();
            return bytes < 1'000'000;
        });
        QVERIFY(status && !*status);
        QVERIFY(bytes < 2'000'000);
        QTRY_VERIFY(running("4714.1").empty());
        QVERIFY(nothingIsLeft());
    }

    // The connection ends, and nobody is there to say goodbye.
    void endsWhenTheLinkIsCut() {
        connect();
        if (!m_machine) QSKIP(test::SshServer::missing().c_str());
        bool isCut = false;
        const auto cut = [&](std::string_view) {
            for (const pid_t each : running("4715.1"))
                if (const pid_t server = test::ancestorCalled("sshd", each); server > 0 && !isCut)
                    isCut = ::kill(server, SIGKILL) == 0;
            return true;
        };
        const auto status =
            runGuarded(*m_machine, {"sh", "-c", "echo up; sleep 4715.1; echo down"}, 60s, {}, cut);
        QVERIFY(isCut);
        QVERIFY(!status && status.error().code == ErrorCode::BadInput);
        QTRY_VERIFY_WITH_TIMEOUT(running("4715.1").empty(), 10000);
        QTRY_VERIFY(nothingIsLeft());
    }

    void filesAreSentOnce() {
        connect();
        if (!m_machine) QSKIP(test::SshServer::missing().c_str());
        const fs::path model = file("-a b'\"; $(touch pwned)\n名字.fake", std::string(3'000'000, 'm'));
        Progress progress;
        const auto first = provide(*m_machine, model, {"models", ".fake"}, {{}, &progress});
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        QVERIFY(first->wasSent);
        QCOMPARE(progress.get(), (std::pair<std::uint32_t, std::uint32_t>(3'000'000, 3'000'000)));
        QCOMPARE(fs::path(first->path).parent_path(), m_server->cache() / "models");
        QCOMPARE(fs::path(first->path).filename().string().size(), std::size_t(64 + 5)); // its hash, and ours
        QCOMPARE(fs::file_size(first->path), std::uintmax_t(3'000'000));
        QCOMPARE(fs::status(first->path).permissions() & fs::perms::all,
                 fs::perms::owner_read | fs::perms::owner_write);
        const auto second = provide(*m_machine, model, {"models", ".fake"});
        QVERIFY(second && !second->wasSent && second->path == first->path);
        fs::resize_file(first->path, 1000); // damaged
        const auto third = provide(*m_machine, model, {"models", ".fake"});
        QVERIFY(third && third->wasSent);
        QCOMPARE(fs::file_size(first->path), std::uintmax_t(3'000'000));
        std::size_t files = 0;
        for (const auto& each : fs::directory_iterator(m_server->cache() / "models"))
            files += each.is_regular_file();
        QCOMPARE(files, std::size_t(1));
        // Stopped on the way: nothing appears.
        std::stop_source stop;
        stop.request_stop();
        const auto stopped =
            provide(*m_machine, file("b.fake", "b"), {"models", ".fake"}, {stop.get_token(), nullptr});
        QVERIFY(!stopped && stopped.error().code == ErrorCode::Cancelled);
        QVERIFY(!provide(*m_machine, folder() / "none.fake", {"models", ".fake"}));
        // On this machine nothing is copied.
        const auto here = provide(*Shell::here(), model, {"models", ".fake"});
        QVERIFY(here && !here->wasSent && here->path == model.string());
    }

    void runs_data() { bothMachines(); }
    void runs() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        const fs::path there =
            program("fake; $(id) '名'", "[ \"$1\" != --version ] || { echo fake 1.2; exit 0; }\n"
                                        "printf 'word %s\\n' \"$2\"\n"
                                        "echo mean $1 ms\nhead -c 5 \"$3\"\necho warn >&2\n");
        const Adapter adapter = fakeAdapter("/no/such/program");
        RuntimeTask task{file("a $(id) ; b.fake", "model")};
        task.values = {{"runs", "12"}, {"word", "-e \"$(id)\" ' ; `id` 名"}};
        const auto none = runRuntime(*m_machine, adapter, task);
        QVERIFY(!none && none.error().message.find("has no Fake: expected one of") != std::string::npos);
        task.program = there.string();
        std::vector<std::string> told;
        const auto outcome =
            runRuntime(*m_machine, adapter, task, {}, [&](const std::string& what) { told.push_back(what); });
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QCOMPARE(*outcome->report.statistic("mean"), 0.012);
        QCOMPARE(outcome->report.notes.at(0), std::string("-e \"$(id)\" ' ; `id` 名"));
        QCOMPARE(outcome->runtime.version, std::string("1.2"));
        QCOMPARE(outcome->runtime.program, std::vector<std::string>{there.string()});
        QCOMPARE(outcome->wasSent, !m_machine->isHere());
        QCOMPARE(told.size(), std::size_t(m_machine->isHere() ? 1 : 2));
        QVERIFY(nothingIsLeft());
    }

    void refusedBeforeAnythingIsAsked() {
        const Adapter adapter = shippedAdapter("onnxruntime");
        const auto wrong = checkTask(adapter, {file("a.tflite", "x")});
        QVERIFY(!wrong);
        QVERIFY2(
            wrong.error().message.ends_with("a.tflite' is no model for ONNX Runtime: expected .onnx, .ort"),
            wrong.error().message.c_str());
        QVERIFY(!checkTask(adapter, {folder() / "none.onnx"}));
        RuntimeTask shaped{file("a.onnx", "x")};
        QVERIFY(checkTask(adapter, shaped));
        shaped.values = {{"shape", "1"}};
        QVERIFY(!checkTask(adapter, shaped));
    }

    void found_data() { bothMachines(); }
    void found() {
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        const fs::path good = program("good", "echo fake 3\n"), mute = program("mute", "exit 1\n"),
                       hangs = program("hangs", "sleep 4716.1\n");
        Adapter both = fakeAdapter(mute);
        both.programs.push_back({good.string(), "-m"});
        Adapter silent = fakeAdapter(mute), quiet = fakeAdapter(mute), folders = fakeAdapter("good");
        quiet.versionProves = false;
        folders.folders = {"/no/such/folder", folder().string()};
        const std::vector<Adapter> adapters{both, silent, quiet, folders, fakeAdapter("/no/such")};
        const auto found = findRuntimes(*m_machine, adapters);
        QVERIFY2(found, found ? "" : found.error().message.c_str());
        QCOMPARE(found->size(), std::size_t(3));
        QCOMPARE((*found)[0].program, (std::vector<std::string>{good.string(), "-m"}));
        QCOMPARE((*found)[0].version, std::string("3"));
        QCOMPARE((*found)[1].version, std::string());
        QCOMPARE((*found)[2].program, std::vector<std::string>{good.string()});
    }

    // Whatever it answers is an error of ours to tell, in little time and memory.
    void hostileBoards_data() {
        QTest::addColumn<QString>("script");
        QTest::newRow("silence") << QString("exit 0");
        QTest::newRow("zeros") << QString("head -c 30000000 /dev/zero");
        QTest::newRow("zeros as errors") << QString("head -c 30000000 /dev/zero >&2; exit 1");
        QTest::newRow("any bytes") << QString("head -c 3000000 /dev/urandom");
        QTest::newRow("marks") << QString(
            "echo EDGEWRIGHT_FOUND 99999999999999999999.1 /x; echo EDGEWRIGHT_FOUND 7.7 /x; "
            "echo EDGEWRIGHT_FOUND -1.-1 /x; echo EDGEWRIGHT_STARTED; "
            "echo; echo EDGEWRIGHT_ENDED 99999999999999; echo EDGEWRIGHT_LOOKED");
        QTest::newRow("paths") << QString(
            "echo EDGEWRIGHT_FOUND 0.0 '/x;$(touch pwned)'; echo EDGEWRIGHT_LOOKED; "
            "echo EDGEWRIGHT_STARTED; printf 'fake 1\\n'; printf '\\nEDGEWRIGHT_ENDED 0\\n'");
        QTest::newRow("a path back") << QString(
            "echo EDGEWRIGHT_FOUND 0.0 /x; echo EDGEWRIGHT_LOOKED; echo EDGEWRIGHT_STARTED; "
            "echo fake 1; printf '\\nEDGEWRIGHT_ENDED 0\\nEDGEWRIGHT_HAS ../../etc/passwd\\n'");
    }
    void hostileBoards() {
        QFETCH(QString, script);
        connect();
        if (!m_machine) QSKIP(test::SshServer::missing().c_str());
        boardAnswers(script.toStdString());
        const Adapter adapter = fakeAdapter("/x");
        const auto found = findRuntimes(*m_machine, std::span(&adapter, 1));
        if (found) QVERIFY(found->size() <= 1);
        const auto provided = provide(*m_machine, file("a.fake", "a"), {"models", ".fake"});
        const auto outcome = runRuntime(*m_machine, adapter, {folder() / "a.fake"});
        QVERIFY(!outcome);
        QVERIFY(outcome.error().message.size() < 1000 && !outcome.error().message.empty());
        QVERIFY(!fs::exists(folder() / "pwned") && !fs::exists("pwned"));
    }

    // The real ONNX Runtime, as npm has it.
    void onnxRuntime_data() { bothMachines(); }
    void onnxRuntime() {
        const std::string modules = test::nodeModules();
        if (modules.empty()) QSKIP(test::NoPeers);
        if (!machine()) QSKIP(test::SshServer::missing().c_str());
        if (m_machine->isHere()) {
            qputenv("NODE_PATH", modules.c_str());
        } else { // as a board's login would set it
            std::ifstream key(folder() / "key.pub");
            std::ofstream(folder() / "authorized_keys")
                << "command=\"export NODE_PATH='" << modules << "'; eval \\\"$SSH_ORIGINAL_COMMAND\\\"\" "
                << std::string((std::istreambuf_iterator<char>(key)), {});
            auto opened = Shell::open(m_server->host(), m_server->client());
            QVERIFY(opened);
            m_machine = *std::move(opened);
        }
        const Adapter adapter = shippedAdapter("onnxruntime-node");
        const fs::path model = folder() / "a b'; $(id) 名字.onnx";
        fs::copy_file(test::sample("residual_cnn_2d.onnx"), model);
        RuntimeTask task{model};
        task.values = {{"runs", "20"}, {"threads", "1"}};
        const auto outcome = runRuntime(*m_machine, adapter, task);
        QVERIFY2(outcome, outcome ? "" : outcome.error().message.c_str());
        QVERIFY(!outcome->runtime.version.empty());
        QCOMPARE(outcome->report.samples.size(), std::size_t(20));
        QVERIFY(*outcome->report.statistic("mean") > 0 && *outcome->report.statistic("load") > 0);
        double share = 0;
        bool hasConv = false;
        for (const runtimes::OperatorRow& each : outcome->report.operators) {
            share += each.share;
            hasConv = hasConv || each.type == "Conv" || each.type == "FusedConv";
        }
        QVERIFY(hasConv);
        QVERIFY(std::abs(share - 1) < 1e-6);
        QVERIFY(nothingIsLeft());
        // What is no model is its error, not ours.
        const auto broken = runRuntime(*m_machine, adapter, {file("broken.onnx", "no model")});
        QVERIFY(!broken);
        QVERIFY2(broken.error().message.starts_with("ONNX Runtime (node) ends with status 1; it says '"),
                 broken.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(RemoteRuntimesTest)

} // namespace edgewright::remote_runtimes_test

#include "remote_runtimes_test.moc"

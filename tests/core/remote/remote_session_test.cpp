// SPDX-License-Identifier: GPL-3.0-or-later
// The real agent of this machine in a process of its own: measured, stopped, killed, silent, of another
// version.
#include "core/base/version.h"
#include "core/remote/installed.h"
#include "core/remote/session.h"

#include "core/pipeline/quantization/quantize.h"
#include "tests/support/measured_network.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <cstring>
#include <fstream>

namespace edgewright::remote_session_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;

namespace fs = std::filesystem;
using test::MeasuredNetwork;

class RemoteSessionTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    fs::path folder() const { return m_folder.path().toStdString(); }
    // In a folder of its own: other tests measure, too.
    Result<std::unique_ptr<Session>> start(pid_t* id = nullptr) {
        auto child = Child::start({agentHere()->string(), (folder() / "agent").string()});
        if (!child) return child.error();
        if (id) *id = child->id();
        return Session::begin(*std::move(child), "this machine");
    }
    // Where there are an agent for such boards and an emulator.
    static std::optional<AgentProgram> programForArm() {
        const auto programs = agentPrograms(agentProgramsFolder());
        const auto found = std::ranges::find(programs, "aarch64", &AgentProgram::architecture);
        if (found == programs.end() || !Child::start({"qemu-aarch64", "--version"})) return std::nullopt;
        return *found;
    }
    // `processor`: as the emulator names it.
    Result<std::unique_ptr<Session>> startOnArm(const AgentProgram& program,
                                                const std::string& processor) const {
        auto child = Child::start(
            {"qemu-aarch64", "-cpu", processor, program.file.string(), (folder() / "arm").string()});
        if (!child) return child.error();
        return Session::begin(*std::move(child), "the board", {}, {.silence = 60s});
    }

    static std::string frame(protocol::Kind kind, const protocol::Content& content) {
        std::string bytes = "EWF1" + std::string(8, '\0');
        bytes[4] = static_cast<char>(kind);
        const auto size = static_cast<std::uint32_t>(content.size());
        std::memcpy(bytes.data() + 8, &size, sizeof size);
        return bytes + std::string(reinterpret_cast<const char*>(content.data()), content.size());
    }
    // An agent that says these bytes, whatever it is asked, and listens then.
    Result<std::unique_ptr<Session>> played(const std::string& bytes) const {
        std::ofstream(folder() / "played", std::ios::binary) << bytes;
        auto child =
            Child::start({"sh", "-c", "cat \"$1/played\"; exec cat >/dev/null", "sh", folder().string()});
        if (!child) return child.error();
        return Session::begin(*std::move(child), "the board");
    }

private slots:
    void measures() {
        const MeasuredNetwork network(folder());
        auto session = start();
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        Session& it = **session;
        QCOMPARE(it.welcome().machine, measure::thisMachine());
        bool sent = false;
        QVERIFY(it.provide(network.file, network.written, {}, &sent) && sent);
        QVERIFY(it.provide(network.file, network.written, {}, &sent) && !sent);
        const auto state = it.measure(network.order());
        QVERIFY2(state, state ? "" : state.error().message.c_str());
        QCOMPARE(state->variants[0].blocks.size(), std::size_t(30));
        QVERIFY(state->variants[0].differences[0].identical);
        QVERIFY(it.removeBundles());
        QVERIFY(it.provide(network.file, network.written, {}, &sent) && sent);
    }

    void stopped() {
        const MeasuredNetwork network(folder());
        auto session = start();
        QVERIFY(session && (*session)->provide(network.file, network.written));
        std::stop_source stop;
        std::size_t seen = 0;
        const auto state = (*session)->measure(network.order(true), {stop.get_token(), nullptr},
                                               [&](const protocol::Progress& progress) {
                                                   seen = progress.state.variants[0].blocks.size();
                                                   if (seen > 0) stop.request_stop();
                                               });
        QVERIFY2(state, state ? "" : state.error().message.c_str());
        QVERIFY(state->end == measure::End::Cancelled && state->variants[0].blocks.size() >= seen);
        QVERIFY((*session)->measure(network.order())); // and goes on
    }

    // Killed while it measures: told at once, and another one works.
    void killed() {
        const MeasuredNetwork network(folder());
        pid_t id = 0;
        auto session = start(&id);
        QVERIFY(session && (*session)->provide(network.file, network.written));
        const auto state = (*session)->measure(network.order(true), {},
                                               [&](const protocol::Progress&) { ::kill(id, SIGKILL); });
        QVERIFY(!state && state.error().code == ErrorCode::BadInput);
        QCOMPARE(state.error().message,
                 std::string("the agent of this machine ended: ended by signal 9, as a machine does that "
                             "has no memory left"));
        auto another = start();
        QVERIFY(another && (*another)->measure(network.order()));
    }

    // The same while it measures the machine.
    void killedWhileItMeasuresARoof() {
        pid_t id = 0;
        auto session = start(&id);
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        const auto roof = (*session)->measureRoof({.threads = {1}, .seconds = 600}, {},
                                                  [&](const std::string&) { ::kill(id, SIGKILL); });
        QVERIFY(!roof && roof.error().code == ErrorCode::BadInput);
        QVERIFY2(roof.error().message.starts_with("the agent of this machine ended"),
                 roof.error().message.c_str());
        auto another = start();
        QVERIFY(another && (*another)->measureRoof({.threads = {1}, .seconds = 0.05}));
    }

    // An agent that was built before: it says of which version it is, and is asked for nothing.
    void ofAnotherVersion() {
        protocol::Welcome welcome;
        welcome.build = EDGEWRIGHT_VERSION;
        welcome.version = protocol::Version - 1;
        const auto session = played(frame(protocol::Kind::Welcome, protocol::contentOf(welcome)));
        QVERIFY(!session);
        QCOMPARE(session.error().code, ErrorCode::Unsupported);
        const std::string with = " with protocol ";
        QCOMPARE(session.error().message, "the agent of the board is version " EDGEWRIGHT_VERSION + with +
                                              std::to_string(protocol::Version - 1) +
                                              " where " EDGEWRIGHT_VERSION + with +
                                              std::to_string(protocol::Version) + " is expected");
    }

    // Another answer than a roof is told, and so is one that makes no sense.
    void roofsThatAreNone() {
        protocol::Welcome welcome;
        welcome.build = EDGEWRIGHT_VERSION;
        const std::string begin = frame(protocol::Kind::Welcome, protocol::contentOf(welcome));
        measure::Roof falling;
        falling.threads = {{2, 1, 1, {}}, {1, 1, 1, {}}};
        const std::pair<std::string, const char*> answers[] = {
            {frame(protocol::Kind::Stored, {}), "while it measures"},
            {frame(protocol::Kind::Done, protocol::contentOf(protocol::RunState())),
             "the agent of the board: byte "},
            {frame(protocol::Kind::Done, protocol::contentOf(falling)), "expected threads and sizes that rise"},
            {frame(protocol::Kind::Progress, {}), "the agent of the board: byte "},
            {frame(protocol::Kind::Failed,
                   protocol::contentOf(protocol::Failed{ErrorCode::OutOfMemory, "no room"})),
             "the board: no room"}};
        for (const auto& each : answers) {
            const auto session = played(begin + each.first);
            QVERIFY2(session, session ? "" : session.error().message.c_str());
            const auto roof = (*session)->measureRoof();
            QVERIFY(!roof);
            QVERIFY2(roof.error().message.find(each.second) != std::string::npos, roof.error().message.c_str());
        }
    }

    // Who leaves leaves nothing behind.
    void leftWhileItMeasures() {
        const MeasuredNetwork network(folder());
        pid_t id = 0;
        {
            auto session = start(&id);
            QVERIFY(session && (*session)->provide(network.file, network.written));
            std::stop_source stop;
            const auto state = (*session)->measure(network.order(true), {stop.get_token(), nullptr},
                                                   [&](const protocol::Progress&) { stop.request_stop(); });
            QVERIFY(state);
        }
        QVERIFY(::kill(id, 0) != 0);
    }

    void silent() {
        auto child = Child::start({"sleep", "1000"});
        QVERIFY(child);
        const auto session = Session::begin(*std::move(child), "the board", {}, {.silence = 100ms});
        QVERIFY(!session && session.error().code == ErrorCode::TimedOut);
        QCOMPARE(session.error().message, std::string("the agent of the board says nothing for 0.1 s"));
    }

    // Says that it receives, again and again: that is no progress.
    void receivesForEver() {
        protocol::Welcome welcome;
        welcome.build = EDGEWRIGHT_VERSION;
        protocol::Progress receiving;
        receiving.doing = "receiving";
        std::ofstream(folder() / "begin", std::ios::binary)
            << frame(protocol::Kind::Welcome, protocol::contentOf(welcome))
            << frame(protocol::Kind::Found, protocol::contentOf(protocol::Found{false}));
        std::ofstream(folder() / "again", std::ios::binary)
            << frame(protocol::Kind::Progress, protocol::contentOf(receiving));
        const MeasuredNetwork network(folder());
        auto child = Child::start(
            {"sh", "-c",
             "exec 3<&0; cat \"$1/begin\"; cat <&3 >/dev/null & while :; do cat \"$1/again\"; sleep 0.02; done",
             "sh", folder().string()});
        QVERIFY(child);
        auto session = Session::begin(*std::move(child), "the board", {}, {.silence = 300ms});
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        const auto sent = (*session)->provide(network.file, network.written);
        QVERIFY(!sent && sent.error().code == ErrorCode::TimedOut);
        QVERIFY2(sent.error().message.find("takes no more of what is sent") != std::string::npos,
                 sent.error().message.c_str());
    }

    // Without a home, nothing goes to a folder that somebody else has made.
    void withoutAHome() {
        qputenv("XDG_CACHE_HOME", (folder() / "cache").c_str());
        QCOMPARE(*agentFolderHere(), folder() / "cache" / "edgewright" / "agent");
        qunsetenv("XDG_CACHE_HOME");
        const QByteArray home = qgetenv("HOME");
        qunsetenv("HOME");
        const auto where = agentFolderHere();
        qputenv("HOME", home);
        QVERIFY(where && where->string().find("/tmp/edgewright-agent/") == std::string::npos);
        QVERIFY(where->is_absolute());
    }

    // The agent for boards with a 64-bit Arm processor, in an emulator.
    void aarch64() {
        const auto program = programForArm();
        if (!program) QSKIP("./dev agents has not been run: there is no agent for aarch64");
        QVERIFY(program->bytes <= 8'000'000);
        const MeasuredNetwork network(folder());
        const auto session = startOnArm(*program, "max");
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        QCOMPARE((*session)->welcome().machine.architecture, std::string("aarch64"));
        QVERIFY((*session)->provide(network.file, network.written));
        const auto state = (*session)->measure(network.order());
        QVERIFY2(state, state ? "" : state.error().message.c_str());
        const protocol::OutputDifference& difference = state->variants[0].differences[0];
        QVERIFY(difference.sameShape && difference.nonFinite == 0 && difference.relNorm < 1e-5);
    }

    void integersOnArm_data() {
        QTest::addColumn<QString>("processor");
        QTest::addColumn<QString>("model");
        for (const char* processor :
             {"cortex-a72", "cortex-a76"}) // without dot products of bytes, and with them
            for (const char* model : {"depthwise_cnn_2d", "residual_cnn_2d", "signal_cnn_1d"})
                QTest::addRow("%s %s", processor, model) << processor << model;
    }
    // Every tensor of codes has the same bits there.
    void integersOnArm() {
        QFETCH(QString, processor);
        QFETCH(QString, model);
        const auto program = programForArm();
        if (!program) QSKIP("./dev agents has not been run: there is no agent for aarch64");
        const auto opened = pipeline::open(test::sample(model.toStdString() + ".onnx"));
        const auto typed = pipeline::type(*opened, {}, true);
        const auto feeds = ir::seededFeeds(*typed->graph, 2);
        bool given = false;
        const auto quantized = pipeline::quantize(*typed, [&]() -> Result<std::optional<ir::Feeds>> {
            return std::exchange(given, true) ? std::nullopt : std::optional(*feeds);
        });
        QVERIFY2(quantized, quantized ? "" : quantized.error().message.c_str());
        const auto integers = pipeline::integerOperators(*quantized->typed);
        QVERIFY2(integers, integers ? "" : integers.error().message.c_str());
        auto graph = std::make_shared<ir::Graph>(integers->graph);
        graph->outputs.clear();
        for (const NodeId id : graph->order())
            for (const ValueId output : graph->node(id).outputs)
                if (ir::isInteger(graph->value(output).type.dtype)) graph->outputs.push_back(output);
        QVERIFY(graph->outputs.size() > 4);
        const MeasuredNetwork network(folder(), graph, integers->opsets);
        const auto session = startOnArm(*program, processor.toStdString());
        QVERIFY2(session, session ? "" : session.error().message.c_str());
        QVERIFY((*session)->provide(network.file, network.written));
        const auto state = (*session)->measure(network.order());
        QVERIFY2(state, state ? "" : state.error().message.c_str());
        const auto& differences = state->variants[0].differences;
        QCOMPARE(differences.size(), graph->outputs.size());
        for (std::size_t i = 0; i < differences.size(); ++i)
            QVERIFY2(differences[i].identical, graph->value(graph->outputs[i]).name.c_str());
    }

    void noAgent() {
        auto child = Child::start({"sh", "-c", "echo welcome; echo no such agent >&2; exit 127"});
        QVERIFY(child);
        const auto session = Session::begin(*std::move(child), "the board");
        QVERIFY(!session);
        QVERIFY2(session.error().message.find("no such agent") != std::string::npos,
                 session.error().message.c_str());
        qputenv("EDGEWRIGHT_AGENT", "/no/such/agent");
        const auto here = Session::here();
        QVERIFY(!here && here.error().message.find("/no/such/agent") != std::string::npos);
    }
};

EDGEWRIGHT_TEST(RemoteSessionTest)

} // namespace edgewright::remote_session_test

#include "remote_session_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// A board of another architecture: its agent runs under qemu-user behind a real sshd on another host, and
// computes what this machine does. With EDGEWRIGHT_BOARD, a configuration of OpenSSH that knows a host "board",
// the same on that one
// (`./dev board test`).
#include "core/exec/tolerance.h"

#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <fstream>

#include <unistd.h>

namespace edgewright::remote_arm_test {

using namespace edgewright::remote;

namespace fs = std::filesystem;
using test::MeasuredNetwork;

namespace {

constexpr const char* Emulator = "/usr/bin/qemu-aarch64";

// An entry of binfmt_misc(5) that lives as long as the mount, which nobody else sees. $1: a name that is free.
std::string runsArmPrograms() {
    return "mount -t binfmt_misc none /proc/sys/fs/binfmt_misc\n"
           "printf '%s' ':edgewright-" +
           std::to_string(::getpid()) +
           R"(:M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00)"
           R"(:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:)" +
           Emulator + ":F' > /proc/sys/fs/binfmt_misc/register\n";
}

} // namespace

class RemoteArmTest : public QObject {
    Q_OBJECT
    std::optional<QTemporaryDir> m_folder;
    std::optional<test::TestBoard> m_simulated;
    std::vector<AgentProgram> m_programs;

    fs::path folder() const { return m_folder->path().toStdString(); }

    Result<std::unique_ptr<Board>> open() const {
        if (m_simulated) return m_simulated->open();
        const SshOptions options{.arguments = {"-F", qgetenv("EDGEWRIGHT_BOARD").toStdString()}};
        return Board::open({.name = "the board", .address = "board"}, options, m_programs);
    }
    // `processor`: as qemu names it; empty: all that it can.
    void start(const std::string& processor = {}) {
        m_simulated.reset();
        if (qEnvironmentVariableIsSet("EDGEWRIGHT_BOARD")) return;
        const fs::path shims = folder() / "shims";
        fs::create_directories(shims);
        std::ofstream(shims / "uname")
            << "#!/bin/sh\n[ \"$*\" != -m ] || { echo aarch64; exit; }\nexec /bin/uname \"$@\"\n";
        fs::permissions(shims / "uname", fs::perms::owner_all);
        test::SshServerOptions options{.before = runsArmPrograms(),
                                       .environment = {"PATH=" + shims.string() + ":/usr/bin:/bin"}};
        if (!processor.empty()) options.environment.push_back("QEMU_CPU=" + processor);
        m_simulated.emplace(std::move(options));
        m_simulated->programs = m_programs;
    }

private slots:
    void init() {
        const auto all = agentPrograms(agentProgramsFolder());
        const auto program = std::ranges::find(all, "aarch64", &AgentProgram::architecture);
        std::string why;
        if (program == all.end())
            why = "./dev agents has not been run: there is no agent for aarch64";
        else if (measure::thisMachine().architecture == "aarch64")
            why = "this machine is of that architecture";
        else if (!fs::exists(Emulator) && !qEnvironmentVariableIsSet("EDGEWRIGHT_BOARD"))
            why = "qemu-user is not installed";
        else if (!fs::exists("/proc/sys/fs/binfmt_misc"))
            why = "the kernel has no binfmt_misc";
        if (!why.empty()) {
            if (::geteuid() == 0 && qEnvironmentVariableIsSet("EDGEWRIGHT_REQUIRE_SHARED"))
                QFAIL(("EDGEWRIGHT_REQUIRE_SHARED is set, but " + why).c_str());
            QSKIP(why.c_str());
        }
        if (!qEnvironmentVariableIsSet("EDGEWRIGHT_BOARD")) SKIP_WITHOUT_BOARD();
        m_programs = {*program};
        m_folder.emplace();
        start();
    }
    void cleanup() { m_simulated.reset(); }

    void saysWhatItIs() {
        const auto board = open();
        QVERIFY2(board, board ? "" : board.error().message.c_str());
        const protocol::Welcome& welcome = (*board)->session().welcome();
        QCOMPARE(welcome.machine.architecture, std::string("aarch64"));
        QVERIFY(!welcome.isa.empty());
        QVERIFY(!welcome.machine.name.empty() && welcome.machine.memoryBytes > 0);
        if (!m_simulated) // in the emulator alone, this machine's /proc/cpuinfo is seen
            QVERIFY(std::ranges::find(welcome.features, "asimd") != welcome.features.end());
    }

    void everyOperatorAgrees_data() {
        QTest::addColumn<QString>("model");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
    // Each value of the graph is an output, which the board compares with what this machine computed.
    void everyOperatorAgrees() {
        QFETCH(QString, model);
        const auto opened = pipeline::open(test::sample(model.toStdString() + ".onnx"));
        const auto typed = pipeline::type(*opened, {}, true);
        auto graph = std::make_shared<ir::Graph>(*typed->graph);
        graph->outputs.clear();
        for (const NodeId id : graph->order())
            for (const ValueId output : graph->node(id).outputs)
                if (output.valid()) graph->outputs.push_back(output);
        QVERIFY(graph->outputs.size() > 5);
        const MeasuredNetwork network(folder(), graph, typed->opened->model->opsets);
        const auto board = open();
        QVERIFY2(board, board ? "" : board.error().message.c_str());
        const auto provided = (*board)->session().provide(network.file, network.written);
        QVERIFY2(provided, provided ? "" : provided.error().message.c_str());
        const auto state = (*board)->session().measure(network.order());
        QVERIFY2(state, state ? "" : state.error().message.c_str());
        const auto& differences = state->variants[0].differences;
        QCOMPARE(differences.size(), graph->outputs.size());
        QCOMPARE(static_cast<std::int64_t>(state->variants[0].profile.at(0).size()),
                 state->variants[0].operatorCalls);
        for (std::size_t i = 0; i < differences.size(); ++i) {
            exec::Difference difference;
            difference.maxAbs = differences[i].maxAbs;
            difference.relNorm = differences[i].relNorm;
            difference.sameShape = differences[i].sameShape;
            difference.nonFinite = differences[i].nonFinite;
            const ir::Value& value = graph->value(graph->outputs[i]);
            QVERIFY2(differences[i].identical ||
                         exec::agrees(difference, value.type.dtype, exec::Tolerance::norm(1e-5)),
                     (value.name + ": " + std::to_string(difference.relNorm)).c_str());
        }
    }

    // The oldest of these processors has no instructions but those of the architecture's first version.
    void onOlderProcessors() {
        if (!m_simulated) QSKIP("its processor is what it is");
        const MeasuredNetwork network(folder());
        for (const char* processor : {"cortex-a53", "cortex-a76"}) {
            start(processor);
            const auto board = open();
            QVERIFY2(board, board ? "" : board.error().message.c_str());
            QVERIFY((*board)->session().provide(network.file, network.written));
            const auto state = (*board)->session().measure(network.order());
            QVERIFY2(state, state ? "" : state.error().message.c_str());
            QVERIFY(state->variants[0].differences.at(0).relNorm < 1e-5);
        }
    }

    // Nothing of it outlives the server.
    void leavesNoEntryBehind() {
        if (!m_simulated) QSKIP("nothing was registered");
        QVERIFY(open());
        const fs::path entry = "/proc/sys/fs/binfmt_misc/edgewright-" + std::to_string(::getpid());
        QVERIFY(fs::exists(m_simulated->server->seenInside(entry)));
        QVERIFY(!fs::exists(entry));
    }
};

EDGEWRIGHT_TEST(RemoteArmTest)

} // namespace edgewright::remote_arm_test

#include "remote_arm_test.moc"

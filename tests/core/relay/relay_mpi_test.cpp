// SPDX-License-Identifier: GPL-3.0-or-later
// A network over agents that run as ranks of OpenMPI on this machine.
#include "core/relay/rank_session.h"
#include "core/relay/session_channel.h"
#include "tests/core/relay/relayed_network.h"
#include "tests/support/test_class.h"

#include <QStandardPaths>
#include <QTemporaryDir>

namespace edgewright::relay_mpi_test {

using namespace edgewright::relay;

class RelayMpiTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    const test::RelayedNetwork m_network;
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }
    std::filesystem::path socket() const { return folder() / "ranks"; }

private slots:
    void initTestCase() {
        if (!rankProgram()) QSKIP("built without OpenMPI (Debian: libopenmpi-dev)");
        if (QStandardPaths::findExecutable(QStringLiteral("mpirun")).isEmpty())
            QSKIP("mpirun is not installed (Debian: openmpi-bin)");
    }

    void ranksComputeTheSame() {
        constexpr std::uint64_t Frames = 40;
        const auto ranks = remote::Child::start({"mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3",
                                                 rankProgram()->string(), socket().string()});
        QVERIFY2(ranks, ranks ? "" : ranks.error().message.c_str());
        QTRY_VERIFY_WITH_TIMEOUT(std::filesystem::exists(socket()), 60'000);
        {
            const auto none = rankSession(7, {}, socket());
            QVERIFY(!none);
            QVERIFY2(none.error().message.find("takes nobody") != std::string::npos,
                     none.error().message.c_str());
        }
        const StagePlanner planner = m_network.planner(2, folder());
        std::vector<FrameDone> done;
        RelayOptions options;
        options.devices = 2;
        options.drift = 1e9; // times of no meaning
        options.outputs = m_network.graph().outputs;
        options.next = m_network.next(Frames);
        options.plan = [&](const std::vector<DeviceState>& states) { return planner.plan(states); };
        options.connect = [&](std::size_t device, const RunContext& run) -> Result<std::unique_ptr<Channel>> {
            auto session = rankSession(static_cast<int>(device) + 1, run, socket());
            if (!session) return std::move(session).error();
            return channelTo(*std::move(session), {});
        };
        options.done = [&](FrameDone frame) { done.push_back(std::move(frame)); };
        const auto relayed = relayFrames(options);
        QVERIFY2(relayed, relayed ? "" : relayed.error().message.c_str());
        QVERIFY2(!relayed->ended && relayed->replanned.empty(), relayed->ended.value_or("").c_str());
        m_network.compareAll(done, Frames);
    }

    void withoutRanksItIsTold() {
        const auto none = rankSession(1, {}, folder() / "nobody");
        QVERIFY(!none);
        QVERIFY2(none.error().message.find("no ranks run here") != std::string::npos,
                 none.error().message.c_str());
    }
};

EDGEWRIGHT_TEST(RelayMpiTest)

} // namespace edgewright::relay_mpi_test

#include "relay_mpi_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Two workbenches at one board: each gets its own, one after the other.
#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

#include <atomic>

namespace edgewright::remote_two_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

namespace {

constexpr auto Bound = 30s;

} // namespace

class RemoteTwoTest : public QObject {
    Q_OBJECT
    std::optional<test::TestBoard> m_board;

private slots:
    void init() {
        SKIP_WITHOUT_BOARD();
        m_board.emplace();
    }
    void cleanup() { m_board.reset(); }

    // The second waits until the first is done, says so, and both have their results.
    void bothMeasure() {
        const MeasuredNetwork one(m_board->folder()), other(m_board->folder(), std::string("tiny_cnn_2d"));
        test::repeated("two workbenches measure", Bound, [&](Fault& fault) {
            auto first = m_board->open(), second = m_board->open();
            QVERIFY2(first, first ? "" : first.error().message.c_str());
            QVERIFY2(second, second ? "" : second.error().message.c_str());
            // At once, and into one folder.
            Result<void> sent;
            {
                const std::jthread sending(
                    [&] { sent = (*second)->session().provide(other.file, other.written); });
                const auto provided = (*first)->session().provide(one.file, one.written);
                QVERIFY2(provided, provided ? "" : provided.error().message.c_str());
            }
            QVERIFY2(sent, sent ? "" : sent.error().message.c_str());
            std::stop_source enough;
            std::atomic<bool> isMeasuring = false, isWaiting = false;
            Result<protocol::RunState> firstState = cancelled(), secondState = cancelled();
            fault.happens();
            {
                const std::jthread measuring([&] {
                    firstState = (*first)->session().measure(one.order(true), {enough.get_token(), nullptr},
                                                             [&](const protocol::Progress& progress) {
                                                                 if (progress.doing.empty()) isMeasuring = true;
                                                             });
                });
                const test::Meanwhile waiting(
                    [&] { return isMeasuring.load(); },
                    [&] {
                        secondState = (*second)->session().measure(
                            other.order(), fault.run(), [&](const protocol::Progress& progress) {
                                if (!progress.doing.starts_with("waiting for another measurement")) return;
                                isWaiting = true;
                                enough.request_stop();
                            });
                    });
                QTRY_VERIFY_WITH_TIMEOUT(isWaiting || fault.run().stopped(), 60'000);
            }
            fault.isOver();
            QVERIFY2(firstState, firstState ? "" : firstState.error().message.c_str());
            QVERIFY2(secondState, secondState ? "" : secondState.error().message.c_str());
            QVERIFY(isWaiting && firstState->end == measure::End::Cancelled);
            QCOMPARE(secondState->variants[0].blocks.size(), std::size_t(30));
            for (const auto* state : {&*firstState, &*secondState})
                QVERIFY(state->variants[0].differences.at(0).identical);
        });
    }

    // The same agent and the same bundle, by both at once.
    void bothCopyTheSame() {
        const MeasuredNetwork network(m_board->folder(), MeasuredNetwork::Chain{.numbers = 500'000});
        test::repeated("two workbenches copy the same", Bound, [&](Fault& fault) {
            fault.happens();
            std::string oneFault, otherFault;
            {
                const std::jthread other([&] { otherFault = m_board->faultOfRun(network); });
                oneFault = m_board->faultOfRun(network);
            }
            fault.isOver();
            QVERIFY2(oneFault.empty(), oneFault.c_str());
            QVERIFY2(otherFault.empty(), otherFault.c_str());
            QTRY_VERIFY(!test::agentsRun(m_board->server->cache()));
            // The agent and the bundle; its pace beside them where it was timed often enough to be kept.
            auto files = test::filesIn(m_board->cache());
            std::erase_if(files,
                          [](const std::filesystem::path& file) { return file.filename() == "pace.txt"; });
            QCOMPARE(files.size(), std::size_t(2));
            std::filesystem::remove_all(m_board->cache());
        });
    }

    void oneRemovesWhatTheOtherRuns_data() {
        QTest::addColumn<bool>("everything");
        QTest::newRow("bundles") << false;
        QTest::newRow("bundles and agents") << true;
    }
    // Who runs has its files open: it comes to its end as ever, and sends again what it needs again.
    void oneRemovesWhatTheOtherRuns() {
        QFETCH(bool, everything);
        const MeasuredNetwork network(m_board->folder());
        test::repeated(everything ? "one removes all while the other runs" : "one removes bundles of the other",
                       Bound, [&](Fault& fault) {
                           auto first = m_board->open(), second = m_board->open();
                           QVERIFY2(first, first ? "" : first.error().message.c_str());
                           QVERIFY2(second, second ? "" : second.error().message.c_str());
                           Session& session = (*first)->session();
                           QVERIFY(session.provide(network.file, network.written));
                           std::stop_source enough;
                           std::optional<Result<void>> removed;
                           std::size_t before = 0;
                           const auto state = session.measure(
                               network.order(true), {enough.get_token(), nullptr},
                               [&](const protocol::Progress& progress) {
                                   const std::size_t blocks = progress.state.variants[0].blocks.size();
                                   if (!removed) {
                                       fault.happens();
                                       removed = everything ? (*second)->removeAll(fault.run())
                                                            : (*second)->session().removeBundles(fault.run());
                                       fault.isOver();
                                       before = blocks;
                                   } else if (blocks > before) {
                                       enough.request_stop(); // it measures on
                                   }
                               });
                           QVERIFY2(removed && *removed,
                                    removed && !*removed ? removed->error().message.c_str() : "");
                           QVERIFY2(state, state ? "" : state.error().message.c_str());
                           QVERIFY(state->variants[0].differences.at(0).identical);
                           bool sent = false;
                           QVERIFY(session.provide(network.file, network.written, {}, &sent) && sent);
                           const auto again = session.measure(network.order());
                           QVERIFY2(again, again ? "" : again.error().message.c_str());
                           QVERIFY(again->variants[0].differences.at(0).identical);
                           VERIFY_RETRY(*m_board, network);
                       });
    }
};

EDGEWRIGHT_TEST(RemoteTwoTest)

} // namespace edgewright::remote_two_test

#include "remote_two_test.moc"

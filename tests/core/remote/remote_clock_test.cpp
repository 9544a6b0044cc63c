// SPDX-License-Identifier: GPL-3.0-or-later
// The clock of a board jumps: nothing fails because of it.
#include "tests/support/board_test.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <fstream>

namespace edgewright::remote_clock_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

class RemoteClockTest : public QObject {
    Q_OBJECT

    static void writeOffset(const test::TestBoard& board, long seconds) {
        const std::filesystem::path file = board.folder() / "offset";
        std::ofstream(file.string() + ".new") << seconds << "\n";
        std::filesystem::rename(file.string() + ".new", file);
    }

private slots:
    void init() { SKIP_WITHOUT_BOARD(); }

    void clockJumps_data() {
        QTest::addColumn<int>("seconds");
        QTest::newRow("a day forward") << 86'400;
        QTest::newRow("a day back") << -86'400;
    }
    // The date of the board, while a bundle is sent and while it measures.
    void clockJumps() {
        QFETCH(int, seconds);
        test::TestBoard board;
        const std::filesystem::path file = board.folder() / "offset";
        writeOffset(board, 0);
        board.reboot(false);
        board.server.emplace(
            board.folder() / "jumping",
            test::SshServerOptions{
                .network = &board.network,
                .environment = {"LD_PRELOAD=" + test::testProgram("libjumping_clock.so").string(),
                                "EDGEWRIGHT_CLOCK_OFFSET=" + file.string()}});
        const MeasuredNetwork network(board.folder()),
            large(board.folder(), MeasuredNetwork::Chain{.numbers = 1'000'000});
        test::repeated(
            seconds > 0 ? "clock jumps a day forward" : "clock jumps a day back", 60s, [&](Fault& fault) {
                writeOffset(board, 0);
                board.network.limit("20mbit");
                fault.happens();
                auto opened = board.open(fault.run());
                QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
                Result<void> sent;
                {
                    // Another agent starts then, and leaves alone what is written.
                    Result<std::unique_ptr<Board>> another = cancelled();
                    const test::Meanwhile jumping([&] { return !test::partsIn(board.cache()).empty(); },
                                                  [&] {
                                                      writeOffset(board, seconds);
                                                      another = board.open();
                                                  });
                    sent = (*opened)->session().provide(large.file, large.written, fault.run());
                }
                QVERIFY2(sent, sent ? "" : sent.error().message.c_str());
                board.network.limit("1gbit");
                writeOffset(board, 0);
                QVERIFY((*opened)->session().provide(network.file, network.written));
                protocol::RunOrder order = network.order(true);
                order.effort.seconds = 1000; // which a jump would use up
                std::stop_source enough;
                std::size_t before = 0;
                const auto state = (*opened)->session().measure(
                    order, {enough.get_token(), nullptr}, [&](const protocol::Progress& progress) {
                        const std::size_t blocks = progress.state.variants[0].blocks.size();
                        if (before == 0 && blocks > 0) {
                            writeOffset(board, seconds);
                            before = blocks;
                        } else if (before > 0 && blocks > before + 20) {
                            enough.request_stop();
                        }
                    });
                fault.isOver();
                QVERIFY2(state, state ? "" : state.error().message.c_str());
                QVERIFY(state->end == measure::End::Cancelled);
                for (const measure::Timing& each : state->variants[0].blocks)
                    QVERIFY(each.wall > 0 && each.wall < 900);
                QVERIFY(state->variants[0].differences.at(0).identical);
                VERIFY_RETRY(board, network);
                std::filesystem::remove_all(board.cache());
            });
        // The clock did jump: a file made now has the date of the kernel, a program sees another one.
        const auto child = [&] {
            auto date = Child::start({"date", "+%s"},
                                     {"LD_PRELOAD=" + test::testProgram("libjumping_clock.so").string(),
                                      "EDGEWRIGHT_CLOCK_OFFSET=" + file.string()});
            if (!date) return std::string();
            date->wait(10s);
            std::array<char, 64> text{};
            return std::string(text.data(), static_cast<std::size_t>(std::max<ssize_t>(
                                                ::read(date->output(), text.data(), text.size()), 0)));
        }();
        const qint64 off =
            QString::fromStdString(child).trimmed().toLongLong() - QDateTime::currentSecsSinceEpoch();
        QVERIFY2(std::abs(off - seconds) < 3600, child.c_str());
    }
};

EDGEWRIGHT_TEST(RemoteClockTest)

} // namespace edgewright::remote_clock_test

#include "remote_clock_test.moc"

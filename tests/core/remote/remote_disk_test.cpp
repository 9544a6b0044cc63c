// SPDX-License-Identifier: GPL-3.0-or-later
// The disk of a board is full: told as that, nothing stays, and with room it works.
#include "tests/support/board_test.h"
#include "tests/support/test_class.h"

#include <fstream>

namespace edgewright::remote_disk_test {

using namespace edgewright::remote;
using namespace std::chrono_literals;
using test::Fault;
using test::MeasuredNetwork;

namespace {

constexpr auto Bound = 10s;

// A disk of so many bytes as the cache of the board.
test::SshServerOptions withDiskOf(std::uint64_t bytes) {
    return {.before =
                "mount -t tmpfs -o mode=700,size=" + std::to_string(bytes) + " none \"$EDGEWRIGHT_CACHE\""};
}
void fill(const std::filesystem::path& folder, std::uint64_t bytes) {
    std::ofstream(folder / "others") << std::string(bytes, 'x');
}

} // namespace

class RemoteDiskTest : public QObject {
    Q_OBJECT
    std::uint64_t m_agent = 0; // bytes

private slots:
    void init() {
        SKIP_WITHOUT_BOARD();
        const QTemporaryDir folder;
        m_agent = test::largeAgent(folder.path().toStdString())[0].bytes;
    }

    void fullWhileTheAgentIsCopied() {
        test::TestBoard board(withDiskOf(m_agent + 8'000'000));
        const MeasuredNetwork network(board.folder());
        const auto disk = board.cache().parent_path();
        test::repeated("disk full for the agent", Bound, [&](Fault& fault) {
            fill(disk, 8'000'000 + m_agent / 2);
            fault.happens();
            const auto opened = board.open(fault.run());
            fault.isOver();
            QVERIFY(!opened && opened.error().code == ErrorCode::OutOfMemory);
            VERIFY_TOLD(opened, "the disk of 'the board' is full");
            QVERIFY(test::filesIn(board.cache()).empty());
            std::filesystem::remove(disk / "others");
            VERIFY_RETRY(board, network);
            std::filesystem::remove_all(board.cache());
        });
    }

    // Known before anything is sent.
    void noRoomForABundle() {
        test::TestBoard board(withDiskOf(m_agent + 4'000'000));
        const MeasuredNetwork large(board.folder(), MeasuredNetwork::Chain{.numbers = 1'000'000}),
            small(board.folder());
        test::repeated("no room for a bundle", Bound, [&](Fault& fault) {
            auto opened = board.open();
            QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
            fault.happens();
            const auto sent = (*opened)->session().provide(large.file, large.written, fault.run());
            fault.isOver();
            QVERIFY(!sent && sent.error().code == ErrorCode::OutOfMemory);
            VERIFY_TOLD(sent, "'the board': the disk is full: ");
            VERIFY_TOLD(sent, " are free");
            QVERIFY(test::partsIn(board.cache()).empty());
            VERIFY_RETRY(board, small);
        });
    }

    // Somebody else takes the room while it is sent.
    void fullWhileABundleIsSent() {
        test::TestBoard board(withDiskOf(m_agent + 12'000'000));
        const MeasuredNetwork network(board.folder(), MeasuredNetwork::Chain{.numbers = 1'000'000}); // 8 MB
        const auto disk = board.cache().parent_path();
        test::repeated("disk full while a bundle is sent", Bound, [&](Fault& fault) {
            auto opened = board.open();
            QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
            board.network.limit("20mbit");
            Result<void> sent;
            {
                const test::Meanwhile filling([&] { return !test::partsIn(board.cache()).empty(); },
                                              [&] {
                                                  fault.happens();
                                                  fill(disk, 8'000'000);
                                              });
                sent = (*opened)->session().provide(network.file, network.written, fault.run());
                fault.isOver();
            }
            QVERIFY(!sent && sent.error().code == ErrorCode::OutOfMemory);
            VERIFY_TOLD(sent, "'the board': the disk is full");
            QVERIFY(test::partsIn(board.cache()).empty());
            std::filesystem::remove(disk / "others");
            // The same session goes on.
            const auto again = (*opened)->session().provide(network.file, network.written);
            QVERIFY2(again, again ? "" : again.error().message.c_str());
            board.network.limit("1gbit");
            VERIFY_RETRY(board, network);
            std::filesystem::remove_all(board.cache());
        });
    }
};

EDGEWRIGHT_TEST(RemoteDiskTest)

} // namespace edgewright::remote_disk_test

#include "remote_disk_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Frames through pipes: whole, in pieces, behind a login shell's text, cut, made up, and never.
#include "core/protocol/link.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <array>
#include <cstring>
#include <numeric>
#include <thread>

#include <fcntl.h>
#include <unistd.h>

namespace edgewright::protocol_link_test {

using namespace edgewright::protocol;
using namespace std::chrono_literals;

namespace {

struct Pipe {
    int read = -1, write = -1;
    Pipe() {
        std::array<int, 2> ends{};
        if (::pipe(ends.data()) != 0) qFatal("no pipe");
        read = ends[0], write = ends[1];
    }
    ~Pipe() {
        closeWrite();
        ::close(read);
    }
    void closeWrite() {
        if (write >= 0) ::close(std::exchange(write, -1));
    }
    void put(std::string_view bytes) const {
        QCOMPARE(::write(write, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    }
};

std::string frameOf(Kind kind, std::string_view content) {
    std::string bytes("EWF1");
    bytes += static_cast<char>(kind);
    bytes.append(3, '\0');
    const auto size = static_cast<std::uint32_t>(content.size());
    char raw[4];
    std::memcpy(raw, &size, 4);
    bytes.append(raw, 4);
    return bytes += content;
}

std::string textOf(const std::vector<std::byte>& bytes) {
    std::string text(bytes.size(), '\0');
    if (!bytes.empty()) std::memcpy(text.data(), bytes.data(), bytes.size());
    return text;
}

} // namespace

class ProtocolLinkTest : public QObject {
    Q_OBJECT
private slots:
    void sentArrives() {
        Pipe pipe;
        Link sender(pipe.read, pipe.write, "the other"), receiver(pipe.read, pipe.write, "the other");
        std::vector<std::byte> large(3'000'000); // more than a pipe holds
        std::iota(reinterpret_cast<unsigned char*>(large.data()),
                  reinterpret_cast<unsigned char*>(large.data() + large.size()), std::uint8_t(0));
        const std::jthread sending([&] {
            for (const auto& content : {std::vector<std::byte>(), std::vector<std::byte>(5), large})
                if (!sender.send(Kind::Data, content, {}, 30s)) qFatal("not sent");
        });
        for (const std::size_t size : {std::size_t(0), std::size_t(5), large.size()}) {
            const auto frame = receiver.receive({}, 30s);
            QVERIFY2(frame, frame ? "" : frame.error().message.c_str());
            QVERIFY(frame->kind == Kind::Data);
            QCOMPARE(frame->content.size(), size);
            if (size > 5) QVERIFY(frame->content == large);
        }
    }

    void textInFrontIsSkipped() {
        Pipe pipe;
        pipe.put("Welcome to the board!\nEEWFEWF2\n" + frameOf(Kind::Found, "x") + frameOf(Kind::Stored, ""));
        Link link(pipe.read, pipe.write, "the board");
        const auto first = link.receive({}, 5s), second = link.receive({}, 5s);
        QVERIFY(first && first->kind == Kind::Found && textOf(first->content) == "x");
        QVERIFY(second && second->kind == Kind::Stored && second->content.empty());
    }

    void noFrameAtAll() {
        Pipe pipe;
        pipe.put("sh: edgewright-agent: not found\n");
        pipe.closeWrite();
        Link link(pipe.read, pipe.read, "the board");
        const auto frame = link.receive({}, 5s);
        QVERIFY(!frame && !link.hasEnded());
        QVERIFY2(frame.error().message.find("not found") != std::string::npos, frame.error().message.c_str());
        Pipe chatty;
        QVERIFY(::fcntl(chatty.write, F_SETPIPE_SZ, 1 << 20) > 0);
        chatty.put(std::string(200'000, 'a'));
        Link listening(chatty.read, chatty.read, "the board");
        const auto none = listening.receive({}, 5s);
        QVERIFY(!none && none.error().message.starts_with("the board is no agent"));
        QVERIFY(none.error().message.size() < 400);
    }

    void ended_data() {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<bool>("betweenFrames");
        QTest::newRow("nothing") << QByteArray() << true;
        const std::string frame = frameOf(Kind::Data, "hello");
        for (int cut = 5; cut < static_cast<int>(frame.size()); cut += 4)
            QTest::addRow("after %d bytes", cut) << QByteArray(frame.data(), cut) << false;
    }
    void ended() {
        QFETCH(QByteArray, bytes);
        QFETCH(bool, betweenFrames);
        Pipe pipe;
        pipe.put({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        pipe.closeWrite();
        Link link(pipe.read, pipe.read, "the board");
        const auto frame = link.receive({}, 5s);
        QVERIFY(!frame && frame.error().code == ErrorCode::BadInput);
        QCOMPARE(link.hasEnded(), betweenFrames);
        QVERIFY(frame.error().message.starts_with("the board ended"));
    }

    void madeUp_data() {
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char* name, const std::string& bytes) {
            QTest::newRow(name) << QByteArray(bytes.data(), static_cast<int>(bytes.size()));
        };
        std::string unknown = frameOf(LastKind, ""), large = frameOf(Kind::Data, "");
        unknown[4] = static_cast<char>(static_cast<int>(LastKind) + 1);
        large[11] = '\x7f';
        row("a kind that there is not", unknown);
        row("two gigabytes", large);
        row("no frame behind a frame", frameOf(Kind::Found, "x") + "EWF2........");
    }
    void madeUp() {
        QFETCH(QByteArray, bytes);
        Pipe pipe;
        pipe.put({bytes.constData(), static_cast<std::size_t>(bytes.size())});
        Link link(pipe.read, pipe.write, "the board");
        auto frame = link.receive({}, 5s);
        if (frame) frame = link.receive({}, 5s);
        QVERIFY(!frame && frame.error().code == ErrorCode::BadInput);
        QVERIFY(frame.error().message.starts_with("the board sends"));
    }

    void silence() {
        Pipe pipe;
        Link link(pipe.read, pipe.write, "the board");
        const auto frame = link.receive({}, 60ms);
        QVERIFY(!frame && frame.error().code == ErrorCode::TimedOut);
        QCOMPARE(frame.error().message, std::string("the board says nothing for 0.06 s"));
        const std::vector<std::byte> large(1 << 20);
        const auto sent = link.send(Kind::Data, large, {}, 60ms); // nobody reads
        QVERIFY(!sent && sent.error().code == ErrorCode::TimedOut);
    }

    // What had arrived when somebody no longer waited is not lost.
    void aFrameGoesOnAfterAStop() {
        Pipe pipe;
        Link link(pipe.read, pipe.write, "the board");
        const std::string bytes = frameOf(Kind::Done, "one frame in three parts");
        std::stop_source stop;
        stop.request_stop();
        for (const auto& [from, to] : {std::pair(0, 7), std::pair(7, 20), std::pair(20, 36)}) {
            QVERIFY(!link.isHeard() || from > 0);
            pipe.put(std::string_view(bytes).substr(static_cast<std::size_t>(from),
                                                    static_cast<std::size_t>(to - from)));
            const auto part = to < 36 ? link.receive({stop.get_token(), nullptr}, 1h) : link.receive({}, 30s);
            if (to < 36) {
                QVERIFY(!part && part.error().code == ErrorCode::Cancelled);
                QVERIFY(link.isHeard());
                continue;
            }
            QVERIFY2(part, part ? "" : part.error().message.c_str());
            QCOMPARE(textOf(part->content), std::string("one frame in three parts"));
        }
    }

    void stopped() {
        Pipe pipe;
        Link link(pipe.read, pipe.write, "the board");
        std::stop_source stop;
        const std::jthread stopping([&] {
            std::this_thread::sleep_for(30ms);
            stop.request_stop();
        });
        const auto frame = link.receive({stop.get_token(), nullptr}, 1h);
        QVERIFY(!frame && frame.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(ProtocolLinkTest)

} // namespace edgewright::protocol_link_test

#include "protocol_link_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The endpoint as clients meet it, well-meaning or not.
#include "core/metrics/endpoint.h"
#include "core/metrics/exposition.h"
#include "core/metrics/http.h"
#include "tests/core/metrics/http_client.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QTest>

#include <atomic>

namespace edgewright::metrics_endpoint_test {

using namespace edgewright::metrics;
using namespace std::chrono_literals;

namespace {

constexpr std::string_view Get = "GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n";

std::unique_ptr<MetricsEndpoint> started(MetricsEndpoint::Text text, const EndpointLimits& limits = {}) {
    auto endpoint = MetricsEndpoint::start(0, std::move(text), limits);
    if (!endpoint) qFatal("%s", endpoint.error().message.c_str());
    return *std::move(endpoint);
}

MetricsEndpoint::Text always(std::string text) {
    return [text = std::move(text)]() -> Result<std::string> { return text; };
}

int openDescriptors() {
    return static_cast<int>(QDir("/proc/self/fd").entryList(QDir::AllEntries | QDir::System).size());
}

// Local addresses in /proc/net/`file` that are listened at, at that port.
QStringList listenedAt(const char* file, int port) {
    QStringList addresses;
    QFile table(QStringLiteral("/proc/net/") + QString::fromLatin1(file));
    if (!table.open(QIODevice::ReadOnly)) return addresses;
    for (const QByteArray& line : table.readAll().split('\n').mid(1)) {
        const QList<QByteArray> words = line.simplified().split(' ');
        if (words.size() < 4 || words[3] != "0A") continue;
        const QList<QByteArray> place = words[1].split(':');
        if (place.size() == 2 && place[1].toInt(nullptr, 16) == port)
            addresses << QString::fromLatin1(place[0]);
    }
    return addresses;
}

} // namespace

class MetricsEndpointTest : public QObject {
    Q_OBJECT
private slots:
    void answersWithTheTextOfTheMoment() {
        std::atomic<int> calls = 0;
        const auto endpoint =
            started([&]() -> Result<std::string> { return "a " + std::to_string(++calls) + "\n"; });
        QCOMPARE(endpoint->url(), "http://127.0.0.1:" + std::to_string(endpoint->port()) + "/metrics");
        for (int i = 1; i <= 3; ++i) {
            const QByteArray response = test::HttpClient(endpoint->port()).ask(Get);
            QVERIFY(response.startsWith("HTTP/1.1 200 OK\r\n"));
            QVERIFY(response.contains("\r\nContent-Type: " + QByteArray(ExpositionType.data()) + "\r\n"));
            QCOMPARE(test::bodyOf(response), "a " + QByteArray::number(i) + "\n");
        }
        QVERIFY(test::httpGet(endpoint->port(), "/").startsWith("HTTP/1.1 404 "));
        QVERIFY(test::HttpClient(endpoint->port())
                    .ask("POST /metrics HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc")
                    .startsWith("HTTP/1.1 405 "));
        QCOMPARE(calls.load(), 3); // others ask for nothing
    }

    void isOnLoopbackAlone() {
        const auto endpoint = started(always("a 1\n"));
        QCOMPARE(listenedAt("tcp", endpoint->port()), QStringList{QStringLiteral("0100007F")});
        QCOMPARE(listenedAt("tcp6", endpoint->port()), QStringList());
    }

    void errorsStayInTheProgram() {
        const auto endpoint = started([]() -> Result<std::string> { return badInput("/secret/path"); });
        const QByteArray response = test::HttpClient(endpoint->port()).ask(Get);
        QVERIFY(response.startsWith("HTTP/1.1 500 "));
        QVERIFY(!response.contains("secret"));
    }

    void portsThatAreTaken() {
        const auto endpoint = started(always("a 1\n"));
        const auto second = MetricsEndpoint::start(endpoint->port(), always(""));
        QVERIFY(!second);
        QVERIFY(second.error().code == ErrorCode::BadInput);
        QVERIFY(second.error().message.find(std::to_string(endpoint->port())) != std::string::npos);
    }

    // What was sent before arrives, although more is sent that nobody reads.
    void requestsThatAreTooLong() {
        const auto endpoint = started(always("a 1\n"));
        const test::HttpClient client(endpoint->port());
        QVERIFY(client.send("GET /metrics HTTP/1.1\r\nX: " + std::string(2 * MaxRequestBytes, 'x')));
        QVERIFY(client.receive().startsWith("HTTP/1.1 431 "));
    }

    void requestsThatDoNotEnd() {
        const auto endpoint = started(always("a 1\n"), {.patience = 200ms});
        for (const std::string_view begin : {"", "GET /metrics HTTP/1.1\r\nHost:", "\x16\x03\x01"}) {
            const test::HttpClient client(endpoint->port());
            QVERIFY(client.isConnected() && client.send(begin));
            QVERIFY(client.receive().startsWith("HTTP/1.1 408 "));
        }
        // A whole one that comes in time: where the machine is too slow for that, another one does.
        QTRY_VERIFY_WITH_TIMEOUT(test::HttpClient(endpoint->port()).ask(Get).startsWith("HTTP/1.1 200 "),
                                 120'000);
    }

    // More than the system keeps for a client that reads nothing.
    void answersThatNobodyTakes() {
        constexpr int Size = 64 << 20;
        const auto endpoint = started(always(std::string(Size, '#')), {.patience = 100ms});
        const int before = openDescriptors();
        const test::HttpClient client(endpoint->port());
        QVERIFY(client.send(Get) && client.awaitsAnswer());
        QTRY_COMPARE_WITH_TIMEOUT(openDescriptors(), before + 1, 120'000); // the client's own
        QVERIFY(client.receive().size() < Size);
    }

    void answersThatAreLargeArriveWhole() {
        constexpr int Size = 16 << 20;
        const auto endpoint = started(always(std::string(Size, '#')), {.patience = 60s});
        QCOMPARE(test::bodyOf(test::HttpClient(endpoint->port()).ask(Get)).size(), qsizetype(Size));
    }

    // The oldest gives way, so that who connects and says nothing keeps nobody out.
    void connectionsAreFew() {
        const auto endpoint = started(always("a 1\n"), {.connections = 3, .patience = 10min});
        const int before = openDescriptors();
        std::vector<std::unique_ptr<test::HttpClient>> silent;
        for (int i = 0; i < 20; ++i) {
            silent.push_back(std::make_unique<test::HttpClient>(endpoint->port()));
            QVERIFY(silent.back()->isConnected());
        }
        for (int i = 0; i < 17; ++i)
            QCOMPARE(silent[static_cast<std::size_t>(i)]->receive(), QByteArray());
        QTRY_COMPARE_WITH_TIMEOUT(openDescriptors(), before + 20 + 3, 120'000);
        QVERIFY(test::HttpClient(endpoint->port()).ask(Get).startsWith("HTTP/1.1 200 "));
        QVERIFY(silent.back()->ask(Get).startsWith("HTTP/1.1 200 "));
    }

    void clientsThatLeave() {
        const auto endpoint = started(always(std::string(1 << 20, '#')));
        for (int i = 0; i < 50; ++i)
            QVERIFY(test::HttpClient(endpoint->port()).send(i % 2 == 0 ? Get : Get.substr(0, 20)));
        QVERIFY(test::HttpClient(endpoint->port()).ask(Get).startsWith("HTTP/1.1 200 "));
    }

    // With a client that would be waited for ten minutes.
    void stopsAtOnce() {
        for (int i = 0; i < 20; ++i) {
            auto endpoint = started(always("a 1\n"), {.patience = 10min});
            const test::HttpClient client(endpoint->port());
            QVERIFY(client.isConnected() && client.send("GET /me"));
            const std::uint16_t port = endpoint->port();
            endpoint.reset();
            QCOMPARE(client.receive(), QByteArray());
            QVERIFY(!test::HttpClient(port).isConnected());
            QVERIFY(MetricsEndpoint::start(port, always(""))); // and it can be had again
        }
    }
};

EDGEWRIGHT_TEST(MetricsEndpointTest)

} // namespace edgewright::metrics_endpoint_test

#include "metrics_endpoint_test.moc"

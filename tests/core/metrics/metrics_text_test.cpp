// SPDX-License-Identifier: GPL-3.0-or-later
// The text that Prometheus reads, character by character; what is refused; and requests as they arrive.
#include "core/metrics/exposition.h"
#include "core/metrics/http.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <limits>

namespace edgewright::metrics_text_test {

using namespace edgewright::metrics;

namespace {

Family counter(std::vector<Sample> samples) {
    return {"ew_a_total", "Things.", MetricKind::Counter, std::move(samples)};
}

std::string textOf(const std::vector<Family>& families) {
    const auto text = expositionText(families);
    return text ? *text : "error: " + text.error().message;
}

bool isRefused(const std::vector<Family>& families) {
    const auto text = expositionText(families);
    return !text && text.error().code == ErrorCode::Internal && !text.error().message.empty();
}

// One histogram, with those bounds and counts.
Family histogram(std::vector<double> bounds, std::vector<std::uint64_t> counts) {
    Histogram of;
    of.bounds = std::move(bounds);
    of.counts = std::move(counts);
    return {"ew_h", "", MetricKind::Histogram, {}, {{{}, of}}};
}

std::optional<HttpStatus> asked(std::string_view request) { return statusOf(request, "/metrics"); }

} // namespace

class MetricsTextTest : public QObject {
    Q_OBJECT
private slots:
    void samplesAreLines() {
        QCOMPARE(textOf({counter({{{}, 3}}), {"ew_b", "Now.", MetricKind::Gauge, {{{{"model", "m"}}, -0.25}}}}),
                 std::string("# HELP ew_a_total Things.\n# TYPE ew_a_total counter\new_a_total 3\n"
                             "# HELP ew_b Now.\n# TYPE ew_b gauge\new_b{model=\"m\"} -0.25\n"));
        QCOMPARE(textOf({}), std::string());
        QCOMPARE(textOf({counter({})}), std::string()); // no sample, no head
    }

    void numbersAreThoseThatGoReads() {
        const double inf = std::numeric_limits<double>::infinity();
        const auto number = [](double value) {
            const std::string text = textOf({{"a", "", MetricKind::Gauge, {{{}, value}}}});
            return text.substr(text.rfind("\na ") + 3);
        };
        QCOMPARE(number(inf), std::string("+Inf\n"));
        QCOMPARE(number(-inf), std::string("-Inf\n"));
        QCOMPARE(number(std::nan("")), std::string("NaN\n"));
        for (const double value : {0.1, 1e-4, 1.0 / 3, 9007199254740991.0, 1e300, 1e-300})
            QCOMPARE(std::stod(number(value)), value);
    }

    void whatWouldEndALineIsEscaped() {
        QCOMPARE(
            textOf({{"a", "one\ntwo \\ \"three\"", MetricKind::Gauge, {{{{"l", "q\"b\\n\nend"}}, 1}}}}),
            std::string("# HELP a one\\ntwo \\\\ \"three\"\n# TYPE a gauge\na{l=\"q\\\"b\\\\n\\nend\"} 1\n"));
    }

    void whatIsNoUtf8IsReplaced() {
        QCOMPARE(textOf({{"a", "", MetricKind::Gauge, {{{{"l", "模\xff型\xe6\x9d"}}, 1}}}}),
                 std::string("# HELP a \n# TYPE a gauge\na{l=\"模\uFFFD型\uFFFD\uFFFD\"} 1\n"));
    }

    void histogramsAreCumulative() {
        Histogram times(std::vector<double>{0.5, 1, 2.5});
        for (const double each : {0.1, 0.5, 0.75, 2.5, 7.0, std::nan("")})
            times.add(each);
        QCOMPARE(times.count(), std::uint64_t(5));
        QVERIFY(times.counts == (std::vector<std::uint64_t>{2, 1, 1, 1}));
        QCOMPARE(textOf({{"h", "", MetricKind::Histogram, {}, {{{{"model", "m"}}, times}}}}),
                 std::string("# HELP h \n# TYPE h histogram\n"
                             "h_bucket{model=\"m\",le=\"0.5\"} 2\nh_bucket{model=\"m\",le=\"1\"} 3\n"
                             "h_bucket{model=\"m\",le=\"2.5\"} 4\nh_bucket{model=\"m\",le=\"+Inf\"} 5\n"
                             "h_sum{model=\"m\"} 10.85\nh_count{model=\"m\"} 5\n"));
        Histogram none;
        none.add(3);
        QVERIFY(textOf({{"h", "", MetricKind::Histogram, {}, {{{}, none}}}}).ends_with("h_sum 3\nh_count 1\n"));
    }

    // A quantile between two bounds is off by at most their ratio, which the header says.
    void boundsAscendByLittle() {
        for (const std::span<const double> bounds : {latencyBounds(), batchBounds()})
            QVERIFY(std::ranges::adjacent_find(bounds, std::ranges::greater_equal()) == bounds.end());
        for (std::size_t i = 1; i < latencyBounds().size(); ++i)
            QVERIFY(latencyBounds()[i] / latencyBounds()[i - 1] < 1.67);
        QCOMPARE(latencyBounds().front(), 1e-4);
        QCOMPARE(latencyBounds().back(), 100.0);
        QCOMPARE(batchBounds().back(), 1024.0);
    }

    void whatNoProgramMayOffer() {
        for (const std::string name : {"", "1a", "a-b", "a b", "a{", "ä", "a\n"}) {
            QVERIFY2(isRefused({{name, "", MetricKind::Gauge, {{{}, 1}}}}), name.c_str());
            QVERIFY2(isRefused({{"a", "", MetricKind::Gauge, {{{{name, "v"}}, 1}}}}), name.c_str());
        }
        for (const std::string label : {"a:b", "__name", "le", "quantile"})
            QVERIFY2(isRefused({{"a", "", MetricKind::Gauge, {{{{label, "v"}}, 1}}}}), label.c_str());
        QVERIFY(!isRefused({{"a:b", "", MetricKind::Gauge, {{{}, 1}}}}));
        QVERIFY(isRefused({counter({{{}, 1}}), counter({{{}, 2}})}));
        QVERIFY(isRefused({counter({{{}, -1}})}));
        QVERIFY(isRefused({counter({{{}, std::nan("")}})}));
        QVERIFY(isRefused({counter({{{{"a", "x"}, {"b", "y"}}, 1}, {{{"b", "y"}, {"a", "x"}}, 1}})}));
        QVERIFY(!isRefused({counter({{{{"a", "x"}, {"b", "y"}}, 1}, {{{"a", "y"}, {"b", "x"}}, 1}})}));
        QVERIFY(isRefused({counter({{{{"a", "x"}, {"a", "y"}}, 1}})}));
        QVERIFY(isRefused({{"a", "", MetricKind::Histogram, {{{}, 1}}}}));
        QVERIFY(!isRefused({histogram({1, 2}, {0, 0, 0})}));
        QVERIFY(isRefused({histogram({2, 1}, {0, 0, 0})}));
        QVERIFY(isRefused({histogram({1, 1}, {0, 0, 0})}));
        QVERIFY(isRefused({histogram({1, 2}, {0, 0})}));
        QVERIFY(isRefused({histogram({1, std::numeric_limits<double>::infinity()}, {0, 0, 0})}));
        // A histogram's lines have names, too.
        QVERIFY(isRefused({histogram({1}, {0, 0}), {"ew_h_sum", "", MetricKind::Gauge, {{{}, 1}}}}));
    }

    void requestsAreAnsweredOnceTheyAreWhole() {
        const std::string whole = "GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:9464\r\nAccept: */*\r\n\r\n";
        for (std::size_t size = 0; size < whole.size(); ++size)
            QVERIFY(!asked(whole.substr(0, size)));
        QVERIFY(asked(whole) == HttpStatus::Ok);
        QVERIFY(asked("GET /metrics HTTP/1.0\n\n") == HttpStatus::Ok);
        QVERIFY(asked("GET /metrics?a=b HTTP/1.1\r\nhost:LOCALHOST\r\n\r\n") == HttpStatus::Ok);
    }

    void requestsThatAreNone() {
        const auto with = [](std::string_view line, std::string_view fields = "Host: localhost\r\n") {
            return asked(std::string(line) + "\r\n" + std::string(fields) + "\r\n");
        };
        for (const std::string_view line :
             {"", "GET", "GET /metrics", "GET  HTTP/1.1", "GET /metrics HTTP/2", "GET /metrics HTTP/1.1 x", " ",
              "G\x01T /metrics HTTP/1.1", "GET /metrics HTTP/1.1\rX: y"})
            QVERIFY2(with(line) == HttpStatus::BadRequest, line.data());
        QVERIFY(with("GET /metrics HTTP/1.1", "") == HttpStatus::BadRequest); // without a host
        QVERIFY(with("GET /metrics HTTP/1.1", "Host: localhost\r\nHost: localhost\r\n") ==
                HttpStatus::BadRequest);
        QVERIFY(with("GET /metrics HTTP/1.1", "Host: localhost\r\nno field\r\n") == HttpStatus::BadRequest);
        for (const std::string_view host :
             {"a.example", "127.0.0.1.a.example:80", "127.0.0.1:80@a.example", ""})
            QVERIFY2(with("GET /metrics HTTP/1.1", "Host: " + std::string(host) + "\r\n") ==
                         HttpStatus::Forbidden,
                     host.data());
        for (const std::string_view path : {"/", "/metrics/", "/METRICS", "/metrics%00", "*", "//metrics"})
            QVERIFY2(with("GET " + std::string(path) + " HTTP/1.1") == HttpStatus::NotFound, path.data());
        for (const std::string_view method : {"POST", "HEAD", "OPTIONS", "get"})
            QVERIFY2(with(std::string(method) + " /metrics HTTP/1.1") == HttpStatus::MethodNotAllowed,
                     method.data());
        QVERIFY(!asked(std::string(MaxRequestBytes - 1, 'a')));
        QVERIFY(asked(std::string(MaxRequestBytes, 'a')) == HttpStatus::FieldsTooLarge);
        QVERIFY(asked("GET /metrics HTTP/1.1\r\nHost: localhost\r\nA: " + std::string(MaxRequestBytes, 'a') +
                      "\r\n\r\n") == HttpStatus::FieldsTooLarge);
        QVERIFY(with("GET /metrics HTTP/1.1", std::string("Host: localhost\r\nA: \0\r\n", 23)) ==
                HttpStatus::Ok);
    }

    void everyStatusHasAResponse() {
        for (const HttpStatus status :
             {HttpStatus::Ok, HttpStatus::BadRequest, HttpStatus::Forbidden, HttpStatus::NotFound,
              HttpStatus::MethodNotAllowed, HttpStatus::RequestTimeout, HttpStatus::FieldsTooLarge,
              HttpStatus::InternalError}) {
            const std::string text = httpResponse(status);
            QVERIFY(text.starts_with("HTTP/1.1 " + std::to_string(static_cast<int>(status)) + " "));
            const std::size_t end = text.find("\r\n\r\n");
            QVERIFY(end != std::string::npos);
            QVERIFY(text.find("\r\nContent-Length: " + std::to_string(text.size() - end - 4) + "\r\n") < end);
            QVERIFY(text.find("\r\nConnection: close\r\n") < end);
            QCOMPARE(text.find("\r\nAllow: GET\r\n") < end, status == HttpStatus::MethodNotAllowed);
        }
    }
};

EDGEWRIGHT_TEST(MetricsTextTest)

} // namespace edgewright::metrics_text_test

#include "metrics_text_test.moc"

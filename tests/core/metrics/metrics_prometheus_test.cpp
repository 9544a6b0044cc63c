// SPDX-License-Identifier: GPL-3.0-or-later
// The dashboard, and a Prometheus that scrapes the endpoint while a scenario goes on: it answers each of the
// dashboard's questions with data.
#include "core/metrics/catalogue.h"
#include "core/metrics/endpoint.h"
#include "tests/core/metrics/http_client.h"
#include "tests/core/metrics/replay.h"
#include "tests/support/free_port.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QRegularExpression>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>

namespace edgewright::metrics_prometheus_test {

using namespace edgewright::metrics;
using namespace Qt::StringLiterals;

namespace {

constexpr int Patience = 240'000; // ms, for what takes seconds

QJsonObject dashboard() {
    QFile file(test::sourceFolder() / "resources/scenarios/dashboard.json");
    return file.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(file.readAll()).object() : QJsonObject();
}

QJsonArray panels() { return dashboard()[u"panels"_s].toArray(); }

QStringList expressions() {
    QStringList found;
    for (const QJsonValue& panel : panels())
        for (const QJsonValue& target : panel[u"targets"_s].toArray())
            found << target[u"expr"_s].toString();
    return found;
}

// What Grafana puts in place of its variables, for all models and a minute's window.
QString asAsked(QString expression) {
    return expression.replace(u"$model"_s, u".*"_s).replace(u"$__rate_interval"_s, u"1m"_s);
}

QJsonArray answerOf(int port, const QString& expression) {
    const QByteArray response = test::httpGet(
        port, "/api/v1/query?query=" + QByteArray(asAsked(expression).toUtf8()).toPercentEncoding());
    return QJsonDocument::fromJson(test::bodyOf(response))[u"data"_s][u"result"_s].toArray();
}

// A series with a value that is a number.
bool hasData(const QJsonArray& answer) {
    return std::ranges::any_of(answer, [](const QJsonValue& series) {
        bool isNumber = false;
        const double value = series[u"value"_s][1].toString().toDouble(&isNumber);
        return isNumber && std::isfinite(value);
    });
}

} // namespace

class MetricsPrometheusTest : public QObject {
    Q_OBJECT
private slots:
    void panelsAreWhole() {
        QSet<int> ids;
        QSet<QString> titles;
        int charts = 0;
        for (const QJsonValue& panel : panels()) {
            const QString title = panel[u"title"_s].toString();
            QVERIFY2(!ids.contains(panel[u"id"_s].toInt()) && !titles.contains(title), qPrintable(title));
            ids << panel[u"id"_s].toInt();
            titles << title;
            if (panel[u"type"_s] == u"row"_s) continue;
            ++charts;
            QVERIFY2(!panel[u"description"_s].toString().isEmpty(), qPrintable(title));
            QCOMPARE(panel[u"datasource"_s][u"uid"_s].toString(), u"${DS}"_s);
            QVERIFY(!panel[u"targets"_s].toArray().isEmpty());
            QVERIFY(!panel[u"fieldConfig"_s][u"defaults"_s][u"unit"_s].toString().isEmpty());
        }
        QVERIFY(charts >= 15);
        QCOMPARE(dashboard()[u"schemaVersion"_s].toInt(), 38);
        QCOMPARE(dashboard()[u"templating"_s][u"list"_s][0][u"query"_s].toString(), u"prometheus"_s);
    }

    // On 24 columns, each place at most once.
    void panelsDoNotOverlap() {
        QMap<std::pair<int, int>, QString> places;
        for (const QJsonValue& panel : panels()) {
            const QJsonValue at = panel[u"gridPos"_s];
            const int x = at[u"x"_s].toInt(-1), y = at[u"y"_s].toInt(-1), w = at[u"w"_s].toInt(),
                      h = at[u"h"_s].toInt();
            QVERIFY(x >= 0 && y >= 0 && w > 0 && h > 0 && x + w <= 24);
            for (int column = x; column < x + w; ++column)
                for (int row = y; row < y + h; ++row) {
                    QString& there = places[{row, column}];
                    QVERIFY2(there.isEmpty(), qPrintable(there + u" and "_s + panel[u"title"_s].toString()));
                    there = panel[u"title"_s].toString();
                }
        }
    }

    void asksForNothingButWhatThereIs() {
        QSet<QString> asked;
        const QRegularExpression name(u"\\bew_[a-z_]+"_s);
        for (const QString& expression : expressions())
            for (const auto& match : name.globalMatch(expression))
                asked << match.captured();
        QSet<QString> known;
        for (const MetricInfo& info : metricCatalogue()) {
            const QString own = QString::fromUtf8(info.name.data(), qsizetype(info.name.size()));
            known << own;
            if (info.kind == MetricKind::Histogram)
                known << own + u"_bucket"_s << own + u"_sum"_s << own + u"_count"_s;
        }
        QCOMPARE(asked - known, QSet<QString>());
        QVERIFY(asked.size() >= 12);
    }

    void prometheusAnswersEveryPanel() {
        if (QStandardPaths::findExecutable(u"prometheus"_s).isEmpty())
            QSKIP("prometheus (Debian's package of that name) is not installed");
        const test::Replay replay;
        std::atomic<int> scrapes = 0; // each is three seconds later in the scenario
        const auto endpoint = MetricsEndpoint::start(0, [&]() -> Result<std::string> {
            return metricsText(replay.at(3 * (5 + scrapes++ % 90) * scenario::TicksPerSecond), Names::Both);
        });
        QVERIFY(endpoint);
        const QTemporaryDir folder;
        QFile configuration(folder.filePath(u"prometheus.yml"_s));
        QVERIFY(configuration.open(QIODevice::WriteOnly));
        configuration.write("global:\n  scrape_interval: 1s\n  scrape_timeout: 1s\nscrape_configs:\n"
                            "  - job_name: edgewright\n    static_configs:\n      - targets: ['127.0.0.1:" +
                            QByteArray::number((*endpoint)->port()) + "']\n");
        configuration.close();
        const int port = test::freePort();
        QProcess prometheus;
        prometheus.setProcessChannelMode(QProcess::MergedChannels);
        prometheus.setStandardOutputFile(folder.filePath(u"log"_s));
        prometheus.start(u"prometheus"_s, {u"--config.file="_s + configuration.fileName(),
                                           u"--storage.tsdb.path="_s + folder.filePath(u"data"_s),
                                           u"--web.listen-address=127.0.0.1:%1"_s.arg(port)});
        QVERIFY(prometheus.waitForStarted(Patience));
        const auto log = [&] {
            QFile file(folder.filePath(u"log"_s));
            return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
        };
        const QStringList asked = expressions();
        QVERIFY(asked.size() > 20);
        for (const QString& expression : asked) {
            QTRY_VERIFY2_WITH_TIMEOUT(hasData(answerOf(port, expression)),
                                      (expression.toUtf8() + "\n" + log().right(2000)).constData(), Patience);
            QVERIFY2(prometheus.state() == QProcess::Running, log().constData());
        }
        // Names with quotes and backslashes came through.
        QStringList models;
        for (const QJsonValue& series : answerOf(port, u"ew_queue_length"_s))
            models << series[u"metric"_s][u"model"_s].toString();
        models.sort();
        QCOMPARE(models, (QStringList{u"classifier"_s, u"detector \"A\"\\"_s}));
        QVERIFY(hasData(answerOf(port, u"nv_inference_exec_count"_s)));
        prometheus.terminate();
        QVERIFY(prometheus.waitForFinished(Patience));
    }
};

EDGEWRIGHT_TEST(MetricsPrometheusTest)

} // namespace edgewright::metrics_prometheus_test

#include "metrics_prometheus_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The catalogue: every metric is documented, has a sample, and reads what a simulation of a busy scenario came
// to; Prometheus' own judge of such texts finds nothing.
#include "core/metrics/catalogue.h"
#include "tests/core/metrics/replay.h"
#include "tests/support/paths/paths.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <set>

namespace edgewright::metrics_catalogue_test {

using namespace edgewright::metrics;

namespace {

// A line of core/metrics/README.md.
QString rowOf(const MetricInfo& info) {
    QStringList labels;
    for (const std::string_view label : info.labels)
        if (!label.empty())
            labels << QStringLiteral("`%1`").arg(QString::fromUtf8(label.data(), qsizetype(label.size())));
    const auto text = [](std::string_view of) { return QString::fromUtf8(of.data(), qsizetype(of.size())); };
    return QStringLiteral("| `%1` | %2 | %3 | %4 | %5 |")
        .arg(text(info.name), text(kindName(info.kind)), text(nameOf(info.unit)),
             labels.join(QStringLiteral(", ")), text(info.help));
}

struct Judged {
    int status = -1;
    QStringList complaints;
};
Judged promtool(const std::string& text) {
    QProcess program;
    program.start(QStringLiteral("promtool"), {QStringLiteral("check"), QStringLiteral("metrics")});
    program.write(text.data(), qint64(text.size()));
    program.closeWriteChannel();
    if (!program.waitForFinished(120'000)) return {};
    const QString all = QString::fromUtf8(program.readAllStandardOutput() + program.readAllStandardError());
    return {program.exitCode(), all.split(QLatin1Char('\n'), Qt::SkipEmptyParts)};
}

bool hasPromtool() { return !QStandardPaths::findExecutable(QStringLiteral("promtool")).isEmpty(); }

const Family& familyOf(const std::vector<Family>& families, std::string_view name) {
    const auto found = std::ranges::find(families, name, &Family::name);
    if (found == families.end()) qFatal("no metric %s", std::string(name).c_str());
    return *found;
}
// Of the sample with these labels, in any order; -1: there is none.
double valueOf(const std::vector<Family>& families, std::string_view name,
               const std::set<std::string>& values) {
    for (const Sample& sample : familyOf(families, name).samples)
        if (std::ranges::all_of(values, [&](const std::string& value) {
                return std::ranges::find(sample.labels, value, &Label::value) != sample.labels.end();
            }))
            return sample.value;
    return -1;
}

} // namespace

class MetricsCatalogueTest : public QObject {
    Q_OBJECT

private:
    test::Replay m_replay;

private slots:
    void everyMetricIsDocumented() {
        QFile file(test::sourceFolder() / "core/metrics/README.md");
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString readme = QString::fromUtf8(file.readAll());
        qsizetype rows = 0;
        for (const MetricInfo& info : metricCatalogue()) {
            QVERIFY2(readme.contains(QLatin1Char('\n') + rowOf(info) + QLatin1Char('\n')),
                     qPrintable(rowOf(info)));
            ++rows;
        }
        QCOMPARE(readme.count(QStringLiteral("\n| `ew_")) + readme.count(QStringLiteral("\n| `nv_")), rows);
    }

    // Of the end of the run, where nothing is open: each metric has a sample, and counters have counted.
    void everyMetricHasItsSamples() {
        Snapshot snapshot = m_replay.at(m_replay.simulation().end);
        for (ModelSnapshot& model : snapshot.models) {
            model.failed = 1; // what a simulation has none of
            model.badFrames = 2;
            model.cancelled = 3;
            model.pending = 4;
            model.computeInput = model.computeOutput = 0.25;
        }
        const auto families = familiesOf(snapshot, Names::Both);
        QCOMPARE(families.size(), metricCatalogue().size());
        std::size_t at = 0;
        for (const MetricInfo& info : metricCatalogue()) {
            const Family& family = families[at++];
            QCOMPARE(family.name, std::string(info.name));
            QCOMPARE(family.help, std::string(info.help));
            QVERIFY(info.help.ends_with('.'));
            double sum = 0;
            for (const Sample& sample : family.samples)
                sum += sample.value;
            for (const HistogramSample& sample : family.histograms)
                sum += sample.histogram.sum;
            QVERIFY2(sum > 0, family.name.c_str());
        }
    }

    void ownNamesAndTritons() {
        const Snapshot snapshot = m_replay.at(0);
        std::size_t own = 0, triton = 0;
        for (const MetricInfo& info : metricCatalogue())
            ++(info.isTriton() ? triton : own);
        QVERIFY(own > 10 && triton > 10);
        QCOMPARE(familiesOf(snapshot).size(), own);
        QCOMPARE(familiesOf(snapshot, Names::Triton).size(), triton);
        QCOMPARE(nameChoices().size(), std::size_t(Names::Both) + 1);
    }

    // Against the simulation's own results, which are counted in another way.
    void numbersAreThoseOfTheRun() {
        const scenario::Simulation& simulation = m_replay.simulation();
        const Snapshot snapshot = m_replay.at(simulation.end);
        const auto families = familiesOf(snapshot, Names::Both);
        std::set<std::string> drops;
        for (const scenario::ModelResult& model : simulation.models) {
            const std::string& name = model.name;
            QCOMPARE(valueOf(families, "ew_requests_succeeded_total", {name}), double(model.done));
            QCOMPARE(valueOf(families, "nv_inference_request_success", {name, "1"}), double(model.done));
            QCOMPARE(valueOf(families, "ew_deadline_missed_total", {name}), double(model.missed));
            QCOMPARE(valueOf(families, "ew_queue_length", {name}), 0.0);
            QCOMPARE(valueOf(families, "ew_preemptions_total", {name}), double(model.preemptions));
            QVERIFY(model.missed > 0);
            double dropped = 0;
            for (std::size_t i = 1; i < scenario::Outcomes; ++i) {
                const std::string reason(scenario::outcomeName(static_cast<scenario::Outcome>(i)));
                QCOMPARE(valueOf(families, "ew_dropped_total", {name, reason}), double(model.outcomes[i]));
                dropped += double(model.outcomes[i]);
                if (model.outcomes[i] > 0) drops.insert(reason);
            }
            QCOMPARE(valueOf(families, "nv_inference_request_failure", {name, "REJECTED"}), dropped);
            double stayed = 0, executions = 0, computed = 0;
            for (const double each : model.latencies)
                stayed += each;
            for (const scenario::BatchCount& count : model.batches)
                for (const std::int64_t each : count.byReason) {
                    executions += double(each);
                    computed += double(each * count.size);
                }
            QVERIFY(std::abs(valueOf(families, "nv_inference_request_duration_us", {name, "1"}) -
                             stayed * 1e6) <= 1);
            QCOMPARE(valueOf(families, "nv_inference_exec_count", {name, "1"}), executions);
            QCOMPARE(valueOf(families, "nv_inference_count", {name, "1"}), computed);
        }
        QVERIFY(drops.contains("behind") && drops.size() >= 2);
        QVERIFY(valueOf(families, "ew_preemptions_total", {simulation.models[0].name}) > 0);
        const double busy = familyOf(families, "ew_core_busy_seconds_total").samples[0].value;
        QVERIFY(busy > 0.5 * snapshot.seconds && busy <= snapshot.seconds);
    }

    void countersNeverGoBack() {
        std::vector<Family> before;
        for (int i = 0; i <= 50; ++i) {
            const auto families = familiesOf(m_replay.at(i * scenario::TicksPerSecond / 2), Names::Both);
            for (std::size_t at = 0; at < before.size(); ++at)
                if (families[at].kind == MetricKind::Counter)
                    for (std::size_t s = 0; s < families[at].samples.size(); ++s)
                        QVERIFY(families[at].samples[s].value >= before[at].samples[s].value);
            before = families;
        }
    }

    void promtoolFindsNothing() {
        if (!hasPromtool()) QSKIP("promtool (Debian's package prometheus) is not installed");
        const auto text = metricsText(m_replay.at(20 * scenario::TicksPerSecond));
        QVERIFY(text);
        const Judged judged = promtool(*text);
        QCOMPARE(judged.complaints, QStringList());
        QCOMPARE(judged.status, 0);
        QVERIFY(promtool("a 1\na 1\n").status != 0);
        QVERIFY(promtool("no metric\n").status == 1);
    }

    // It reads Triton's names, and only dislikes their style: counters without "_total", units that are no base
    // units.
    void promtoolReadsTritonsNames() {
        if (!hasPromtool()) QSKIP("promtool (Debian's package prometheus) is not installed");
        const auto text = metricsText(m_replay.at(20 * scenario::TicksPerSecond), Names::Triton);
        QVERIFY(text);
        const Judged judged = promtool(*text);
        QCOMPARE(judged.status, 3);
        for (const QString& complaint : judged.complaints)
            QVERIFY2(complaint.startsWith(QStringLiteral("nv_")), qPrintable(complaint));
    }
};

EDGEWRIGHT_TEST(MetricsCatalogueTest)

} // namespace edgewright::metrics_catalogue_test

#include "metrics_catalogue_test.moc"

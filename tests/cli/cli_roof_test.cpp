// SPDX-License-Identifier: GPL-3.0-or-later
// `measure --roof`, and a network beside the roof that it wrote.
#include "core/device/roof/roof_text.h"
#include "tests/cli/program.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cli_roof_test {

using namespace Qt::StringLiterals;
using test::cli;
using test::Outcome;

class CliRoofTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    QString file(const char* name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    static QString model() { return test::sampleFile("residual_cnn_2d.onnx"); }
    static QByteArray contents(const QString& name) {
        QFile in(name);
        return in.open(QIODevice::ReadOnly) ? in.readAll() : QByteArray();
    }
    static void write(const QString& name, const QByteArray& text) {
        QFile out(name);
        if (out.open(QIODevice::WriteOnly)) out.write(text);
    }
    // A roof of one thread: 1000 GMAC/s and 1000 GB/s from memory.
    QString roundRoof() const {
        device::Roof roof;
        roof.isa = "nothing";
        roof.threads = {{1, 1000, 1000, {{"memory", 0, 1, 1000, 1000, 1000}}}};
        write(file("round.json"), QByteArray::fromStdString(device::roofJson(roof)));
        return file("round.json");
    }

private slots:
    void tablesAndFiles() {
        const Outcome outcome =
            cli({u"measure"_s, u"--roof"_s, u"--threads"_s, u"1,2"_s, u"--seconds"_s, u"0.05"_s, u"-o"_s,
                 file("roof.json"), u"--accelerator"_s, file("accelerator.json")});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        const auto roof = device::readRoof(file("roof.json").toStdString());
        QVERIFY2(roof, roof ? "" : roof.error().message.c_str());
        QCOMPARE(roof->threads.size(), std::size_t(2));
        for (const char* text : {"peak, GMAC/s", "GB/s", "of peak", "of roof", "im2col", "512x512x512"})
            QVERIFY2(outcome.out.contains(text), outcome.out.constData());
        for (const device::KernelTime& each : roof->kernels)
            QVERIFY2(outcome.out.contains(each.shape.c_str()), each.shape.c_str());
        if (roof->threads.back().levels.empty()) QSKIP("this system tells nothing of its memory");
        // What is an accelerator now can be costed, and its roof is that of the machine.
        const QJsonObject made = QJsonDocument::fromJson(contents(file("accelerator.json"))).object();
        QCOMPARE(made[u"source"].toString(), u"measured"_s);
        const double peak =
            made[u"rows"].toDouble() * made[u"cols"].toDouble() * made[u"cycles_per_second"].toDouble() / 1e9;
        QVERIFY2(std::abs(peak / roof->threads.back().float32 - 1) < 0.05, qPrintable(QString::number(peak)));
        const Outcome costed =
            cli({u"cost"_s, model(), u"--accelerator"_s, file("accelerator.json"), u"--json"_s});
        QVERIFY2(costed.status == 0, costed.err.constData());
        QCOMPARE(costed.json()[u"accelerator"_s][u"rows"_s].toInt(), made[u"rows"].toInt());
    }

    // The document on standard output is the file with the shares of the kernels.
    void document() {
        const Outcome outcome =
            cli({u"measure"_s, u"--roof"_s, u"--threads"_s, u"1"_s, u"--seconds"_s, u"0.05"_s, u"--json"_s});
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        write(file("document.json"), outcome.out);
        const auto roof = device::readRoof(file("document.json").toStdString());
        QVERIFY2(roof, roof ? "" : roof.error().message.c_str());
        const QJsonArray kernels = outcome.json()[u"kernels"].toArray();
        QCOMPARE(static_cast<std::size_t>(kernels.size()), roof->kernels.size());
        for (qsizetype i = 0; i < kernels.size(); ++i) {
            const double share = kernels[i].toObject()[u"share_of_peak"].toDouble();
            QVERIFY(share > 0);
            const auto expected = device::shareOfPeak(*roof, roof->kernels[static_cast<std::size_t>(i)]);
            QVERIFY(expected && std::abs(share - *expected) < 1e-9);
        }
    }

    void operatorsBesideARoof() {
        const QStringList measured{u"measure"_s,   model(),  u"--variants"_s, u"baseline"_s,
                                   u"--seconds"_s, u"0.1"_s, u"--operators"_s};
        const Outcome without = cli(measured + QStringList{file("plain.csv"), u"--json"_s});
        QVERIFY2(without.status == 0, without.err.constData());
        QVERIFY(
            contents(file("plain.csv"))
                .startsWith("variant,position,name,op,us,share,macs,gmac_per_s,bytes,start_us,arithmetic\n"));
        QVERIFY(!without.json()[u"per_node"_s][0].toObject().contains(u"roof"));

        const QStringList beside{u"--roof-file"_s, roundRoof()};
        const Outcome outcome = cli(measured + QStringList{file("shares.csv"), u"--json"_s} + beside);
        QVERIFY2(outcome.status == 0, outcome.err.constData());
        QVERIFY(outcome.err.contains("the roof is that of kernels for nothing"));
        const QJsonArray nodes = outcome.json()[u"per_node"].toArray();
        const QList<QByteArray> lines = contents(file("shares.csv")).trimmed().split('\n');
        QVERIFY(lines[0].endsWith(",arithmetic,roof"));
        QCOMPARE(lines.size(), nodes.size() + 1);
        for (qsizetype i = 0; i < nodes.size(); ++i) {
            const QJsonObject node = nodes[i].toObject();
            // 1000 a nanosecond of both: whichever is more.
            const double least = std::max(node[u"macs"].toDouble(), node[u"bytes"].toDouble()) * 1e-12;
            const double expected = least / (node[u"us"].toDouble() * 1e-6);
            QVERIFY(std::abs(node[u"roof"].toDouble() / expected - 1) < 1e-6);
            QVERIFY(std::abs(lines[i + 1].split(',').back().toDouble() / expected - 1) < 1e-6);
        }
        const Outcome shown = cli(measured + QStringList{file("again.csv")} + beside);
        QVERIFY2(shown.out.contains("Of roof"), shown.out.constData());
        // A roof that has nothing for these threads is no error.
        const Outcome threads = cli(measured + QStringList{file("two.csv"), u"--threads"_s, u"2"_s} + beside);
        QVERIFY2(threads.status == 0 && threads.err.contains("nothing for 2 threads"), threads.err.constData());
    }

    void refusals_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<int>("status");
        write(file("broken.json"), "{\"format\": \"edgewright roof\", \"threads\": 4}");
        QTest::newRow("neither") << QStringList{} << 2;
        QTest::newRow("both") << QStringList{model(), u"--roof"_s} << 2;
        QTest::newRow("variants") << QStringList{u"--roof"_s, u"--variants"_s, u"fusion"_s} << 2;
        QTest::newRow("a roof for a roof")
            << QStringList{u"--roof"_s, u"--roof-file"_s, file("broken.json")} << 2;
        QTest::newRow("accelerator of a model")
            << QStringList{model(), u"--accelerator"_s, file("a.json")} << 2;
        QTest::newRow("no such board") << QStringList{u"--roof"_s, u"--device"_s, u"nobody"_s} << 3;
        QTest::newRow("threads") << QStringList{u"--roof"_s, u"--threads"_s, u"0"_s} << 2;
        QTest::newRow("broken") << QStringList{model(), u"--roof-file"_s, file("broken.json")} << 3;
        QTest::newRow("not there") << QStringList{model(), u"--roof-file"_s, file("nothing.json")} << 3;
        QTest::newRow("no place") << QStringList{u"--roof"_s, u"-o"_s, u"/nowhere/at/all.json"_s} << 3;
    }
    void refusals() {
        QFETCH(QStringList, arguments);
        arguments.prepend(u"measure"_s);
        const Outcome outcome = cli(arguments);
        QTEST(outcome.status, "status");
        QVERIFY(!outcome.err.isEmpty());
        if (outcome.status == 3 && arguments.contains(file("broken.json")))
            QVERIFY2(outcome.err.contains("broken.json, line 1: threads: expected a list"),
                     outcome.err.constData());
    }

    void interrupted() {
        QProcess process;
        process.start(test::cliProgram(),
                      {u"measure"_s, u"--roof"_s, u"--seconds"_s, u"600"_s, u"-o"_s, file("stopped.json")});
        QVERIFY(test::interrupt(process, [&] { return test::childrensCpuSeconds(process) > 0.2; }));
        QCOMPARE(process.exitCode(), 4);
        QVERIFY(!QFile::exists(file("stopped.json"))); // half a roof is none
    }
};

EDGEWRIGHT_TEST(CliRoofTest)

} // namespace edgewright::cli_roof_test

#include "cli_roof_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// The roofline by hand, and a roof on its way through a file.
#include "core/cost/roofline.h"
#include "core/device/roof/fitted_roof.h"
#include "core/device/roof/roof.h"
#include "core/device/roof/roof_accelerator.h"
#include "core/device/roof/roof_doubts.h"
#include "core/device/roof/roof_text.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <cmath>
#include <random>

namespace edgewright::device_roof_test {

using namespace edgewright::device;
using namespace Qt::StringLiterals;

namespace {

constexpr std::int64_t Ki = 1024, Mi = 1024 * Ki;

// 100 GMAC/s, of codes 400; 200 GB/s from L1, 100 from L2, 10 from memory.
Roof sampleRoof() {
    Roof roof;
    roof.date = "2026-11-23T04:10:00Z";
    roof.isa = "avx512vnni";
    roof.machine.name = "host \"one\"";
    roof.machine.processor = "Some(R) CPU";
    roof.machine.threads = 4;
    roof.machine.caches = {{1, 32 * Ki, 1}, {2, Mi, 1}};
    roof.before = {3100.0, std::nullopt, 0.25};
    roof.after = {std::nullopt, 60.0, std::nullopt};
    roof.seconds = 5.125;
    roof.levelSource = LevelSource::System;
    roof.threads = {{1,
                     100,
                     400,
                     {{"L1", 32 * Ki, 16 * Ki, 200, 150, 180},
                      {"L2", Mi, 512 * Ki, 80, 90, 100},
                      {"memory", 0, 128 * Mi, 10, 8, 9}}},
                    {4, 380, 0, {{"memory", 0, 128 * Mi, 25, 20, 22.5}}}};
    roof.kernels = {{"gemm", "512x512x512", Arithmetic::Float32, 1, 0.002, 134217728, 3145728},
                    {"direct", "3x3 depthwise", Arithmetic::Int8, 4, 0.001, 1000, 2000}};
    roof.curve = {{8192, 200.5}, {16384, 199}};
    return roof;
}

OperatorTime timeOf(double seconds, std::int64_t macs, std::int64_t bytes,
                    Arithmetic arithmetic = Arithmetic::Float32) {
    return {NodeId(1), "node", "Conv", seconds, 0, macs, bytes, {}, {}, arithmetic};
}

bool isNear(std::optional<double> found, double expected) {
    return found && std::abs(*found - expected) <= 1e-12 * std::abs(expected);
}

} // namespace

class DeviceRoofTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;

    std::filesystem::path file(const QByteArray& text) {
        const QString path = m_folder.filePath(u"roof.json"_s);
        QFile out(path);
        if (out.open(QIODevice::WriteOnly)) out.write(text);
        return path.toStdString();
    }

private slots:
    void attainableByHand() {
        const Roof roof = sampleRoof();
        using enum Arithmetic;
        QVERIFY(isNear(attainable(roof, 1, 2, Float32), 20));          // 10 GB/s * 2 MAC/B
        QVERIFY(isNear(attainable(roof, 1, 10, Float32), 100));        // the ridge
        QVERIFY(isNear(attainable(roof, 1, 1000, Float32), 100));      // the peak
        QVERIFY(isNear(attainable(roof, 1, 1000, Int8), 400));         //
        QVERIFY(isNear(attainable(roof, 1, 0.25, Float32, "L2"), 25)); // the triad is the fastest there
        QVERIFY(isNear(attainable(roof, 1, 0.25, Float32, "L1"), 50));
        QVERIFY(isNear(attainable(roof, 4, 2, Float32), 50));
        QCOMPARE(*attainable(roof, 1, 0, Float32), 0.0);
        QVERIFY(!attainable(roof, 2, 1, Float32));       // not measured on two threads
        QVERIFY(!attainable(roof, 4, 1, Int8));          // nor codes on four,
        QVERIFY(!attainable(roof, 4, 1, Float32, "L1")); // nor their caches
        QVERIFY(!attainable(roof, 1, -1, Float32));
        QVERIFY(!attainable(roof, 1, std::nan(""), Float32));
        QVERIFY(!attainable({}, 1, 1, Float32));
    }

    void sharesByHand() {
        const Roof roof = sampleRoof();
        // 1e9 MACs on 10 MB: 10 ms of arithmetic, 1 ms of memory.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(0.02, 1'000'000'000, 10'000'000), 1), 0.5));
        // 1e6 MACs on 10 MB: memory decides, 1 ms.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(0.004, 1'000'000, 10'000'000), 1), 0.25));
        // On 100 kB, which L2 holds: 1 us at 100 GB/s.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(2e-6, 0, 100'000), 1), 0.5));
        // On 20 kB, which L1 holds: 0.1 us at 200 GB/s.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(1e-6, 0, 20'000), 1), 0.1));
        // Exactly what L1 holds, and a byte more.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(1e-6, 0, 32 * Ki), 1), 0.16384));
        QVERIFY(isNear(shareOfRoof(roof, timeOf(1e-6, 0, 32 * Ki + 1), 1), 0.32769));
        // Codes: 1e9 MACs in 2.5 ms.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(0.005, 1'000'000'000, 1000, Arithmetic::Int8), 1), 0.5));
        // Above the roof, where it says so.
        QVERIFY(isNear(shareOfRoof(roof, timeOf(0.005, 1'000'000'000, 1000), 1), 2));
        QVERIFY(!shareOfRoof(roof, timeOf(0, 1000, 1000), 1));
        QVERIFY(!shareOfRoof(roof, timeOf(1, 0, 0), 1));
        QVERIFY(!shareOfRoof(roof, timeOf(1, 1000, 1000), 2));
        QVERIFY(!shareOfRoof(roof, timeOf(1, 1000, 1000, Arithmetic::Int8), 4));
        QVERIFY(!shareOfRoof(roof, timeOf(1, -1, 1000), 1));
        // 134 MMAC in 2 ms are 67 GMAC/s.
        QVERIFY(isNear(shareOfPeak(roof, roof.kernels[0]), 0.67108864));
        QVERIFY(isNear(shareOfRoof(roof, roof.kernels[0]), 0.67108864));
        QVERIFY(!shareOfPeak(roof, roof.kernels[1]));
    }

    // The kernel that is itself the peak is on it, not a rounding above.
    void peakOfAKernel() {
        for (int i = 1; i < 1000; ++i) {
            KernelTime kernel;
            kernel.macs = 10'000'019LL * i;
            kernel.seconds = 1e-4 + 1.3e-6 * i;
            Roof roof;
            roof.threads.emplace_back().float32 = kernel.rate();
            QCOMPARE(*shareOfPeak(roof, kernel), 1.0);
        }
    }

    // A share above 1 says which memory the data came from, or that the peak is not that of this run.
    void aboveItsRoof() {
        const Roof roof = sampleRoof();
        const auto row = [](double seconds, std::int64_t macs, std::int64_t bytes) {
            OperatorRow made;
            made.seconds = seconds;
            made.macs = macs;
            made.bytes = bytes;
            return made;
        };
        QCOMPARE(aboveRoofText(roof, row(0.004, 1'000'000, 10'000'000), 1), std::string());
        // 10 MB in 0.9 ms: memory takes 1 ms.
        QCOMPARE(aboveRoofText(roof, row(0.0009, 1'000'000, 10'000'000), 1),
                 std::string("faster than from memory: its data come from L2"));
        QCOMPARE(aboveRoofText(roof, row(1e-6, 1000, 10'000'000), 1),
                 std::string("faster than from memory: its data do not all move"));
        QCOMPARE(aboveRoofText(roof, row(0.005, 1'000'000'000, 1000), 1),
                 std::string("faster than the peak: by fewer MACs than it is defined with, or a higher clock"));
        QCOMPARE(aboveRoofText(roof, row(1e-6, 1000, 10'000'000), 3), std::string()); // not measured
    }

    // What a fit calls a bandwidth is not that of memory, and is not shown as the same thing.
    void measuredAndFitted() {
        Calibrated calibrated{cost::referenceProcessor()};
        calibrated.processor.seconds[static_cast<std::size_t>(cost::Feature::FarBytes)] = 2e-11; // 50 GB/s
        const Roof fitted = fittedRoof(calibrated, sampleRoof().machine, "avx2");
        QCOMPARE(fitted.threads.front().levels.back().level, std::string("beyond 1 MiB"));
        QCOMPARE(disagreementText(sampleRoof(), fitted),
                 std::string(
                     "10.0 GB/s from memory measured, 50.0 beyond 1 MiB fitted to networks, which find their "
                     "data in caches: shares are of the measured roof"));
        calibrated.processor.seconds[static_cast<std::size_t>(cost::Feature::FarBytes)] = 0.9e-10;
        QCOMPARE(disagreementText(sampleRoof(), fittedRoof(calibrated, {}, "avx2")), std::string());
        QCOMPARE(disagreementText(sampleRoof(), Roof()), std::string());
    }

    // Of any roof: never above the peak, never above what memory brings, and it never falls with intensity. The
    // share of an operator is its rate over what is attainable at its intensity from the level that holds it.
    void neverAboveThePeak() {
        std::mt19937_64 random(7);
        const auto number = [&](double low, double high) {
            return std::exp(std::uniform_real_distribution(std::log(low), std::log(high))(random));
        };
        for (int round = 0; round < 300; ++round) {
            Roof roof;
            ThreadRoof on{1, number(0.1, 1e4), number(0.1, 1e4), {}};
            std::int64_t capacity = 4096;
            for (const char* name : {"L1", "L2", "memory"}) {
                capacity = name[0] == 'm' ? 0 : capacity * static_cast<std::int64_t>(number(2, 100));
                on.levels.push_back({name, capacity, 0, number(0.1, 1e3), number(0.1, 1e3), number(0.1, 1e3)});
            }
            roof.threads.push_back(on);
            for (const Arithmetic arithmetic : {Arithmetic::Float32, Arithmetic::Int8})
                for (const LevelBandwidth& level : on.levels) {
                    double last = 0;
                    for (double intensity = 1e-4; intensity < 1e6; intensity *= 3) {
                        const auto reached = attainable(roof, 1, intensity, arithmetic, level.level);
                        QVERIFY(reached && *reached >= last && *reached <= on.peak(arithmetic));
                        QVERIFY(*reached <= level.best() * intensity);
                        last = *reached;
                    }
                    QCOMPARE(last, on.peak(arithmetic)); // in the end
                }
            const auto macs = static_cast<std::int64_t>(number(1, 1e12)),
                       bytes = static_cast<std::int64_t>(number(1, 1e9));
            const OperatorTime time = timeOf(number(1e-7, 10), macs, bytes);
            const double rate = static_cast<double>(macs) / time.seconds / 1e9;
            const auto best = attainable(roof, 1, static_cast<double>(macs) / static_cast<double>(bytes),
                                         Arithmetic::Float32, on.levelHolding(bytes)->level);
            const auto share = shareOfRoof(roof, time, 1);
            QVERIFY(share && std::abs(*share / (rate / *best) - 1) < 1e-9);
        }
    }

    // The roofline of the accelerator is that of the machine, in cycles of its own.
    void anAcceleratorWithThisRoof() {
        std::mt19937_64 random(3);
        const auto number = [&](double low, double high) {
            return std::exp(std::uniform_real_distribution(std::log(low), std::log(high))(random));
        };
        for (int round = 0; round < 200; ++round) {
            Roof roof = sampleRoof();
            ThreadRoof& on = roof.threads.front();
            on.float32 = number(1, 3000);
            on.int8 = 4 * on.float32;
            on.levels.back().read = number(2, 500);
            on.levels.back().copy = on.levels.back().triad = 1;
            for (const Arithmetic arithmetic : {Arithmetic::Float32, Arithmetic::Int8}) {
                const auto made = acceleratorOf(roof, 1, arithmetic);
                QVERIFY(made && made->cyclesPerSecond > 0);
                QVERIFY(made->accelerator.rows > 0 && made->accelerator.cols > 0);
                const cost::Roofline line = cost::roofline(made->accelerator, cost::Mode::Physical);
                const double seconds = 1e9 / made->cyclesPerSecond; // of a cycle, in nanoseconds
                for (const double intensity : {0.01, 1.0, 30.0, 1e5}) {
                    const double reached = line.attainable(intensity) / seconds;
                    QVERIFY(std::abs(reached / *attainable(roof, 1, intensity, arithmetic) - 1) < 0.0101);
                }
                QCOMPARE(made->accelerator.wordBytes, arithmetic == Arithmetic::Int8 ? 1 : 4);
                QCOMPARE(made->accelerator.ifmapKb, std::int64_t(1024 / 3));
                QCOMPARE(made->accelerator.clockGhz, 1 / seconds);
            }
        }
        const auto made = acceleratorOf(sampleRoof(), 1, Arithmetic::Int8);
        QVERIFY(made && made->name == "Some CPU, 1 thread, int8");
        QVERIFY(!acceleratorOf(sampleRoof(), 4, Arithmetic::Int8)); // no such peak
        QVERIFY(!acceleratorOf(sampleRoof(), 3, Arithmetic::Float32));
        const QByteArray text = QByteArray::fromStdString(acceleratorJson(*made));
        QVERIFY2(text.contains("\"source\": \"measured\"") && text.contains("\"cycles_per_second\""),
                 text.constData());
    }

    void throughAFile() {
        const Roof roof = sampleRoof();
        const auto read = readRoof(file(QByteArray::fromStdString(roofJson(roof))));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(roofJson(*read), roofJson(roof)); // which has every field
        QCOMPARE(read->machine, roof.machine);
        QCOMPARE(read->threads[1].threads, 4);
        QCOMPARE(read->threads[0].levels[1].triad, 100.0);
        QCOMPARE(read->kernels[1].arithmetic, Arithmetic::Int8);
        QCOMPARE(read->curve[1].bytes, std::int64_t(16384));
        QCOMPARE(read->levelSource, LevelSource::System);
    }

    void passesOverUnknownKeys() {
        QByteArray text = QByteArray::fromStdString(roofJson(sampleRoof()));
        text.replace("\"isa\"", "\"colour\": {\"a\": [1]}, \"isa\"");
        text.replace("\"triad\"", "\"quadrad\": 4, \"triad\"");
        const auto read = readRoof(file(text));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(roofJson(*read), roofJson(sampleRoof()));
    }

    void damaged_data() {
        QTest::addColumn<QByteArray>("from");
        QTest::addColumn<QByteArray>("to");
        QTest::addColumn<QString>("place");
        const auto row = [](const char* name, const char* from, const char* to, const char* place) {
            QTest::newRow(name) << QByteArray(from) << QByteArray(to) << QString::fromUtf8(place);
        };
        row("another document", "edgewright roof", "edgewright measurement", "format");
        row("a later version", "\"version\": 1", "\"version\": 2", "version: expected");
        row("cut", "\"kernels\"", "", "no JSON");
        row("no threads", "\"threads\": 1,", "\"threads\": 0,", "threads[0].threads");
        row("twice", "\"threads\": 4,\n   \"fp32", "\"threads\": 1,\n   \"fp32",
            "threads[1]: expected each number");
        row("a text", "\"fp32_gmac_per_s\": 100.0", "\"fp32_gmac_per_s\": \"fast\"",
            "threads[0].fp32_gmac_per_s");
        row("negative", "\"read\": 80.0", "\"read\": -80.0", "threads[0].levels[1].read");
        row("endless", "\"read\": 80.0", "\"read\": 1e300", "threads[0].levels[1].read");
        row("a level twice", "\"L2\"", "\"L1\"", "threads[0].levels[1]: expected each level once");
        row("inwards", "\"capacity\": 1048576", "\"capacity\": 1024", "threads[0].levels[1]: expected levels");
        row("behind memory", "\"capacity\": 1048576", "\"capacity\": 0", "threads[0].levels[2]");
        row("no name", "\"L2\"", "\"\"", "threads[0].levels[1]");
        row("arithmetic", "\"int8\",", "\"int4\",", "kernels[1].arithmetic");
        row("no list", "\"curve\": [", "\"curve\": 7, \"others\": [", "curve: expected a list");
        row("falling sizes", "\"bytes\": 16384", "\"bytes\": 16", "curve[1]");
        row("huge", "\"macs\": 134217728", "\"macs\": 134217728000000000000000", "kernels[0].macs");
        row("source", "\"system\"", "\"rumour\"", "levels_from");
    }
    void damaged() {
        QFETCH(QByteArray, from);
        QFETCH(QByteArray, to);
        QByteArray text = QByteArray::fromStdString(roofJson(sampleRoof()));
        const auto at = text.indexOf(from);
        QVERIFY(at > 0);
        if (to.isEmpty())
            text.truncate(at);
        else
            text.replace(at, from.size(), to);
        const auto read = readRoof(file(text));
        QVERIFY(!read);
        QVERIFY2(read.error().message.find("roof.json") != std::string::npos, read.error().message.c_str());
        QFETCH(QString, place);
        QVERIFY2(QString::fromStdString(read.error().message).contains(place), read.error().message.c_str());
    }
    // Whatever is broken: an error that names the file, or a roof that answers with numbers.
    void brokenAnyhow() {
        const QByteArray whole = QByteArray::fromStdString(roofJson(sampleRoof()));
        std::mt19937_64 random(11);
        const QList<QByteArray> pieces{"0",    "-1", "null", "[]", "{}", "1e999", "9223372036854775808",
                                       "\"\"", ",",  "]"};
        int readable = 0;
        for (int round = 0; round < 600; ++round) {
            QByteArray text = whole;
            for (auto changes = random() % 3 + 1; changes > 0; --changes) {
                const auto at = static_cast<qsizetype>(random() % static_cast<std::uint64_t>(text.size()));
                text.replace(at, static_cast<qsizetype>(random() % 6),
                             pieces[static_cast<qsizetype>(random() % 10)]);
            }
            const auto read = readRoof(file(text));
            if (!read) {
                QVERIFY(read.error().message.find("roof.json") != std::string::npos);
                continue;
            }
            ++readable;
            for (const ThreadRoof& on : read->threads)
                for (const double intensity : {0.0, 1.0, 1e6}) {
                    const auto reached = attainable(*read, on.threads, intensity, Arithmetic::Float32);
                    QVERIFY(!reached || (*reached >= 0 && *reached <= on.float32));
                }
            for (const KernelTime& kernel : read->kernels) {
                const auto share = shareOfRoof(*read, kernel);
                QVERIFY(!share || (*share >= 0 && std::isfinite(*share)));
            }
            QVERIFY(!acceleratorOf(*read, 1, Arithmetic::Float32) ||
                    acceleratorOf(*read, 1, Arithmetic::Float32)->cyclesPerSecond > 0);
        }
        QVERIFY(readable > 5); // else nothing of this was tried
    }
    void notThere() { QVERIFY(!readRoof(m_folder.filePath(u"nothing.json"_s).toStdString())); }
};

EDGEWRIGHT_TEST(DeviceRoofTest)

} // namespace edgewright::device_roof_test

#include "device_roof_test.moc"

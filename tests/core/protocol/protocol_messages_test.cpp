// SPDX-License-Identifier: GPL-3.0-or-later
// Messages say the same on both ends; bytes that are none are refused, whatever they are.
#include "core/measure/effort_fields.h"
#include "core/protocol/messages.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
#include <functional>
#include <random>

namespace edgewright::protocol_messages_test {

using namespace edgewright::protocol;

namespace {

RunState state() {
    RunState state;
    state.end = measure::End::Known;
    state.seconds = 3.5;
    state.before.celsius = 51.5;
    state.after.loadAverage = 0.25;
    state.after.roundTrip = 118;
    VariantRun run;
    run.first = {0.5, 0.75};
    run.blocks = {{0.125, 0.25}, {0.5, 0.5}};
    run.warmups = 3;
    run.inputCopySeconds = 0.0625;
    run.disturbed = 0.5;
    run.profile = {{{0, 0.25, 0}, {7, 0.5, 0.25}}, {{0, 0.125, 0}}};
    run.profiledSeconds = {0.75, 0.125};
    run.peakBytes = 1, run.valueBytes = 2, run.arenaBytes = 3, run.allocations = 4, run.operatorCalls = 5;
    run.differences = {{0.5, HUGE_VAL, false, true, 9}};
    state.variants = {run, {}};
    return state;
}

RunOrder order() {
    RunOrder order;
    order.digest[3] = std::byte{7};
    order.variants = {{"a \"b\"", 3, {4, "onednn", kernels::ConvolutionAlgorithm::Winograd, false}}};
    order.effort.seconds = 2.5;
    order.effort.seed = UINT64_MAX;
    order.profiledRuns = 11;
    order.memoryLimitBytes = 1 << 20;
    order.processors = {0, 3};
    order.compares = false;
    return order;
}

Welcome welcome() {
    Welcome welcome;
    welcome.build = "0.1.0";
    welcome.isa = "neon";
    welcome.machine = {"pi",        "Cortex-A72", "aarch64",
                       "Linux 6.1", "ondemand",   4,
                       4,           1 << 30,      {{1, 32768, 1}, {2, 1 << 20, 4}}};
    welcome.conditions.megahertz = 1500;
    welcome.features = {"asimd", "crc32"};
    welcome.freeDiskBytes = 12;
    welcome.bundleBytes = 34;
    return welcome;
}

RoofOrder roofOrder() { return {.threads = {1, 4}, .seconds = 0.5, .memoryBytes = 1 << 20}; }

measure::Roof roof() {
    measure::Roof roof;
    roof.isa = "neon";
    roof.machine = welcome().machine;
    roof.before.celsius = 51.5;
    roof.seconds = 5.25;
    roof.levelSource = measure::LevelSource::Curve;
    roof.threads = {{1, 10, 40, {{"L1", 32768, 16384, 20, 15, 18}, {"memory", 0, 1 << 27, 3, 2, 2.5}}},
                    {4, 38, 0, {{"memory", 0, 1 << 27, 4, 3, 3.5}}}};
    roof.kernels = {{"gemm", "512x512x512", measure::Arithmetic::Float32, 1, 0.02, 134217728, 3145728},
                    {"direct", "3x3 depthwise", measure::Arithmetic::Int8, 4, 0.01, 1000, 2000}};
    roof.curve = {{8192, 20.5}, {16384, 19}};
    return roof;
}

} // namespace

class ProtocolMessagesTest : public QObject {
    Q_OBJECT
private slots:
    // An agent of another version tells at least that.
    void otherVersion() {
        Welcome other = welcome();
        other.version = Version + 1;
        Content content = contentOf(other);
        content.resize(content.size() - 5); // whatever else it says
        const auto read = welcomeOf(content);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->version, Version + 1);
        QCOMPARE(read->build, other.build);
        content.resize(6);
        QVERIFY(!welcomeOf(content));
    }

    // What is read and written again is the same bytes, and so says the same.
    void roundTrips() {
        const Content w = contentOf(welcome()), o = contentOf(order()), s = contentOf(state());
        const auto readWelcome = welcomeOf(w);
        QVERIFY2(readWelcome, readWelcome ? "" : readWelcome.error().message.c_str());
        QCOMPARE(readWelcome->machine, welcome().machine);
        QCOMPARE(readWelcome->features, welcome().features);
        QVERIFY(contentOf(*readWelcome) == w);
        const auto readOrder = runOrderOf(o);
        QVERIFY2(readOrder, readOrder ? "" : readOrder.error().message.c_str());
        QCOMPARE(readOrder->variants[0].name, order().variants[0].name);
        QCOMPARE(readOrder->effort.seed, UINT64_MAX);
        QCOMPARE(readOrder->processors, order().processors);
        QVERIFY(contentOf(*readOrder) == o);
        const auto readState = runStateOf(s);
        QVERIFY2(readState, readState ? "" : readState.error().message.c_str());
        QCOMPARE(readState->variants[0].warmups, std::optional(3));
        QVERIFY(!readState->variants[1].warmups);
        QCOMPARE(readState->variants[0].inputCopySeconds, 0.0625);
        QCOMPARE(readState->variants[0].profile[0][1].node, 7u);
        QCOMPARE(readState->variants[0].differences[0].relNorm, HUGE_VAL);
        QVERIFY(!readState->before.megahertz && *readState->before.celsius == 51.5);
        QVERIFY(contentOf(*readState) == s);
        const Content r = contentOf(roofOrder()), m = contentOf(roof());
        const auto readRoofOrder = roofOrderOf(r);
        QVERIFY2(readRoofOrder, readRoofOrder ? "" : readRoofOrder.error().message.c_str());
        QCOMPARE(readRoofOrder->threads, roofOrder().threads);
        QCOMPARE(readRoofOrder->memoryBytes, roofOrder().memoryBytes);
        QVERIFY(contentOf(*readRoofOrder) == r);
        const auto readRoof = roofOf(m);
        QVERIFY2(readRoof, readRoof ? "" : readRoof.error().message.c_str());
        QCOMPARE(readRoof->machine, roof().machine);
        QCOMPARE(readRoof->threads[0].levels[1].triad, 2.5);
        QCOMPARE(readRoof->kernels[1].shape, roof().kernels[1].shape);
        QVERIFY(readRoof->kernels[1].arithmetic == measure::Arithmetic::Int8);
        QVERIFY(readRoof->levelSource == measure::LevelSource::Curve && readRoof->curve[1].bytes == 16384);
        QVERIFY(contentOf(*readRoof) == m);
        const Content p = contentOf(protocol::Progress{"waiting", 3, 4, state()});
        const auto readProgress = progressOf(p);
        QVERIFY(readProgress && readProgress->doing == "waiting" && contentOf(*readProgress) == p);
        const auto failed = failedOf(contentOf(Failed{ErrorCode::OutOfMemory, "disk full"}));
        QVERIFY(failed && failed->code == ErrorCode::OutOfMemory && failed->message == "disk full");
        QVERIFY(foundOf(contentOf(Found{true}))->isThere);
        QVERIFY(helloOf(contentOf(Hello{}))->version == Version);
        QCOMPARE(bundleNameOf(contentOf(BundleName{order().digest, 99}))->bytes, std::uint64_t(99));
    }

    void cutAndLonger() {
        const auto isRefused = [](const auto& content, const auto& reading) {
            for (std::size_t size = 0; size < content.size(); ++size)
                if (reading(std::span(content).first(size))) return false;
            Content longer = content;
            longer.push_back(std::byte{0});
            return !reading(longer);
        };
        QVERIFY(isRefused(contentOf(welcome()), [](auto bytes) { return bool(welcomeOf(bytes)); }));
        QVERIFY(isRefused(contentOf(order()), [](auto bytes) { return bool(runOrderOf(bytes)); }));
        QVERIFY(isRefused(contentOf(state()), [](auto bytes) { return bool(runStateOf(bytes)); }));
        QVERIFY(isRefused(contentOf(roofOrder()), [](auto bytes) { return bool(roofOrderOf(bytes)); }));
        QVERIFY(isRefused(contentOf(roof()), [](auto bytes) { return bool(roofOf(bytes)); }));
    }

    // A number beyond the limits of its field is refused, by name.
    void limitsAreThoseOfTheFields() {
        for (const Field<measure::Effort>& field : measure::effortFields()) {
            if (field.kind == FieldKind::Seed) continue;
            RunOrder beyond = order();
            const bool isCount = field.kind == FieldKind::Count;
            const auto above = static_cast<double>(field.highest) * 1.01 + 1;
            field.set(beyond.effort,
                      isCount ? FieldValue(static_cast<std::int64_t>(above)) : FieldValue(above));
            const auto read = runOrderOf(contentOf(beyond));
            QVERIFY2(!read && read.error().message.find(field.title) != std::string::npos, field.key.data());
        }
        RunOrder threads = order();
        threads.variants[0].choice.threads = 0;
        QVERIFY(!runOrderOf(contentOf(threads)));
    }

    // No agent measures for ever, or on threads that no machine has.
    void roofOrdersThatAreNone() {
        const auto isRefused = [](const RoofOrder& order) { return !roofOrderOf(contentOf(order)); };
        QVERIFY(!isRefused(roofOrder()) && !isRefused({}));
        QVERIFY(isRefused({.threads = {0}}) && isRefused({.threads = {measure::MaxThreads + 1}}));
        for (const double seconds : {0.0, -1.0, 1e300, std::nan(""), HUGE_VAL})
            QVERIFY(isRefused({.seconds = seconds}));
        QVERIFY(isRefused({.memoryBytes = -1}));
    }

    void roofsThatAreNone_data() {
        using Change = std::function<void(measure::Roof&)>;
        QTest::addColumn<Change>("change");
        QTest::addColumn<QString>("says");
        const auto row = [](const char* name, Change change, const char* says) {
            QTest::newRow(name) << std::move(change) << QString::fromLatin1(says);
        };
        row(
            "endless", [](measure::Roof& it) { it.threads[0].float32 = HUGE_VAL; }, "a peak is");
        row(
            "no number", [](measure::Roof& it) { it.threads[0].levels[0].copy = std::nan(""); },
            "a bandwidth is");
        row(
            "negative", [](measure::Roof& it) { it.curve[0].read = -1; }, "a bandwidth is");
        row(
            "no thread", [](measure::Roof& it) { it.threads[0].threads = 0; }, "a number of threads is");
        row(
            "threads twice", [](measure::Roof& it) { it.threads[1].threads = 1; }, "expected threads");
        row(
            "a level twice", [](measure::Roof& it) { it.threads[0].levels[1].level = "L1"; },
            "expected threads");
        row(
            "no name", [](measure::Roof& it) { it.threads[0].levels[0].level.clear(); }, "expected threads");
        row(
            "inwards", [](measure::Roof& it) { it.threads[0].levels[1].capacity = 1024; }, "expected threads");
        row(
            "falling sizes", [](measure::Roof& it) { it.curve[1].bytes = 1; }, "expected threads");
        row(
            "too many levels",
            [](measure::Roof& it) {
                it.threads[1].levels.clear();
                for (std::size_t i = 0; i <= measure::MaxLevels; ++i)
                    it.threads[1].levels.push_back(
                        {std::to_string(i), static_cast<std::int64_t>(1024 << i), 1, 1, 1, 1});
            },
            "expected threads");
        row(
            "a kernel's time", [](measure::Roof& it) { it.kernels[0].seconds = -1; }, "its time is");
        row(
            "its work", [](measure::Roof& it) { it.kernels[0].macs = -1; }, "its multiply-accumulates is");
    }
    void roofsThatAreNone() {
        using Change = std::function<void(measure::Roof&)>;
        QFETCH(Change, change);
        QFETCH(QString, says);
        measure::Roof changed = roof();
        change(changed);
        const auto read = roofOf(contentOf(changed));
        QVERIFY(!read);
        QVERIFY2(QString::fromStdString(read.error().message).contains(says), read.error().message.c_str());
    }

    // Whatever is accepted lies within what the fields may be, and can be written again.
    void madeUp() {
        std::mt19937 random(5);
        const std::vector<Content> wholes{contentOf(welcome()), contentOf(order()), contentOf(state()),
                                          contentOf(roof()), contentOf(roofOrder())};
        for (int round = 0; round < 60'000; ++round) {
            Content content = wholes[static_cast<std::size_t>(round) % wholes.size()];
            for (int i = 0; i < 1 + round % 4; ++i)
                content[random() % content.size()] = static_cast<std::byte>(random());
            if (const auto it = welcomeOf(content); it && it->version == Version) {
                QVERIFY(it->machine.threads >= 1 && it->machine.memoryBytes >= 0 && it->freeDiskBytes >= 0);
                QVERIFY(contentOf(*it) == content);
            }
            if (const auto it = runOrderOf(content)) {
                QVERIFY(it->effort.seconds >= 0 && it->effort.maxBlocks >= 1 && it->profiledRuns >= 0);
                for (const VariantOrder& each : it->variants)
                    QVERIFY(each.choice.threads >= 1 && each.choice.threads <= 4096);
            }
            if (const auto it = roofOf(content)) {
                QVERIFY(it->isInOrder());
                for (const measure::ThreadRoof& on : it->threads)
                    QVERIFY(on.float32 >= 0 && on.float32 <= measure::MaxRate && on.threads >= 1);
            }
            if (const auto it = roofOrderOf(content)) QVERIFY(it->seconds > 0 && it->memoryBytes >= 0);
            if (const auto it = runStateOf(content))
                for (const VariantRun& each : it->variants) {
                    QVERIFY(each.peakBytes >= 0 && each.disturbed >= 0 && each.disturbed <= 1);
                    for (const measure::Timing& timing : each.blocks)
                        QVERIFY(std::isfinite(timing.wall) && timing.wall >= 0);
                }
        }
    }
};

EDGEWRIGHT_TEST(ProtocolMessagesTest)

} // namespace edgewright::protocol_messages_test

#include "protocol_messages_test.moc"

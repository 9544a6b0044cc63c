// SPDX-License-Identifier: GPL-3.0-or-later
// Messages say the same on both ends; bytes that are none are refused, whatever they are.
#include "core/measure/effort_fields.h"
#include "core/protocol/messages.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cmath>
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

    // Whatever is accepted lies within what the fields may be, and can be written again.
    void madeUp() {
        std::mt19937 random(5);
        const std::vector<Content> wholes{contentOf(welcome()), contentOf(order()), contentOf(state())};
        for (int round = 0; round < 60'000; ++round) {
            Content content = wholes[static_cast<std::size_t>(round) % 3];
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

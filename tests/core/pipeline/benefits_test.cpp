// SPDX-License-Identifier: GPL-3.0-or-later
// Benefits of single steps against the same figures computed from scratch on the graph behind each step.
#include "core/ir/known_beforehand.h"
#include "core/memory/body_plan.h"
#include "core/ops/infer.h"
#include "core/pipeline/history/benefits.h"
#include "core/pipeline/memory/order_list.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

namespace edgewright::benefits_test {

namespace {

double secondsOf(const ir::Graph& graph, const cost::Processor& processor = cost::referenceProcessor()) {
    double seconds = 0;
    for (const NodeId id : graph.order())
        if (!ir::isKnownBeforehand(graph, graph.node(id)))
            seconds += processor.secondsOf(graph, graph.node(id));
    return seconds;
}

// Without what runs inside of nodes.
std::int64_t peakOf(const ir::Graph& graph) {
    memory::LivenessOptions options{1, false};
    for (const NodeId node : graph.order())
        options.bodies[node] = std::make_shared<const std::vector<memory::BodyPlan>>();
    return memory::lowerBound(memory::liveness(graph, options).problem);
}

} // namespace

class BenefitsTest : public QObject {
    Q_OBJECT

private slots:
    void everyStep_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(test::sample(name + ".onnx").string());
        for (const char* name : {"models/fastestdet-352", "models/magika-v2-1", "models/vittrack-tracker",
                                 "exports/bert_small_op17", "models/silero-vad-v5-if", "exports/swin_micro",
                                 "models/gtcrn-raw-2230-nodes"})
            if (const auto folder = test::shared(name); !folder.empty())
                QTest::newRow(name) << QString::fromStdString((folder / "model.onnx").string());
    }
    void everyStep() {
        QFETCH(QString, file);
        const auto opened = pipeline::open(file.toStdString());
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, true);
        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history.has_value());
        const fusion::History& it = **history;
        const auto benefits = pipeline::benefits(it);
        QVERIFY2(benefits.has_value(), benefits ? "" : benefits.error().message.c_str());
        QCOMPARE(benefits->steps.size(), it.steps.size());
        QCOMPARE(benefits->liveBefore, peakOf(it.base));
        QCOMPARE(benefits->liveAfter, peakOf(it.graph));
        QCOMPARE(benefits->total.liveBytes, benefits->liveBefore - benefits->liveAfter);
        QVERIFY(std::abs(benefits->total.seconds - (benefits->secondsBefore - benefits->secondsAfter)) < 1e-9);
        // Of each graph with its own constants: weights that fusion folds are gone from the last one.
        QVERIFY(std::abs(benefits->secondsBefore / secondsOf(it.base) - 1) < 1e-9);
        // Nodes count as they were added; what they read may have been redirected since.
        QVERIFY(std::abs(benefits->secondsAfter / secondsOf(it.graph) - 1) < 1e-3);
        QVERIFY(benefits->secondsAfter > 0 && benefits->secondsAfter < benefits->secondsBefore);
        QVERIFY(benefits->launchesAfter <=
                benefits->launchesBefore); // equal where all work is in a branch of If

        const fusion::Benefit before = fusion::runCost(it.base), after = fusion::runCost(it.graph);
        QCOMPARE(benefits->launchesBefore, before.launches);
        QCOMPARE(benefits->launchesAfter, after.launches);
        QCOMPARE(benefits->total.launches, before.launches - after.launches);
        QCOMPARE(benefits->total.trafficBytes, before.trafficBytes - after.trafficBytes);
        pipeline::StepBenefit sum;
        for (const auto& [rule, saved] : benefits->byRule)
            sum += saved;
        QCOMPARE(sum.launches, benefits->total.launches);
        QCOMPARE(sum.trafficBytes, benefits->total.trafficBytes);
        QCOMPARE(sum.liveBytes, benefits->total.liveBytes);

        const std::size_t stride = std::max<std::size_t>(1, it.steps.size() / 25);
        std::int64_t saved = 0;
        for (std::size_t step = 0; step < it.steps.size(); ++step) {
            saved += benefits->steps[step].liveBytes;
            if ((step + 1) % stride != 0) continue;
            const auto graph = fusion::graphAt(it, step + 1);
            QVERIFY(graph.has_value());
            QCOMPARE(benefits->liveBefore - saved, peakOf(*graph));
            fusion::Benefit left = before;
            for (std::size_t i = 0; i <= step; ++i) {
                left.launches -= it.steps[i].benefit.launches;
                left.trafficBytes -= it.steps[i].benefit.trafficBytes;
            }
            QVERIFY(left == fusion::runCost(*graph));
        }
    }

    // One second for each of some features, nothing for the others.
    // Fused with open extents, which are given afterwards: what a run takes is that of the graph with extents.
    void extentsGivenLater_data() {
        QTest::addColumn<QString>("file");
        for (const char* name :
             {"models/stories260k-decoder", "models/retinaface-mb025-dynamic", "models/tiny-gpt2-ort-fused"})
            if (const auto folder = test::shared(name); !folder.empty())
                QTest::newRow(name) << QString::fromStdString((folder / "model.onnx").string());
    }
    void extentsGivenLater() {
        QFETCH(QString, file);
        const auto opened = pipeline::open(file.toStdString());
        QVERIFY(opened.has_value());
        const auto open = pipeline::type(*opened, {}, false), given = pipeline::type(*opened, {}, true);
        QVERIFY(!given->bindings.empty());
        const auto fused = pipeline::fuse(*open, {}), fusedWithExtents = pipeline::fuse(*given, {});
        QVERIFY(fused.has_value() && fusedWithExtents.has_value());
        const auto bound = pipeline::withExtents(**fused, given->bindings);
        QVERIFY2(bound.has_value(), bound ? "" : bound.error().message.c_str());
        const auto later = pipeline::benefits(*bound), at = pipeline::benefits(**fusedWithExtents);
        QVERIFY(later.has_value() && at.has_value());
        const auto isNear = [](double a, double b, double within) {
            if (std::abs(a / b - 1) < within) return true;
            qWarning("%g against %g", a, b);
            return false;
        };
        QVERIFY(isNear(later->secondsBefore, at->secondsBefore, 0.02));
        QVERIFY(isNear(later->secondsAfter, at->secondsAfter, 0.2)); // known extents let more fuse
    }

    void theModelOfTime() {
        using enum cost::Feature;
        const auto opened = pipeline::open(test::sample("tiny_cnn_2d.onnx"));
        const auto typed = pipeline::type(*opened, {}, true);
        const auto history = pipeline::fuse(*typed, {});
        const auto counted = [&](std::initializer_list<cost::Feature> features) {
            cost::Processor processor;
            processor.blocking.rows = processor.blocking.columns = 1; // whole tiles of one MAC
            for (const cost::Feature feature : features)
                processor.seconds[static_cast<std::size_t>(feature)] = 1;
            return *pipeline::benefits(**history, {}, processor);
        };
        const auto calls = counted({Call});
        QCOMPARE(calls.secondsBefore, static_cast<double>(calls.launchesBefore));
        QCOMPARE(calls.secondsAfter, static_cast<double>(calls.launchesAfter));
        const auto macs = counted({Product, Vector, Depthwise});
        QVERIFY(macs.secondsBefore > 0.25 * static_cast<double>(typed->macs)); // Winograd has 36 for 144
        QVERIFY(macs.secondsBefore < static_cast<double>(typed->macs));
        const auto traffic = counted({NearBytes, FarBytes, WeightBytes});
        QVERIFY(traffic.secondsBefore > traffic.secondsAfter);
        QVERIFY(traffic.secondsAfter >= static_cast<double>(typed->parameterBytes) * 0.9);
    }

    void livePeakAgainstCounting() {
        std::mt19937 random(7);
        for (const std::size_t positions :
             {std::size_t(1), std::size_t(5), std::size_t(64), std::size_t(100)}) {
            pipeline::RangeAddMaxTree live(positions);
            std::vector<std::int64_t> plain(positions, 0);
            for (int i = 0; i < 300; ++i) {
                std::size_t first = random() % positions, last = random() % positions;
                if (first > last) std::swap(first, last);
                const auto bytes = static_cast<std::int64_t>(random() % 1000); // none is ever below zero
                live.add(first, last, bytes);
                for (std::size_t at = first; at <= last; ++at)
                    plain[at] += bytes;
                QCOMPARE(live.peak(), *std::ranges::max_element(plain));
            }
        }
    }

    // Thousands at one place: numbers between two run out and are handed out anew.
    void placesKeepTheirOrder() {
        pipeline::OrderList places(4002);
        places.append(NodeId(0));
        places.append(NodeId(1));
        for (std::uint32_t i = 2; i < 4002; ++i)
            places.insertBehind(places.of(NodeId(0)), NodeId(i));
        const auto position = places.positions();
        QCOMPARE(position[0], std::size_t(0));
        QCOMPARE(position[1], std::size_t(4001));
        for (std::uint32_t i = 2; i < 4002; ++i)
            QCOMPARE(position[i], std::size_t(4002 - i));
    }
};

EDGEWRIGHT_TEST(BenefitsTest)

} // namespace edgewright::benefits_test

#include "benefits_test.moc"

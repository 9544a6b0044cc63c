// SPDX-License-Identifier: GPL-3.0-or-later
// Every model: the layers of its cost have the multiply-accumulates that are counted everywhere else, and none
// is faster than its traffic allows.
#include "core/ops/work.h"
#include "core/pipeline/cost_comparison.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

namespace edgewright::costs_of_models_test {

class CostsOfModelsTest : public QObject {
    Q_OBJECT

    static std::int64_t sumOf(const cost::CostReport& report) {
        std::int64_t macs = 0;
        for (const cost::LayerCost& layer : report.layers)
            macs += layer.layer.macs();
        return macs;
    }

    static void check(const QString& file) {
        const auto opened = pipeline::open(file.toStdString());
        QVERIFY2(opened, opened ? "" : opened.error().message.c_str());
        const auto typed = pipeline::type(*opened, {}, true);
        if (test::UnderSanitizer && typed->macs > 2'000'000'000) QSKIP("takes too long here");
        cost::Accelerator accelerator;
        const auto costs = pipeline::costs(*typed->graph, accelerator);
        QVERIFY2(costs, costs ? "" : costs.error().message.c_str());
        QCOMPARE(sumOf((*costs)->report), typed->macs);
        QCOMPARE((*costs)->report.macs, typed->macs);
        std::int64_t byNode = 0;
        for (const NodeId id : typed->graph->order())
            byNode += ops::macsOf(*typed->graph, typed->graph->node(id));
        QCOMPARE(byNode, typed->macs);

        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history);
        const auto fused = pipeline::costs((*history)->graph, accelerator);
        QVERIFY2(fused, fused ? "" : fused.error().message.c_str());
        QCOMPARE(sumOf((*fused)->report), ops::workOf((*history)->graph).macs());

        checkComparisons(**history, *fused);

        accelerator.bandwidth = 4;
        const auto slow = pipeline::costs(*typed->graph, accelerator);
        QVERIFY(slow);
        QCOMPARE((*slow)->report.mode, cost::Mode::Physical);
        for (const cost::LayerCost& layer : (*slow)->report.layers)
            QVERIFY2(layer.cycles * 3 * 4 >= layer.dram.total(), layer.layer.name.c_str());
    }

    // What is compared is all there is, each layer once.
    static void checkComparisons(const fusion::History& history,
                                 const std::shared_ptr<const pipeline::Costs>& of) {
        const pipeline::Costs& now = *of;
        for (const char* with : {"before-fusion", "int8", "gemmini"}) {
            const auto compared = pipeline::comparedCosts(history, of, with);
            QVERIFY2(compared, compared ? "" : compared.error().message.c_str());
            const cost::CostReport& other = (*compared)->costs->report;
            const cost::Comparison& comparison = (*compared)->comparison;
            cost::Together all = comparison.rest;
            for (std::size_t i = 0; i < now.report.layers.size(); ++i) {
                const cost::Together& each = comparison.layers[i];
                all.layers += each.layers;
                all.cycles += each.cycles;
                all.macs += each.macs;
                all.dramBytes += each.dramBytes;
                QCOMPARE(each.spent.total(), each.cycles);
                if (std::string_view(with) != "int8") continue;
                QCOMPARE(each.layers, std::int64_t(1)); // with itself
                QCOMPARE(each.cycles, now.report.layers[i].cycles);
                QCOMPARE(each.macs, now.report.layers[i].layer.macs());
            }
            QCOMPARE(all.layers, static_cast<std::int64_t>(other.layers.size()));
            QCOMPARE(all.cycles, other.cycles);
            QCOMPARE(all.macs, other.macs);
            QCOMPARE(all.dramBytes, other.dram.total() * other.accelerator.wordBytes);
            if (std::string_view(with) != "before-fusion") continue;
            std::int64_t arrays = 0; // a matrix product before fusion is one after it
            for (std::size_t i = 0; i < now.report.layers.size(); ++i)
                if (now.report.layers[i].layer.macs() > 0 && comparison.layers[i].macs > 0) ++arrays;
            QCOMPARE(arrays, std::ranges::count_if(now.report.layers, [](const cost::LayerCost& layer) {
                         return layer.layer.macs() > 0;
                     }));
            QVERIFY2(now.report.cycles <= other.cycles, std::to_string(now.report.cycles).c_str());
        }
        QVERIFY(!pipeline::comparedCosts(history, of, "fp33"));
    }

private slots:
    void samples_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(test::sample(name + ".onnx").string());
    }
    void samples() {
        QFETCH(QString, file);
        check(file);
    }

    void shared_data() {
        QTest::addColumn<QString>("file");
        for (const auto& each : test::sharedModels())
            QTest::newRow(each.parent_path().filename().c_str()) << QString::fromStdString(each.string());
    }
    void shared() {
        if (test::shared("models").empty()) QSKIP(test::sharedMissing());
        QFETCH(QString, file);
        check(file);
    }
};

EDGEWRIGHT_TEST(CostsOfModelsTest)

} // namespace edgewright::costs_of_models_test

#include "costs_of_models_test.moc"

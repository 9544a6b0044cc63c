// SPDX-License-Identifier: GPL-3.0-or-later
// Every model: the layers of its cost have the multiply-accumulates that are counted everywhere else, and none
// is faster than its traffic allows.
#include "core/ops/work.h"
#include "core/pipeline/study.h"
#include "tests/support/sanitizers.h"
#include "tests/support/typed_model.h"

#include <QTest>

using namespace edgewright;

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

        accelerator.bandwidth = 4;
        const auto slow = pipeline::costs(*typed->graph, accelerator);
        QVERIFY(slow);
        QCOMPARE((*slow)->report.mode, cost::Mode::Physical);
        for (const cost::LayerCost& layer : (*slow)->report.layers)
            QVERIFY2(layer.cycles * 3 * 4 >= layer.dram.total(), layer.layer.name.c_str());
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

QTEST_GUILESS_MAIN(CostsOfModelsTest)
#include "costs_of_models_test.moc"

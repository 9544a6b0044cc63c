// SPDX-License-Identifier: GPL-3.0-or-later
// What the steps save adds up to what the graph costs before less what it costs after, on every model there is.
#include "core/fusion/fuse.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>

namespace edgewright::benefit_test {

namespace fs = std::filesystem;

class BenefitTest : public QObject {
    Q_OBJECT

private slots:
    void sums_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : edgewright::test::samples())
            QTest::newRow(name.c_str())
                << QString::fromStdString(edgewright::test::sample(name + ".onnx").string());
        for (const fs::path& file : edgewright::test::sharedModels())
            QTest::newRow(file.parent_path().filename().c_str()) << QString::fromStdString(file.string());
    }
    void sums() {
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY2(model, "does not import");
        for (const bool leastTraffic : {false, true}) {
            fusion::Options options;
            options.leastTraffic = leastTraffic && model->graph.nodeCount() < 400; // else it takes long
            options.opsetLimit = leastTraffic ? 24 : 0;
            const auto history = fusion::fuse(model->graph, model->opsets, options);
            QVERIFY2(history, history ? "" : history.error().message.c_str());
            const fusion::Benefit before = fusion::runCost(history->base),
                                  after = fusion::runCost(history->graph);
            fusion::Benefit saved;
            std::int64_t most = 0;
            for (const fusion::Step& step : history->steps) {
                saved.launches += step.benefit.launches;
                saved.trafficBytes += step.benefit.trafficBytes;
                most = std::max(most, step.benefit.launches);
            }
            QCOMPARE(saved.launches, before.launches - after.launches);
            QCOMPARE(saved.trafficBytes, before.trafficBytes - after.trafficBytes);
            QVERIFY(most <= before.launches);
        }
    }
};

EDGEWRIGHT_TEST(BenefitTest)

} // namespace edgewright::benefit_test

#include "benefit_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Which changes of a scenario its times outlive.
#include "core/serve/service_fit.h"
#include "tests/core/scenario/scenarios.h"
#include "tests/support/test_class.h"

namespace edgewright::service_fit_test {

using namespace edgewright::scenario;

namespace {

Scenario twoModels() {
    Scenario scenario{.models = {test::poissonModel("a", 200), test::periodicModel("b", 10)}, .cores = 2};
    scenario.models[0].file = "a.onnx";
    scenario.models[1].file = "b.onnx";
    scenario.models[1].batching.maxSize = 16;
    return scenario;
}

Service serviceOfBoth() {
    Service service{{test::serviceOf("a", {1, 2}), test::serviceOf("b", {3}, 16)}};
    service.interference = {.resources = {"a + b"},
                            .capacity = {{1, 1.5}},
                            .demands = {{1, 2}, {3}},
                            .beside = {{1, 1.5}, {1.25, 1}}};
    service.overheads.wakeUps = {0.001};
    return service;
}

} // namespace

class ServiceFitTest : public QObject {
    Q_OBJECT
    static QString misfitsOf(const Scenario& wanted) {
        std::string all;
        for (const std::string& each : serve::fitOf(twoModels(), wanted, 4).misfits)
            all += (all.empty() ? "" : "; ") + each;
        return QString::fromStdString(all);
    }

private slots:
    void whatMakesNoDifference() {
        Scenario wanted = twoModels();
        wanted.policy = "edf";
        wanted.seconds = 1;
        wanted.seed = 7;
        wanted.models[0].name = "renamed";
        wanted.models[0].priority = 3;
        wanted.models[0].deadlineMs = 5;
        wanted.models[0].arrivals.rate = 3;
        wanted.models[0].batching.maxQueue = 9;
        QCOMPARE(misfitsOf(wanted), QString());
        const auto fitted = serve::fitted(serviceOfBoth(), twoModels(), wanted, 4);
        QVERIFY(fitted);
        QCOMPARE(fitted->models[0].model, std::string("renamed"));
        QCOMPARE(fitted->overheads.wakeUps.size(), std::size_t(1));
    }

    void whatDoes_data() {
        QTest::addColumn<QString>("expected");
        QTest::newRow("threads") << QStringLiteral("'a': 2 threads, measured with 1");
        QTest::newRow("batches") << QStringLiteral("'a': batches of up to 4, measured up to 1");
        QTest::newRow("sizes") << QStringLiteral("'b': other batch sizes than those that were measured");
        QTest::newRow("cores") << QStringLiteral(
            "'a': other cores than those it was measured on; 'b': other cores than those it was measured on");
        QTest::newRow("instances") << QStringLiteral("'a': several instances at once, measured with one");
        QTest::newRow("file") << QStringLiteral("'a' was not measured; measured beside 'a', which is gone");
        QTest::newRow("fewer") << QStringLiteral("measured beside 'a', which is gone");
        QTest::newRow("more") << QStringLiteral("'c' was not measured");
    }
    void whatDoes() {
        QFETCH(const QString, expected);
        Scenario wanted = twoModels();
        Model& first = wanted.models[0];
        const QByteArray row = QTest::currentDataTag();
        if (row == "threads") first.threads = 2;
        if (row == "batches") first.batching.maxSize = 4;
        if (row == "sizes") wanted.models[1].batching.preferred = {11};
        if (row == "cores") wanted.cores = 1;
        if (row == "instances") first.instances = 2;
        if (row == "file") first.file = "other.onnx";
        if (row == "fewer") wanted.models.erase(wanted.models.begin());
        if (row == "more") wanted.models.insert(wanted.models.begin(), Model{.name = "c", .file = "c.onnx"});
        QCOMPARE(misfitsOf(wanted), expected);
        QVERIFY(!serve::fitted(serviceOfBoth(), twoModels(), wanted, 4));
    }

    // Of one core, two instances never compute at once.
    void instancesThatNeverComputeAtOnce() {
        Scenario one = twoModels();
        one.cores = 1;
        Scenario several = one;
        several.models[0].instances = 3;
        QVERIFY(serve::fitOf(one, several, 4).misfits.empty());
    }

    void modelsInAnotherOrder() {
        Scenario wanted = twoModels();
        std::swap(wanted.models[0], wanted.models[1]);
        const auto fitted = serve::fitted(serviceOfBoth(), twoModels(), wanted, 4);
        QVERIFY(fitted);
        QCOMPARE(fitted->models[0].model, std::string("b"));
        QCOMPARE(fitted->models[1].operators.size(), std::size_t(2));
        QVERIFY((fitted->interference.demands == std::vector<std::vector<double>>{{3}, {1, 2}}));
        QVERIFY((fitted->interference.beside == std::vector<std::vector<double>>{{1, 1.25}, {1.5, 1}}));
        QVERIFY(scenario::check(*fitted, std::vector<std::int64_t>{16, 1}));
    }
};

EDGEWRIGHT_TEST(ServiceFitTest)

} // namespace edgewright::service_fit_test

#include "service_fit_test.moc"

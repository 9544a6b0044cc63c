// SPDX-License-Identifier: GPL-3.0-or-later
// Whole models: fusing succeeds, shrinks them, leaves them sound, and (for the small ones) computes the same.
#include "tests/core/fusion/net.h"

#include "core/ir/verify.h"
#include "tests/support/macs.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"
#include "tests/support/unsupported.h"

#include <QTest>

namespace edgewright::fuse_models_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t MacLimit = 100'000'000; // of a model that is run

// One code more or less is nothing to the rule and much to the layers after it (see models_test.cpp).
Options withoutIntegers() {
    Options options;
    options.without.insert("qdq_to_integer");
    return options;
}

std::size_t constants(const ir::Graph& graph) {
    std::size_t count = 0;
    for (const NodeId id : graph.order())
        count += graph.node(id).is("Constant") ? 1 : 0;
    return count;
}

} // namespace

class FuseModelsTest : public QObject {
    Q_OBJECT

private slots:
    void samples_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : edgewright::test::samples()) {
            const fs::path file = edgewright::test::sample(name + ".onnx");
            QTest::newRow(name.c_str()) << QString::fromStdString(file.string());
        }
    }
    void samples() {
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY(model);
        const auto history = fuse(model->graph, model->opsets);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        QVERIFY(history->graph.nodeCount() < model->graph.nodeCount());
        QCOMPARE(difference(history->base, history->graph, model->opsets), QString());
        QCOMPARE(replayDifference(*history), QString());
    }

    void shared_data() {
        QTest::addColumn<QString>("file");
        for (const fs::path& each : edgewright::test::sharedModels())
            QTest::newRow(each.parent_path().filename().c_str()) << QString::fromStdString(each.string());
    }
    void shared() {
        if (edgewright::test::shared("models").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), false);
        QVERIFY2(model, "does not import");
        const auto history = fuse(model->graph, model->opsets);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        qInfo("%s: %zu nodes, %zu without constants -> %zu, %zu steps, %zu refusals", QTest::currentDataTag(),
              model->graph.nodeCount(), model->graph.nodeCount() - constants(model->graph),
              history->graph.nodeCount(), history->steps.size(), history->refusals.size());
        QVERIFY(history->graph.nodeCount() <= model->graph.nodeCount());
        const auto before = ir::verify(model->graph);
        const auto after = ir::verify(history->graph);
        QVERIFY2(after.size() <= before.size(), after.empty() ? "" : after.back().message.c_str());
    }

    void sharedNumbers_data() { shared_data(); }
    void sharedNumbers() {
        if (edgewright::test::shared("models").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY2(model, "does not import");
        if (edgewright::test::macsOf(model->graph) > MacLimit) QSKIP("takes too long here");
        const auto history = fuse(model->graph, model->opsets, withoutIntegers());
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        const QString found = difference(history->base, history->graph, model->opsets);
        const bool ran = !found.startsWith(QStringLiteral("before"));
        const std::string wrong =
            edgewright::test::unlisted(file.toStdString(), ran ? std::string() : found.toStdString());
        QVERIFY2(wrong.empty(), wrong.c_str());
        if (ran) QCOMPARE(found, QString());
        QCOMPARE(replayDifference(*history), QString());
    }
};

EDGEWRIGHT_TEST(FuseModelsTest)

} // namespace edgewright::fuse_models_test

#include "fuse_models_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What one of two fusions fuses and the other does not, against what the histories say node by node.
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/graph/sample.h"
#include "views/graph/panels/fusion_differences.h"

#include <QTest>

#include <map>
#include <set>

namespace edgewright::fusion_differences_test {

using namespace edgewright::views;

namespace {

using Labels = std::multiset<std::string>;

std::shared_ptr<const fusion::History> fusedWithout(const char* sample, std::size_t every, std::size_t first) {
    const auto opened = pipeline::open(edgewright::test::sample(std::string(sample) + ".onnx"));
    if (!opened) return nullptr;
    fusion::Options options;
    std::size_t index = 0;
    for (const fusion::Rule* rule : fusion::rules())
        if (every > 0 && index++ % every == first) options.without.emplace(rule->name);
    const auto history = pipeline::fuse(*pipeline::type(*opened, {}, true), options);
    return history ? *history : nullptr;
}

// How often each set of operators is one node, or left out.
std::map<Labels, int> fusedSets(const fusion::History& history) {
    std::map<Labels, int> sets;
    const auto labels = [&](const std::vector<NodeId>& nodes) {
        Labels found;
        for (const NodeId id : nodes)
            if (history.base.contains(id)) found.insert(history.base.node(id).label());
        return found;
    };
    for (const NodeId id : history.graph.order())
        if (const auto origins = history.originsOf(id); origins.size() > 1) ++sets[labels(origins)];
    for (const NodeId id : history.base.order())
        if (history.descendantsOf(id).empty()) ++sets[labels({id})];
    return sets;
}

std::map<Labels, int> listed(const std::vector<FusionDifference>& differences, bool inB) {
    std::map<Labels, int> sets;
    for (const FusionDifference& each : differences) {
        if (each.inB != inB) continue;
        Labels found;
        for (const QString& label : each.nodes)
            found.insert(label.toStdString());
        ++sets[found];
    }
    return sets;
}

std::map<Labels, int> minus(const std::map<Labels, int>& from, const std::map<Labels, int>& other) {
    std::map<Labels, int> left;
    for (const auto& [labels, count] : from) {
        const auto found = other.find(labels);
        if (const int more = count - (found == other.end() ? 0 : found->second); more > 0) left[labels] = more;
    }
    return left;
}

} // namespace

class FusionDifferencesTest final : public QObject {
    Q_OBJECT

private slots:
    void agreeWithTheHistories_data() {
        QTest::addColumn<QByteArray>("model");
        QTest::addColumn<std::size_t>("every");
        for (const char* model : {"tiny_cnn_2d", "residual_cnn_2d", "depthwise_cnn_2d"})
            for (const std::size_t every : {1, 2, 3, 5})
                QTest::addRow("%s, every %zu", model, every) << QByteArray(model) << every;
    }
    void agreeWithTheHistories() {
        QFETCH(QByteArray, model);
        QFETCH(std::size_t, every);
        const auto all = fusedWithout(model.constData(), 0, 0);
        QVERIFY(all);
        bool anyDifference = false;
        for (std::size_t first = 0; first < every; ++first) {
            const auto some = fusedWithout(model.constData(), every, first);
            QVERIFY(some);
            const auto found = fusionDifferences(*all, *some);
            const auto inA = fusedSets(*all), inB = fusedSets(*some);
            QVERIFY(listed(found, false) == minus(inA, inB));
            QVERIFY(listed(found, true) == minus(inB, inA));
            anyDifference = anyDifference || !found.empty();
            for (const FusionDifference& each : found) {
                QVERIFY(!each.operators.isEmpty() && each.node.valid());
                QVERIFY(each.inB ? some->graph.contains(each.node) || some->base.contains(each.node)
                                 : some->base.contains(each.node));
            }
            QVERIFY(fusionDifferences(*some, *some).empty());
            QCOMPARE(fusionDifferences(*some, *all).size(), found.size());
        }
        QVERIFY(anyDifference);
    }

    // Operators of one label are told apart by their number alone.
    void equalLabels() {
        ir::GraphBuilder b("twins");
        ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{1, 8, 8, 8}));
        const ValueId weight = b.constant("w", views::test::ramp({8, 8, 1, 1}, -0.1f, 0.01f));
        for (int i = 0; i < 3; ++i)
            x = b.node("Relu", {b.node("Conv", {x, weight})});
        b.output(x);
        ir::Graph graph = b.take();
        for (const NodeId id : graph.order())
            graph.node(id).name = graph.node(id).op;
        graph = ops::inferTypes(graph, {{"", 17}}).graph;
        const auto all = fusion::fuse(graph, {{"", 17}});
        fusion::Options options;
        QVERIFY(all && !all->steps.empty());
        options.skipped.insert(all->steps.front().site);
        const auto some = fusion::fuse(graph, {{"", 17}}, options);
        QVERIFY(some && some->graph.nodeCount() > all->graph.nodeCount());
        const auto found = fusionDifferences(*all, *some);
        QCOMPARE(found.size(), std::size_t(1));
        QVERIFY(!found.front().inB);
        QCOMPARE(found.front().nodes, (QStringList{QStringLiteral("Conv"), QStringLiteral("Relu")}));
    }
};

EDGEWRIGHT_TEST(FusionDifferencesTest)

} // namespace edgewright::fusion_differences_test

#include "fusion_differences_test.moc"

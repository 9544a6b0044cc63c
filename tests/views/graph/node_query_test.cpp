// SPDX-License-Identifier: GPL-3.0-or-later
// What the search finds in a small residual block, word by word.
#include <QTest>

#include "tests/support/test_class.h"
#include "tests/views/graph/sample.h"
#include "views/graph/panels/deep_search.h"

namespace edgewright::node_query_test {

using namespace edgewright::views;
using namespace edgewright::views::test;
using namespace Qt::StringLiterals;

class NodeQueryTest final : public QObject {
    Q_OBJECT
private:
    Sample m_sample = residualSample();

    std::vector<NodeId> hits(const QString& text) const {
        const auto query = NodeQuery::parse(text);
        if (!query) return {NodeId(999)};
        const auto found = query->find(m_sample.graph);
        return found ? found->hits : std::vector<NodeId>{NodeId(998)};
    }

private slots:
    void findsByWords_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QList<int>>(
            "nodes"); // 0 conv1, 1 norm1, 2 relu1, 3 conv2, 4 norm2, 5 add, 6 relu2, 7 pool
        const auto row = [](const char* query, const QList<int>& nodes) {
            QTest::newRow(query) << QString::fromUtf8(query) << nodes;
        };
        row("relu", {2, 6});
        row("relu_", {2, 3, 5, 6, 7}); // a tensor of its readers, too
        row("op:relu", {2, 6});
        row("conv", {0, 3}); // and not what is called conv somewhere
        row("OP:Conv", {0, 3});
        row("op:\"conv\"", {0, 3});
        row("op:\"con\"", {});
        row("op:/^(conv|add)$/", {0, 3, 5});
        row("tensor:image", {0});
        row("shape:8x16x16 op:batch", {1, 4});
        row("shape:3x16", {0});
        row("shape:1x8x1x1", {7});
        row("shape:8x*x3x3", {0, 3});
        row("shape:6x16", {});
        row("attr:pads=1,1,1,1", {0, 3});
        row("attr:pads=1,1", {});
        row("attr:pads", {0, 3});
        row("dtype:float32 op:add", {5});
        row("dtype:int8", {});
        row("op:conv tensor:w2", {3});
        row("1x8x16x16 op:conv", {0, 3});
        row("Conv > BatchNormalization", {0, 3});
        row("Conv > BatchNormalization > Relu", {0});
        row("Conv > * > Add", {3});
        row("Conv > Relu", {});
        row("Relu shape:8x16 > Conv tensor:w2 > BatchNormalization > Add > Relu", {2});
    }
    void findsByWords() {
        QFETCH(QString, query);
        QFETCH(QList<int>, nodes);
        const NodeId all[] = {m_sample.conv1, m_sample.norm1, m_sample.relu1, m_sample.conv2,
                              m_sample.norm2, m_sample.add,   m_sample.relu2, m_sample.pool};
        std::vector<NodeId> expected;
        for (const int index : nodes)
            expected.push_back(all[index]);
        const auto found = hits(query);
        QString text;
        for (const NodeId id : found)
            text += QString::number(id.index()) + u' ';
        QVERIFY2(found == expected, qPrintable(text));
    }

    void aChainHighlightsAllThatTakePart() {
        const auto query = NodeQuery::parse(u"Conv > BatchNormalization > Add"_s);
        QVERIFY(query);
        const auto found = query->find(m_sample.graph);
        QVERIFY(found);
        QCOMPARE(found->hits, std::vector<NodeId>{m_sample.conv2});
        QCOMPARE(found->all, (std::vector<NodeId>{m_sample.conv2, m_sample.norm2, m_sample.add}));
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("says");
        QTest::newRow("quote") << u"\"conv"_s << u"quote"_s;
        QTest::newRow("regex") << u"/conv(/"_s << u"regular expression"_s;
        QTest::newRow("no first link") << u"> Conv"_s << u"before"_s;
        QTest::newRow("no last link") << u"Conv >"_s << u"after"_s;
        QTest::newRow("no middle link") << u"Conv > > Relu"_s << u"before"_s;
    }
    void mistakesAreNamed() {
        QFETCH(QString, query);
        QFETCH(QString, says);
        const auto parsed = NodeQuery::parse(query);
        QVERIFY(!parsed);
        QVERIFY2(QString::fromStdString(parsed.error().message).contains(says), parsed.error().message.c_str());
    }

    void nothingAskedIsNothingFound() {
        const auto query = NodeQuery::parse(u"  "_s);
        QVERIFY(query && query->empty());
        QVERIFY(query->find(m_sample.graph)->hits.empty());
    }

    // With the way to them; who holds them is marked, and a word that is an operator anywhere is one
    // everywhere.
    void graphsInsideAreSearched() {
        const auto graph = std::make_shared<const ir::Graph>(branchingSample());
        const auto texts = [&](const QString& text, std::vector<std::shared_ptr<const ir::Graph>> graphs) {
            QStringList found;
            const DeepFound all = *findEverywhere(*NodeQuery::parse(text), graphs);
            for (const DeepHit& hit : all.hits)
                found << hit.text();
            return found;
        };
        const QString then = u"outer_if › then_branch › inner_if › "_s;
        QCOMPARE(texts(u"op:Tanh"_s, {graph}),
                 QStringList({then + u"then_branch › deep"_s, then + u"else_branch › flat"_s}));
        // Of two states of a graph, each node once.
        QCOMPARE(texts(u"op:Tanh"_s, {graph, std::make_shared<const ir::Graph>(branchingSample())}).size(), 2);
        QCOMPARE(texts(u"op:Relu"_s, {graph}).size(), 1);
        QCOMPARE(texts(u"if"_s, {graph}).size(), 2); // as an operator
        const DeepFound found = *findEverywhere(*NodeQuery::parse(u"name:deep"_s), {graph});
        const std::set<NodeId> holders = found.markedIn(graph.get());
        QCOMPARE(holders.size(), std::size_t(1));
        QCOMPARE(graph->node(*holders.begin()).name, std::string("outer_if"));
        QVERIFY(findEverywhere(*NodeQuery::parse(u"name:nowhere"_s), {graph})->empty());
    }

    void namesWithSlashesAreWords() {
        ir::GraphBuilder b("names");
        const ValueId x = b.input("x", ir::TensorType(ir::DataType::Float32, ir::Dims{4}));
        const ValueId y = b.value("y");
        const NodeId id = b.nodeInto("Relu", {x}, {y});
        b.output(y);
        ir::Graph graph = b.take();
        graph.node(id).name = "/layer1/layer1.0/relu/Relu";
        for (const QString& text : {u"/layer1/layer1.0"_s, u"name:/layer1/ relu"_s, u"/layer1\\.\\d/"_s}) {
            const auto query = NodeQuery::parse(text);
            QVERIFY(query);
            QCOMPARE(query->find(graph)->hits, std::vector<NodeId>{id});
        }
    }
};

EDGEWRIGHT_TEST(NodeQueryTest)

} // namespace edgewright::node_query_test

#include "node_query_test.moc"

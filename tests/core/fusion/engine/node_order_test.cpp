// SPDX-License-Identifier: GPL-3.0-or-later
// The list keeps the order that a vector would, and ranks that agree with it.
#include "core/fusion/engine/node_order.h"

#include "core/ir/builder.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::node_order_test {

using fusion::NodeOrder;

namespace {

ir::Graph chain(int length) {
    ir::GraphBuilder builder;
    ValueId last = builder.input("x", {ir::DataType::Float32, ir::Dims{2}});
    for (int i = 0; i < length; ++i)
        last = builder.node("Neg", {last});
    builder.output(last);
    return builder.take();
}

bool ranksAscend(const std::vector<NodeId>& order, const ir::Connections& ranks) {
    return std::ranges::adjacent_find(
               order, [&](NodeId a, NodeId b) { return ranks.rank(a) >= ranks.rank(b); }) == order.end();
}

} // namespace

class NodeOrderTest : public QObject {
    Q_OBJECT

private slots:
    void beginsAsTheGraph() {
        const ir::Graph graph = chain(5);
        const NodeOrder order(graph);
        QCOMPARE(order.nodes(), graph.order());
        QVERIFY(order.contains(graph.order()[4]) && !order.contains(NodeId(5)));
        QVERIFY(NodeOrder(chain(0)).nodes().empty() && !NodeOrder(chain(0)).first().valid());
    }

    // Nodes come behind any node, or first of all, and go; so many at one place that ranks have to be given
    // anew.
    void asAVectorWould() {
        const ir::Graph graph = chain(8);
        ir::Connections ranks(graph);
        NodeOrder order(graph);
        std::vector<NodeId> expected = graph.order();
        std::mt19937 random(7);
        std::uint32_t next = 8;
        for (int round = 0; round < 3000; ++round) {
            if (round % 3 == 2 && expected.size() > 1) {
                const auto at = expected.begin() + static_cast<std::ptrdiff_t>(random() % expected.size());
                order.unlink(*at);
                QVERIFY(!order.contains(*at));
                expected.erase(at);
            } else {
                const std::size_t at = round % 5 == 0 ? random() % (expected.size() + 1) : 1;
                std::vector<NodeId> added;
                for (std::uint32_t count = 1 + random() % 2; count > 0; --count)
                    added.emplace_back(next++);
                order.linkBehind(at == 0 ? NodeId() : expected[at - 1], added, ranks);
                expected.insert(expected.begin() + static_cast<std::ptrdiff_t>(at), added.begin(), added.end());
            }
            if (round % 100 == 0) QVERIFY(ranksAscend(expected, ranks));
        }
        QCOMPARE(order.nodes(), expected);
        QVERIFY(ranksAscend(expected, ranks));
    }

    void reordersAWindow() {
        const ir::Graph graph = chain(6);
        ir::Connections ranks(graph);
        NodeOrder order(graph);
        const auto node = [&](int i) { return graph.order()[static_cast<std::size_t>(i)]; };
        order.reorder({node(3), node(1), node(2)}, ranks);
        const std::vector<NodeId> expected{node(0), node(3), node(1), node(2), node(4), node(5)};
        QCOMPARE(order.nodes(), expected);
        QVERIFY(ranksAscend(expected, ranks));
    }
};

EDGEWRIGHT_TEST(NodeOrderTest)

} // namespace edgewright::node_order_test

#include "node_order_test.moc"

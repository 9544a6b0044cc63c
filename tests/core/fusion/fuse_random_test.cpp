// SPDX-License-Identifier: GPL-3.0-or-later
// Random networks: all rules together, and each alone, must leave the numbers as they are.
#include "tests/core/fusion/net.h"

#include "core/ir/verify.h"

#include <QTest>

#include <random>

using namespace edgewright;
using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

// Feature maps [1,4,6,6] that grow by patterns which the rules look for, with readers that get in the way now
// and then.
class RandomNet {
public:
    explicit RandomNet(std::uint32_t seed) : m_net(14), m_random(seed) {}

    Net make() {
        m_maps = {m_net.floats("x", {1, 4, 6, 6}), m_net.floats("y", {1, 4, 6, 6})};
        for (int i = 0; i < 25; ++i)
            grow();
        const ir::Graph& graph = m_net.graph();
        const ir::Connections connections(graph);
        for (const ValueId map : m_maps)
            if (connections.consumers(map).empty() && connections.producer(map)) m_net.output(map);
        if (pick(2) == 0) m_net.output(m_maps[2 + pick(m_maps.size() - 2)]); // one from the middle
        return std::move(m_net);
    }

private:
    std::size_t pick(std::size_t n) { return m_random() % n; }
    ValueId any() { return m_maps[pick(2) == 0 ? m_maps.size() - 1 : pick(m_maps.size())]; }
    std::string fresh() { return "c" + std::to_string(m_net.graph().valueCount()); }
    ValueId constant() {
        return m_net.weights(fresh(), pick(2) == 0 ? ir::Dims{4, 1, 1} : ir::Dims{1}, 0.5F, 1.5F);
    }

    void grow() {
        const ValueId x = any();
        ValueId y;
        switch (pick(13)) {
        case 0:
            y = m_net.conv(x, {4, 4, 3, 3});
            break;
        case 1:
            y = m_net.batchNorm(m_net.conv(x, {4, 4, 1, 1}), 4);
            break;
        case 2:
            y = m_net.node("Relu", {x});
            break;
        case 3:
            y = m_net.node("Mul", {x, m_net.node("Sigmoid", {x})});
            break;
        case 4:
            y = m_net.node("Add", {x, any()});
            break;
        case 5:
            y = m_net.node(pick(2) == 0 ? "Mul" : "Sub", {x, constant()});
            break;
        case 6:
            y = m_net.node("Clip", {x, m_net.scalar(fresh(), -1), m_net.scalar(fresh(), 2)});
            break;
        case 7:
            y = m_net.node("Identity", {x});
            break;
        case 8: {
            const ValueId padded = m_net.node("Pad", {x, m_net.ints(fresh(), {0, 0, 1, 1, 0, 0, 1, 1})});
            y = m_net.conv(padded, {4, 4, 3, 3}, {{"pads", Ints{0, 0, 0, 0}}});
            break;
        }
        case 9: {
            const ValueId split = m_net.node("Reshape", {x, m_net.ints(fresh(), {1, 2, 2, 6, 6})});
            const ValueId swapped = m_net.node("Transpose", {split}, {{"perm", Ints{0, 2, 1, 3, 4}}});
            y = m_net.node("Reshape", {swapped, m_net.ints(fresh(), {1, 4, 6, 6})});
            break;
        }
        case 10:
            y = m_net.node("Mul", {x, m_net.node("HardSigmoid", {x}, {{"alpha", 1.0F / 6}, {"beta", 0.5F}})});
            break;
        case 11:
            y = m_net.node("Reshape", {x, m_net.node("Shape", {x})});
            break;
        default:
            y = m_net.node("Tanh",
                           {m_net.node("Add", {m_net.conv(x, {4, 4, 1, 1}), m_net.node("Tanh", {any()})})});
        }
        m_maps.push_back(y);
    }

    Net m_net;
    std::mt19937 m_random;
    std::vector<ValueId> m_maps;
};

} // namespace

class FuseRandomTest : public QObject {
    Q_OBJECT

    static void check(const Net& net, const ir::Graph& graph, const Options& options) {
        const auto history = fuse(graph, net.opsets, options);
        QVERIFY2(history, history ? "" : history.error().message.c_str());
        QVERIFY(ir::verify(history->graph).empty());
        QVERIFY(history->graph.nodeCount() <= graph.nodeCount());
        QCOMPARE(difference(*history, net), QString());
        QCOMPARE(replayDifference(*history), QString());
        const auto again = fuse(history->graph, net.opsets, options);
        QVERIFY(again && again->steps.empty());
    }

private slots:
    void allRules_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 150; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void allRules() {
        QFETCH(unsigned, seed);
        const Net net = RandomNet(seed).make();
        check(net, inferred(net), {});
    }

    void eachRule_data() {
        QTest::addColumn<QString>("rule");
        for (const Rule* rule : rules()) {
            const QByteArray name(rule->name.data(), static_cast<qsizetype>(rule->name.size()));
            QTest::newRow(name.constData()) << QString::fromLatin1(name);
        }
    }
    void eachRule() {
        QFETCH(QString, rule);
        for (unsigned seed = 1000; seed < 1015; ++seed) {
            const Net net = RandomNet(seed).make();
            check(net, inferred(net), only({rule.toStdString()}));
            if (QTest::currentTestFailed()) qWarning("seed %u", seed);
        }
    }
};

QTEST_GUILESS_MAIN(FuseRandomTest)
#include "fuse_random_test.moc"

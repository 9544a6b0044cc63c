// SPDX-License-Identifier: GPL-3.0-or-later
// Random graphs of operators that move elements: whatever the rules make of them computes the same.
#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <algorithm>
#include <random>

namespace edgewright::random_moves_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

// Grows a net from one input; every value has rank 4 and a known shape.
class Maker {
public:
    explicit Maker(std::uint32_t seed) : m_random(seed), m_net(13) {
        const ir::Dims dims{below(2) + 1, below(3) + 2, below(3) + 2, below(4) + 1};
        m_values.push_back({m_net.floats("x", dims), dims});
    }

    Net make(int nodes) {
        for (int i = 0; i < nodes; ++i)
            grow();
        std::vector<bool> read(m_values.size(), false);
        for (const NodeId id : m_net.graph().order())
            for (const ValueId input : m_net.graph().node(id).inputs)
                for (std::size_t i = 0; i < m_values.size(); ++i)
                    if (m_values[i].id == input) read[i] = true;
        for (std::size_t i = 1; i < m_values.size(); ++i)
            if (!read[i] || below(12) == 0) m_net.output(m_values[i].id);
        return std::move(m_net);
    }

private:
    struct Made {
        ValueId id;
        ir::Dims dims;
    };

    std::int64_t below(std::int64_t n) {
        return static_cast<std::int64_t>(m_random() % static_cast<std::uint32_t>(n));
    }
    std::string name() { return "k" + std::to_string(m_named++); }
    const Made& pick() {
        const auto count = static_cast<std::int64_t>(m_values.size());
        return m_values[static_cast<std::size_t>(std::max<std::int64_t>(count - 1 - below(3), 0))];
    }
    void put(ValueId id, ir::Dims dims) { m_values.push_back({id, std::move(dims)}); }

    void transpose(const Made& x) {
        static const std::vector<Ints> Usual{
            {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 2, 1, 3}, {0, 1, 3, 2}, {3, 2, 1, 0}};
        const Ints& perm = Usual[static_cast<std::size_t>(below(5))];
        ir::Dims dims;
        for (const std::int64_t axis : perm)
            dims.push_back(x.dims[static_cast<std::size_t>(axis)]);
        put(m_net.node("Transpose", {x.id}, {{"perm", perm}}), dims);
    }

    void grow() {
        const Made x = pick();
        const std::int64_t axis = below(4);
        const auto at = static_cast<std::size_t>(axis);
        switch (below(13)) {
        case 0:
        case 1:
        case 2:
        case 3:
            return transpose(x);
        case 4:
            return put(m_net.node(below(2) == 0 ? "Relu" : "Neg", {x.id}), x.dims);
        case 5: { // a constant along one axis
            ir::Dims dims{1, 1, 1, 1};
            dims[at] = x.dims[at];
            const ValueId c = m_net.weights(name(), dims);
            return put(m_net.node(below(2) == 0 ? "Add" : "Mul", {x.id, c}), x.dims);
        }
        case 6: {
            const auto same = std::ranges::find_if(m_values, [&](const Made& y) { return y.dims == x.dims; });
            return put(m_net.node("Add", {x.id, same->id}), x.dims);
        }
        case 7: {
            const auto fits = [&](const Made& y) {
                for (std::size_t i = 0; i < 4; ++i)
                    if (i != at && y.dims[i] != x.dims[i]) return false;
                return y.dims[at] + x.dims[at] < 9;
            };
            const auto other = std::ranges::find_if(m_values, fits);
            if (other == m_values.end()) return transpose(x);
            ir::Dims dims = x.dims;
            dims[at] += other->dims[at];
            return put(m_net.node("Concat", {x.id, other->id}, {{"axis", axis}}), dims);
        }
        case 8: {
            if (x.dims[at] < 2) return transpose(x);
            const std::int64_t from = below(x.dims[at] - 1);
            const std::int64_t until = from + 1 + below(x.dims[at] - from);
            ir::Dims dims = x.dims;
            dims[at] = std::min(until, dims[at]) - from;
            return put(m_net.node("Slice", {x.id, m_net.ints(name(), {from}), m_net.ints(name(), {until}),
                                            m_net.ints(name(), {axis})}),
                       dims);
        }
        case 9: {
            if (x.dims[at] < 2) return transpose(x);
            const std::int64_t first = 1 + below(x.dims[at] - 1);
            ir::Dims a = x.dims, b = x.dims;
            a[at] = first;
            b[at] -= first;
            const ValueId left = m_net.value(name()), right = m_net.value(name());
            m_net.nodeInto("Split", {x.id, m_net.ints(name(), {a[at], b[at]})}, {left, right},
                           {{"axis", axis}});
            put(left, a);
            return put(right, b);
        }
        case 10: {
            ir::Dims dims = x.dims;
            dims[at] = 1;
            return put(m_net.node("ReduceMax", {x.id}, {{"axes", Ints{axis}}}), dims);
        }
        case 11: {
            Ints pads(8, 0);
            ir::Dims dims = x.dims;
            pads[at] = below(2);
            pads[at + 4] = 1;
            dims[at] += pads[at] + 1;
            if (dims[at] > 9) return transpose(x);
            return put(m_net.node("Pad", {x.id, m_net.ints(name(), pads)}), dims);
        }
        default: {
            ir::Dims dims = x.dims; // [a,b,c,d] as [a*b,c,1,d]
            dims = {dims[0] * dims[1], dims[2], 1, dims[3]};
            return put(m_net.node("Reshape", {x.id, m_net.ints(name(), dims)}), dims);
        }
        }
    }

    std::mt19937 m_random;
    Net m_net;
    std::vector<Made> m_values;
    int m_named = 0;
};

// Without the groups, whose nodes hide what the rules here made.
Options algebra() {
    Options options;
    for (const Rule* rule : rules())
        if (rule->name.starts_with("fuse_") && rule->name != "fuse_matmul_add")
            options.without.insert(std::string(rule->name));
    return options;
}

} // namespace

class RandomMovesTest : public QObject {
    Q_OBJECT

private slots:
    void same_data() {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 400; ++seed)
            QTest::addRow("%d", seed) << seed;
    }
    void same() {
        QFETCH(int, seed);
        const Net net = Maker(static_cast<std::uint32_t>(seed)).make(4 + seed % 21);
        const History history = fused(net, algebra());
        QVERIFY(!history.base.order().empty());
        QVERIFY2(history.faults.empty(), history.faults.empty() ? "" : history.faults.front().message.c_str());
        QVERIFY2(history.graph.nodeCount() <= history.base.nodeCount(),
                 qPrintable(opsOf(history.base).join(QLatin1Char(' ')) + QStringLiteral(" became ") +
                            opsOf(history.graph).join(QLatin1Char(' '))));
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        const auto again = fuse(history.graph, net.opsets, algebra());
        QVERIFY(again);
        QVERIFY2(again->steps.empty(), again->steps.empty() ? "" : again->steps.front().reason.c_str());
        const History all = fused(net);
        QCOMPARE(difference(all, net), QString());
    }
};

EDGEWRIGHT_TEST(RandomMovesTest)

} // namespace edgewright::random_moves_test

#include "random_moves_test.moc"

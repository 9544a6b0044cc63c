// SPDX-License-Identifier: GPL-3.0-or-later
// On any graph our rules leave no more groups than the published ones of TVM make of the same graph.
#include "tests/core/fusion/published_groups.h"
#include "tests/core/fusion/random_net.h"

#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>

namespace edgewright::published_groups_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;
namespace fs = std::filesystem;

namespace {

using Ints = std::vector<std::int64_t>;

// Maps [1,4,6,6] behind reductions, data movement, normalisation and codes, with readers that get in the way.
class MixedNet {
public:
    explicit MixedNet(std::uint32_t seed) : m_random(seed) {}

    Net make() {
        m_maps = {m_net.floats("x", {1, 4, 6, 6}), m_net.floats("y", {1, 4, 6, 6})};
        for (int i = 0; i < 24; ++i)
            m_maps.push_back(grown(any()));
        const ir::Connections connections(m_net.graph());
        for (const ValueId map : m_maps)
            if (connections.consumers(map).empty() && connections.producer(map)) m_net.output(map);
        if (pick(3) == 0) m_net.output(m_maps[2 + pick(m_maps.size() - 2)]);
        return std::move(m_net);
    }

private:
    std::size_t pick(std::size_t n) { return m_random() % n; }
    ValueId any() { return m_maps[pick(2) == 0 ? m_maps.size() - 1 : pick(m_maps.size())]; }
    std::string fresh() { return "c" + std::to_string(m_net.graph().valueCount()); }
    ValueId transposed(ValueId x) { return m_net.node("Transpose", {x}, {{"perm", Ints{0, 1, 3, 2}}}); }
    ValueId mean(ValueId x, const Ints& axes) { return m_net.node("ReduceMean", {x}, {{"axes", axes}}); }

    ValueId grown(ValueId x) {
        switch (pick(15)) {
        case 0:
            return m_net.conv(x, {4, 4, 1, 1});
        case 1:
            return m_net.node("Softmax", {x});
        case 2:
            return m_net.node("Sub", {x, mean(x, {3})});
        case 3:
            return m_net.node("Add", {x, mean(any(), {2, 3})});
        case 4:
            return transposed(x);
        case 5:
            return m_net.node("Add", {x, transposed(any())});
        case 6:
            return m_net.node(pick(2) == 0 ? "Relu" : "Exp", {m_net.node("Tanh", {x})});
        case 7:
            return m_net.node("MatMul", {x, any()});
        case 8: {
            const ValueId both = m_net.node("Concat", {x, any()}, {{"axis", std::int64_t(1)}});
            return m_net.node(
                "Slice", {both, m_net.ints(fresh(), {2}), m_net.ints(fresh(), {6}), m_net.ints(fresh(), {1})});
        }
        case 9: {
            const ValueId scale = m_net.scalar(fresh(), 0.05F);
            const ValueId zero = m_net.constant(fresh(), ir::Tensor::scalar<std::uint8_t>(128));
            return m_net.node("DequantizeLinear",
                              {m_net.node("QuantizeLinear", {x, scale, zero}), scale, zero});
        }
        case 10: {
            const ValueId gate = m_net.conv(m_net.node("GlobalAveragePool", {x}), {4, 4, 1, 1});
            return m_net.node("Mul", {x, m_net.node("Sigmoid", {gate})});
        }
        case 11: {
            const ValueId centred = m_net.node("Sub", {x, mean(x, {3})});
            const ValueId variance = mean(m_net.node("Mul", {centred, centred}), {3});
            const ValueId root =
                m_net.node("Sqrt", {m_net.node("Add", {variance, m_net.scalar(fresh(), 0.1F)})});
            return m_net.node("Div", {centred, root});
        }
        case 12: {
            const ValueId p = m_net.node("Softmax", {m_net.node("MatMul", {x, transposed(any())})});
            return m_net.node("MatMul", {p, any()});
        }
        case 13:
            return m_net.node("AveragePool", {x}, {{"kernel_shape", Ints{3, 3}}, {"pads", Ints{1, 1, 1, 1}}});
        default:
            return m_net.node(pick(2) == 0 ? "Mul" : "Max", {x, any()});
        }
    }

    Net m_net{13};
    std::mt19937 m_random;
    std::vector<ValueId> m_maps;
};

bool makesGroups(const Rule& rule) { return rule.name.starts_with("fuse_") && rule.name != "fuse_matmul_add"; }

// With a bound that is computed at run time a Clip stays alone here, by decision, and not there.
bool hasClipOfTensors(const ir::Graph& graph) {
    return std::ranges::any_of(graph.order(), [&](NodeId id) {
        const ir::Node& node = graph.node(id);
        return node.is("Clip") && std::ranges::any_of(node.inputs, [&](ValueId input) {
                   return input.valid() && input != node.input(0) && !graph.value(input).known();
               });
    });
}

void compareWithPublished(const ir::Graph& graph, const ir::Opsets& opsets) {
    Options algebra;
    for (const Rule* rule : rules())
        if (makesGroups(*rule)) algebra.without.insert(std::string(rule->name));
    const auto clean = fuse(graph, opsets, algebra);
    QVERIFY2(clean, clean ? "" : clean.error().message.c_str());
    if (hasClipOfTensors(clean->graph)) QSKIP("has a Clip between tensors");
    const auto ours = fuse(clean->graph, clean->opsets);
    QVERIFY2(ours, ours ? "" : ours.error().message.c_str());
    const std::size_t most = publishedGroups(clean->graph, clean->opsets).size();
    QVERIFY2(ours->graph.nodeCount() <= most,
             qPrintable(QStringLiteral("%1 nodes, theirs %2: ").arg(ours->graph.nodeCount()).arg(most) +
                        opsOf(ours->graph).join(QLatin1Char(' '))));
}

} // namespace

class PublishedGroupsTest : public QObject {
    Q_OBJECT

private slots:
    // The yardstick itself.
    void yardstick() {
        Net net; // a residual block and a diamond: two groups; a soft maximum is a third one
        const ValueId x = net.floats("x", {1, 3, 6, 6});
        const ValueId y = net.node("Relu", {net.node("Add", {net.conv(x, {3, 3, 3, 3}), x})});
        const ValueId z = net.node("MaxPool", {y}, {{"kernel_shape", Ints{2, 2}}});
        const ValueId s = net.node("TopK", {z, net.ints("k", {2})});
        const ValueId u = net.node("Abs", {s});
        net.output(net.node("Add", {net.node("Exp", {u}), net.node("Neg", {u})}));
        const ir::Graph graph = inferred(net);
        QCOMPARE(publishedGroups(graph, net.opsets).size(), std::size_t(4));
        Net shuffle;
        const ValueId v = shuffle.node("Relu", {shuffle.floats("x", {1, 4, 3, 3})});
        const ValueId split = shuffle.node("Reshape", {v, shuffle.ints("s1", {1, 2, 2, 3, 3})});
        const ValueId swapped = shuffle.node("Transpose", {split}, {{"perm", Ints{0, 2, 1, 3, 4}}});
        shuffle.output(
            shuffle.conv(shuffle.node("Reshape", {swapped, shuffle.ints("s2", {1, 4, 3, 3})}), {4, 4, 3, 3}));
        QCOMPARE(publishedGroups(inferred(shuffle), shuffle.opsets).size(), std::size_t(2));
    }

    void random_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 3000; seed < 3200; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void random() {
        QFETCH(unsigned, seed);
        const Net net = RandomNet(seed).make();
        compareWithPublished(inferred(net), net.opsets);
    }

    void mixed_data() {
        QTest::addColumn<unsigned>("seed");
        for (unsigned seed = 0; seed < 300; ++seed)
            QTest::addRow("%u", seed) << seed;
    }
    void mixed() {
        QFETCH(unsigned, seed);
        const Net net = MixedNet(seed).make();
        compareWithPublished(inferred(net), net.opsets);
        const History history = fused(net);
        QCOMPARE(difference(history, net), QString());
        QCOMPARE(replayDifference(history), QString());
        const auto again = fuse(history.graph, history.opsets);
        QVERIFY(again && again->steps.empty());
    }

    void models_data() {
        QTest::addColumn<QString>("file");
        for (const fs::path& each : edgewright::test::sharedModels())
            QTest::newRow(each.parent_path().filename().c_str()) << QString::fromStdString(each.string());
        const fs::path root = edgewright::test::shared("fusion-cases");
        for (const fs::path& each : edgewright::test::sharedFiles("fusion-cases", ".onnx"))
            QTest::newRow(each.lexically_relative(root).c_str()) << QString::fromStdString(each.string());
        if (root.empty()) QTest::newRow("none") << QString();
    }
    void models() {
        QFETCH(QString, file);
        if (file.isEmpty()) QSKIP(edgewright::test::sharedMissing());
        const auto model = edgewright::test::typedModel(file.toStdString(), false);
        QVERIFY2(model, "does not import");
        compareWithPublished(model->graph, model->opsets);
    }
};

EDGEWRIGHT_TEST(PublishedGroupsTest)

} // namespace edgewright::published_groups_test

#include "published_groups_test.moc"

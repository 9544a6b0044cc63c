// SPDX-License-Identifier: GPL-3.0-or-later
// Transposed convolutions between codes. Scales are powers of two, so that float32 is exact and whatever the
// rules make must give the same codes.
#include "core/exec/executor.h"
#include "core/ops/infer.h"
#include "tests/core/fusion/net.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <numeric>
#include <random>

namespace edgewright::transposed_codes_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

struct Case {
    Ints extents{5, 6}, kernel{3, 3}, strides{2, 2};
    Ints pads = {}, dilations = {}, outputPadding = {}, outputShape = {};
    std::string autoPad = {};
    std::int64_t in = 4, out = 6, groups = 1; // channels
    ir::DataType weights = ir::DataType::Int8;
    bool perChannel = false, bias = false, biasCodes = false, relu = false;
};

class TransposedNet {
public:
    explicit TransposedNet(const Case& of, unsigned seed = 3) : m_case(of), m_random(seed) {
        ir::Dims dims{2, of.in};
        dims.insert(dims.end(), of.extents.begin(), of.extents.end());
        const ValueId x = builder.input("x", {ir::DataType::Float32, dims});
        std::vector<ValueId> inputs{coded(x, 0.03125F, 120), weights()};
        if (of.bias || of.biasCodes) inputs.push_back(bias());
        std::vector<ir::Attribute> attributes{{"strides", of.strides}, {"group", of.groups}};
        const auto add = [&](const char* name, const Ints& values) {
            if (!values.empty()) attributes.push_back({name, values});
        };
        add("pads", of.pads);
        add("dilations", of.dilations);
        add("output_padding", of.outputPadding);
        add("output_shape", of.outputShape);
        if (!of.autoPad.empty()) attributes.push_back({"auto_pad", of.autoPad});
        ValueId y = builder.node("ConvTranspose", inputs, attributes);
        if (of.relu) y = builder.node("Relu", {y});
        builder.output(coded(y, 2, of.relu ? 0 : 128));
    }

    ir::GraphBuilder builder;
    ir::Opsets opsets{{"", 13}};

    ir::Graph typed() {
        ir::Graph graph = builder.take();
        return ops::inferTypes(graph, opsets).graph;
    }

private:
    std::string name() { return "c_" + std::to_string(builder.graph().valueCount()); }
    ValueId coded(ValueId x, float scale, int zero) {
        const ValueId s = builder.constant(name(), ir::Tensor::scalar<float>(scale));
        const ValueId z =
            builder.constant(name(), ir::Tensor::scalar<std::uint8_t>(static_cast<std::uint8_t>(zero)));
        return builder.node("DequantizeLinear", {builder.node("QuantizeLinear", {x, s, z}), s, z});
    }
    template <typename T>
    ValueId codes(const ir::Dims& dims, int low, int high) {
        const std::int64_t count =
            std::accumulate(dims.begin(), dims.end(), std::int64_t(1), std::multiplies<>());
        std::vector<T> made;
        for (std::int64_t i = 0; i < count; ++i)
            made.push_back(static_cast<T>(low + static_cast<int>(m_random() % unsigned(high - low + 1))));
        return builder.constant(name(), ir::Tensor::of<T>(dims, made));
    }
    std::vector<float> scales() const {
        std::vector<float> made;
        for (std::int64_t i = 0; i < (m_case.perChannel ? m_case.out / m_case.groups : 1); ++i)
            made.push_back(std::ldexp(1.0F, static_cast<int>(i % 3) - 4));
        return made;
    }
    ValueId vector(const std::vector<float>& values) {
        return builder.constant(name(), values.size() == 1
                                            ? ir::Tensor::scalar<float>(values.front())
                                            : ir::Tensor::of<float>({std::int64_t(values.size())}, values));
    }
    ValueId weights() {
        ir::Dims dims{m_case.in, m_case.out / m_case.groups};
        dims.insert(dims.end(), m_case.kernel.begin(), m_case.kernel.end());
        const bool isSigned = m_case.weights == ir::DataType::Int8;
        std::vector<ValueId> inputs{isSigned ? codes<std::int8_t>(dims, -127, 127)
                                             : codes<std::uint8_t>(dims, 0, 255)};
        inputs.push_back(vector(scales()));
        const ir::Dims channels = m_case.perChannel ? ir::Dims{m_case.out / m_case.groups} : ir::Dims{};
        if (!isSigned) inputs.push_back(codes<std::uint8_t>(channels, 90, 160));
        return builder.node("DequantizeLinear", inputs, {{"axis", std::int64_t(1)}});
    }
    ValueId bias() {
        std::vector<float> each;
        for (std::int64_t i = 0; i < m_case.out; ++i)
            each.push_back(scales()[m_case.perChannel ? std::size_t(i % (m_case.out / m_case.groups)) : 0] *
                           0.03125F);
        if (m_case.biasCodes)
            return builder.node("DequantizeLinear",
                                {codes<std::int32_t>({m_case.out}, -5000, 5000), vector(each)},
                                {{"axis", std::int64_t(0)}});
        for (float& value : each)
            value *= static_cast<float>(static_cast<int>(m_random() % 4000) - 2000);
        return vector(each);
    }

    Case m_case;
    std::mt19937 m_random;
};

Options integersOnly() {
    return only({"qdq_transposed_to_conv", "qdq_to_integer", "qdq_moves_codes", "eliminate_unused"});
}

} // namespace

class TransposedCodesTest : public QObject {
    Q_OBJECT

    static void compare(const Case& of, bool moves, bool crops) {
        TransposedNet net(of);
        const History history = *fuse(net.typed(), net.opsets, integersOnly());
        QVERIFY2(!history.steps.empty(), qPrintable(reasonOf(history, "qdq_transposed_to_conv")));
        const QStringList ops = opsOf(history.graph);
        QVERIFY2(ops.contains(QStringLiteral("QLinearConv")), qPrintable(ops.join(u' ')));
        QVERIFY(!ops.contains(QStringLiteral("ConvTranspose")));
        QVERIFY(!ops.contains(QStringLiteral("Conv")));
        QCOMPARE(ops.contains(QStringLiteral("DepthToSpace")) || ops.contains(QStringLiteral("Reshape")),
                 moves);
        QCOMPARE(ops.contains(QStringLiteral("Slice")), crops);
        const auto feeds = ir::seededFeeds(history.base, 5);
        QVERIFY(feeds);
        const auto before = exec::run(history.base, net.opsets, *feeds, {});
        const auto after = exec::run(history.graph, history.opsets, *feeds, {});
        QVERIFY2(before && after, after ? "" : after.error().message.c_str());
        const ir::Tensor &a = before->outputs[0], &b = after->outputs[0];
        QCOMPARE(QString::fromStdString(a.type().text()), QString::fromStdString(b.type().text()));
        std::set<float> seen;
        for (std::size_t i = 0; i < a.as<float>().size(); ++i) {
            seen.insert(a.as<float>()[i]);
            QCOMPARE(b.as<float>()[i], a.as<float>()[i]);
        }
        QVERIFY(seen.size() > 10); // what is compared is not all clamped
        QCOMPARE(replayDifference(history), QString());
    }

private slots:
    void same_data() {
        QTest::addColumn<Case>("of");
        QTest::addColumn<bool>("moves");
        QTest::addColumn<bool>("crops");
        const auto row = [](const char* name, Case of, bool moves, bool crops) {
            QTest::newRow(name) << of << moves << crops;
        };
        row("kernel 2, stride 2", {.kernel = {2, 2}}, true, false);
        row("kernel 4, stride 2, pad 1", {.kernel = {4, 4}, .pads = {1, 1, 1, 1}}, true, true);
        row("kernel 3, stride 2, pad 1, one more",
            {.pads = {1, 1, 1, 1}, .outputPadding = {1, 1}, .perChannel = true, .bias = true}, true, false);
        row("stride 1", {.strides = {1, 1}, .pads = {1, 0, 1, 2}, .biasCodes = true}, false, false);
        row("gaps", {.kernel = {2, 1}, .strides = {3, 3}, .relu = true}, true, true);
        row("other strides", {.kernel = {5, 2}, .strides = {3, 1}, .pads = {2, 0, 0, 1}, .perChannel = true},
            true, false);
        row("dilated", {.pads = {1, 2, 2, 1}, .dilations = {2, 3}}, true, false);
        row("groups", {.groups = 2, .perChannel = true, .biasCodes = true}, true, true);
        row("depthwise", {.kernel = {4, 4}, .pads = {1, 1, 1, 1}, .in = 6, .groups = 6, .bias = true}, true,
            true);
        row("unsigned weights",
            {.kernel = {4, 3}, .weights = ir::DataType::UInt8, .perChannel = true, .biasCodes = true}, true,
            true);
        row("one channel", {.kernel = {2, 2}, .out = 1, .biasCodes = true}, true, false);
        row("one channel, float bias", {.kernel = {2, 2}, .out = 1, .perChannel = true, .bias = true}, true,
            false);
        row("one axis", {.extents = {9}, .kernel = {4}, .strides = {2}, .pads = {1, 1}}, true, true);
        row("three axes",
            {.extents = {3, 4, 2}, .kernel = {2, 3, 2}, .strides = {2, 2, 1}, .pads = {0, 1, 0, 0, 1, 1}}, true,
            true);
        row("asked for a shape", {.outputShape = {10, 11}}, true, true);
        row("same", {.autoPad = "SAME_UPPER"}, true, false);
    }
    void same() {
        QFETCH(Case, of);
        QFETCH(bool, moves);
        QFETCH(bool, crops);
        compare(of, moves, crops);
    }

    // Sizes at random: every output is what it was.
    void anySizes() {
        std::mt19937 random(11);
        const auto from = [&](int low, int high) {
            return std::int64_t(low) + std::int64_t(random() % unsigned(high - low + 1));
        };
        int applied = 0;
        for (int i = 0; i < 60; ++i) {
            Case of;
            of.groups = from(1, 2);
            of.in = of.groups * from(1, 3), of.out = of.groups * from(1, 3);
            for (std::size_t axis = 0; axis < 2; ++axis) {
                of.extents[axis] = from(2, 6);
                of.kernel[axis] = from(1, 5);
                of.strides[axis] = from(1, 4);
            }
            of.pads = {from(0, 2), from(0, 2), from(0, 2), from(0, 2)};
            of.dilations = {from(1, 2), from(1, 2)};
            of.perChannel = random() % 2 == 0;
            TransposedNet net(of, static_cast<unsigned>(random()));
            const ir::Graph graph = net.typed();
            if (!graph.value(graph.outputs.front()).type.dims()) continue; // pads that leave nothing
            const History history = *fuse(graph, net.opsets, integersOnly());
            if (!opsOf(history.graph).contains(QStringLiteral("QLinearConv"))) {
                QVERIFY(reasonOf(history, "qdq_transposed_to_conv").contains(QStringLiteral("pads")));
                continue;
            }
            ++applied;
            const auto feeds = ir::seededFeeds(history.base, 5);
            const auto before = exec::run(history.base, net.opsets, *feeds, {});
            const auto after = exec::run(history.graph, history.opsets, *feeds, {});
            QVERIFY2(before && after, after ? "" : after.error().message.c_str());
            QVERIFY(std::ranges::equal(before->outputs[0].as<float>(), after->outputs[0].as<float>()));
        }
        QVERIFY(applied > 30);
    }

    void refused() {
        Case of;
        of.perChannel = true;
        TransposedNet net(of);
        ir::Graph graph = net.builder.take();
        for (const NodeId id : graph.order())
            if (graph.node(id).is("DequantizeLinear") && graph.node(id).find("axis"))
                graph.node(id).set("axis", std::int64_t(0));
        const History history = *fuse(ops::inferTypes(graph, net.opsets).graph, net.opsets, integersOnly());
        QVERIFY(opsOf(history.graph).contains(QStringLiteral("ConvTranspose")));
        QVERIFY(!reasonOf(history, "qdq_transposed_to_conv").isEmpty());
    }
};

EDGEWRIGHT_TEST(TransposedCodesTest)

} // namespace edgewright::transposed_codes_test

#include "transposed_codes_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Layers with their channels last do what those of the standard do on tensors that were turned.
#include "tests/core/ops/attention_reference.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <numeric>
#include <set>

namespace edgewright::channels_last_test {

using namespace edgewright::test;
using ir::Tensor;

namespace {

constexpr const char *Microsoft = "com.microsoft", *Internal = "com.ms.internal.nhwc",
                     *Qonnx = "qonnx.custom_op.channels_last";

// [N, H, W, C] of [N, C, H, W].
Tensor turned(const Tensor& first) {
    const auto out = Probe("Transpose", 13).attribute("perm", Ints{0, 2, 3, 1}).input(first).run();
    return out ? out[0] : Tensor();
}

Tensor codes(ir::Dims dims, int seed) {
    std::vector<std::uint8_t> values(static_cast<std::size_t>(
        std::accumulate(dims.begin(), dims.end(), std::int64_t(1), std::multiplies<>())));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<std::uint8_t>((i * 37 + static_cast<std::size_t>(seed)) % 251);
    return Tensor::of<std::uint8_t>(std::move(dims), values);
}

} // namespace

class ChannelsLastTest : public QObject {
    Q_OBJECT

    std::mt19937 m_engine{7};
    Tensor random(ir::Dims dims) { return randomTensor(m_engine, std::move(dims)); }

    // A node of the standard, its inputs, and which of them the other one reads turned.
    struct Layer {
        const char* name;
        const char* standard;
        std::vector<std::pair<std::string, ir::AttributeValue>> attributes;
        std::vector<Tensor> inputs;
        std::vector<std::size_t> last = {0};
        const char* standardDomain = "";
    };
    static void compare(const char* domain, const Layer& layer) {
        Probe standard(layer.standard, layer.standardDomain[0] == 0 ? 22 : 1, layer.standardDomain);
        Probe asked(layer.name, 1, domain);
        for (const auto& [name, value] : layer.attributes) {
            standard.attribute(name, value);
            asked.attribute(name, value);
        }
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            standard.input(layer.inputs[i]);
            const bool isLast = std::ranges::find(layer.last, i) != layer.last.end();
            asked.input(isLast ? turned(layer.inputs[i]) : layer.inputs[i]);
        }
        const auto wanted = standard.run();
        QVERIFY2(wanted, wanted.text());
        const auto got = asked.run(); // looks that the types are those that were announced, too
        QVERIFY2(got, got.text());
        const Tensor expected = turned(wanted[0]);
        QCOMPARE(got[0].type().text(), expected.type().text());
        for (std::int64_t i = 0; i < expected.elements(); ++i)
            QVERIFY(close(ir::elementAsDouble(got[0], i), ir::elementAsDouble(expected, i)));
    }

    std::vector<std::pair<const char*, Layer>> layers() {
        const Ints pads{1, 0, 1, 1};
        const auto x = random({2, 4, 5, 6});
        const auto w = random({6, 2, 3, 2});
        const std::vector<std::pair<std::string, ir::AttributeValue>> window{
            {"strides", Ints{2, 1}}, {"pads", pads}, {"group", std::int64_t(2)}};
        const std::vector<std::pair<std::string, ir::AttributeValue>> pool{
            {"kernel_shape", Ints{3, 2}}, {"strides", Ints{2, 1}}, {"pads", pads}};
        std::vector<std::pair<const char*, Layer>> all;
        const auto add = [&](const char* domain, Layer layer) { all.emplace_back(domain, std::move(layer)); };
        add(Microsoft, {"NhwcConv", "Conv", window, {x, w, random({6})}});
        auto fused = window;
        fused.emplace_back("activation", std::string("Relu"));
        const Layer fusedLayer{"NhwcFusedConv", "FusedConv", fused, {x, w, random({6}), random({2, 6, 3, 6})},
                               {0, 3},          Microsoft};
        add(Microsoft, fusedLayer);
        add(Microsoft, {"NhwcMaxPool", "MaxPool", pool, {codes({2, 4, 5, 6}, 3)}});
        Layer internal = fusedLayer;
        internal.name = "FusedConv";
        add(Internal, internal);
        add(Internal, {"Conv", "Conv", window, {x, w}});
        add(Internal, {"ConvTranspose", "ConvTranspose", {{"strides", Ints{2, 2}}}, {x, random({4, 3, 2, 2})}});
        const auto scale = Tensor::scalar(0.02f);
        const auto zero = Tensor::scalar(std::uint8_t(120));
        add(Internal, {"QLinearConv",
                       "QLinearConv",
                       {{"pads", pads}},
                       {codes({2, 4, 5, 6}, 5), scale, zero, codes({3, 4, 2, 2}, 9), scale, zero,
                        Tensor::scalar(0.3f), zero}});
        add(Internal, {"MaxPool", "MaxPool", pool, {x}});
        add(Internal, {"AveragePool", "AveragePool", pool, {x}});
        add(Internal, {"GlobalMaxPool", "GlobalMaxPool", {}, {x}});
        add(Internal, {"GlobalAveragePool", "GlobalAveragePool", {}, {x}});
        const auto positive = Tensor::of<float>({4}, {0.5f, 1, 2, 3});
        const std::vector<Tensor> normalised{x, random({4}), random({4}), random({4}), positive};
        add(Internal, {"BatchNormalization", "BatchNormalization", {}, normalised});
        add(Internal, {"InstanceNormalization", "InstanceNormalization", {}, {x, random({4}), random({4})}});
        add(Internal, {"LRN", "LRN", {{"size", std::int64_t(3)}}, {x}});
        add(Internal, {"DepthToSpace", "DepthToSpace", {{"blocksize", std::int64_t(2)}}, {x}});
        add(Internal,
            {"SpaceToDepth", "SpaceToDepth", {{"blocksize", std::int64_t(2)}}, {random({1, 3, 4, 2})}});
        add(Internal, {"GridSample", "GridSample", {}, {x, random({2, 3, 4, 2})}});
        add(Qonnx, {"Conv", "Conv", window, {x, w}, {0, 1}});
        add(Qonnx, {"MaxPool", "MaxPool", pool, {x}});
        add(Qonnx, {"BatchNormalization", "BatchNormalization", {}, normalised});
        // The attribute of ONNX Runtime's integer operators.
        Layer average{"QLinearAveragePool",
                      "QLinearAveragePool",
                      pool,
                      {codes({2, 4, 5, 6}, 3), scale, zero, scale, zero},
                      {0},
                      Microsoft};
        add(Microsoft, average);
        return all;
    }

private slots:
    void asTheStandardTurned_data() {
        QTest::addColumn<int>("index");
        int index = 0;
        for (const auto& [domain, layer] : layers())
            QTest::addRow("%s.%s", domain, layer.name) << index++;
    }
    void asTheStandardTurned() {
        QFETCH(int, index);
        auto [domain, layer] = layers()[static_cast<std::size_t>(index)];
        if (std::string(layer.name) != "QLinearAveragePool") return compare(domain, layer);
        Probe standard(layer.name, 1, Microsoft), asked(layer.name, 1, Microsoft);
        asked.attribute("channels_last", std::int64_t(1));
        for (const auto& [name, value] : layer.attributes) {
            standard.attribute(name, value);
            asked.attribute(name, value);
        }
        for (std::size_t i = 0; i < layer.inputs.size(); ++i) {
            standard.input(layer.inputs[i]);
            asked.input(i == 0 ? turned(layer.inputs[i]) : layer.inputs[i]);
        }
        const auto wanted = standard.run(), got = asked.run();
        QVERIFY2(wanted && got, wanted ? got.text() : wanted.text());
        QCOMPARE(got[0].type().text(), turned(wanted[0]).type().text());
        for (std::int64_t i = 0; i < got[0].elements(); ++i)
            QCOMPARE(ir::elementAsInt64(got[0], i), ir::elementAsInt64(turned(wanted[0]), i));
    }

    // Each row of the table is compared above.
    void everyLayerIsCompared() {
        std::set<std::pair<std::string, std::string>> compared;
        for (const auto& [domain, layer] : layers())
            compared.emplace(domain, layer.name);
        for (const ops::Operator* op : ops::catalogue())
            if (op->domain == Internal || op->domain == Qonnx || op->name.starts_with("Nhwc"))
                QVERIFY2(compared.contains({std::string(op->domain), std::string(op->name)}), op->name.data());
    }

    void openShapesStayOpen() {
        const ir::TensorType image(ir::DataType::Float32,
                                   std::vector<ir::Dim>{ir::Dim(1), ir::Dim(), ir::Dim(8), ir::Dim(4)});
        const auto out = Probe("NhwcConv", 1, Microsoft)
                             .typed(image)
                             .typed({ir::DataType::Float32, ir::Dims{6, 4, 3, 3}})
                             .infer();
        QVERIFY2(out, out.text());
        QCOMPARE(out.types[0].text(), std::string("float32[1,?,6,6]"));
        QVERIFY(Probe("NhwcConv", 1, Microsoft).input(random({2, 3})).input(random({6, 4, 3, 3})).run().error);
    }
};

EDGEWRIGHT_TEST(ChannelsLastTest)

} // namespace edgewright::channels_last_test

#include "channels_last_test.moc"

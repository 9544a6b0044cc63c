// SPDX-License-Identifier: GPL-3.0-or-later
// Operators as matrix products, counted by hand, and what a graph with loops, branches and functions
// multiplies.
#include "core/ops/work.h"

#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <set>

namespace edgewright::matrix_products_test {

using namespace edgewright::ops;

namespace {

using Ints = std::vector<std::int64_t>;
using Floats = std::vector<float>;

constexpr const char *Microsoft = "com.microsoft", *Learning = "ai.onnx.ml", *Nhwc = "com.ms.internal.nhwc",
                     *Qonnx = "qonnx.custom_op.channels_last";

ir::TensorType floats(ir::Dims dims) { return {ir::DataType::Float32, std::move(dims)}; }

const ir::Dims Omitted{-1};

struct Case {
    const char* domain;
    const char* op;
    std::vector<ir::Dims> inputs;
    std::vector<ir::Dims> outputs;
    std::vector<ir::Attribute> attributes;
};

std::set<const Operator*> counted;

std::string productsOf(const Case& it) {
    ir::Node node;
    node.domain = it.domain;
    node.op = it.op;
    node.attributes = it.attributes;
    std::vector<ir::TensorType> inputs, outputs;
    for (const ir::Dims& dims : it.inputs) {
        node.inputs.push_back(dims == Omitted ? ValueId() : ValueId(inputs.size()));
        inputs.push_back(dims == Omitted ? ir::TensorType() : floats(dims));
    }
    for (const ir::Dims& dims : it.outputs) {
        node.outputs.push_back(ValueId(100 + outputs.size()));
        outputs.push_back(floats(dims));
    }
    const Operator* op = find(node.domain, node.op);
    if (!op || !op->products) return "no products";
    counted.insert(op);
    const auto products = op->products(node, inputs, outputs);
    if (!products) return products.error().message;
    std::string text;
    for (const MatrixProduct& each : *products)
        text += (text.empty() ? "" : " ") + std::to_string(each.count) + "*" + std::to_string(each.m) + "x" +
                std::to_string(each.n) + "x" + std::to_string(each.k);
    return text;
}

} // namespace

class MatrixProductsTest : public QObject {
    Q_OBJECT

private slots:
    void byHand_data() {
        QTest::addColumn<QString>("expected"); // count * m x n x k
        QTest::addColumn<QString>("found");
        const auto row = [](const char* name, const char* expected, const Case& it) {
            QTest::newRow(name) << QString::fromLatin1(expected) << QString::fromStdString(productsOf(it));
        };
        const ir::Attribute groups2{"group", std::int64_t(2)};
        row("Conv", "4*36x3x18", {"", "Conv", {{2, 4, 8, 8}, {6, 2, 3, 3}}, {{2, 6, 6, 6}}, {groups2}});
        row("FusedConv", "1*36x6x36",
            {Microsoft, "FusedConv", {{1, 4, 8, 8}, {6, 4, 3, 3}}, {{1, 6, 6, 6}}, {}});
        row("ConvInteger", "1*36x6x36", {"", "ConvInteger", {{1, 4, 8, 8}, {6, 4, 3, 3}}, {{1, 6, 6, 6}}, {}});
        row("QLinearConv", "1*36x6x36",
            {"", "QLinearConv", {{1, 4, 8, 8}, ir::Dims{}, ir::Dims{}, {6, 4, 3, 3}}, {{1, 6, 6, 6}}, {}});
        row("com.microsoft.QLinearConv", "1*36x6x36",
            {Microsoft,
             "QLinearConv",
             {{1, 8, 8, 4}, ir::Dims{}, ir::Dims{}, {6, 4, 3, 3}},
             {{1, 6, 6, 6}},
             {{"channels_last", std::int64_t(1)}}});
        struct Named {
            const char *label, *domain, *name;
        };
        for (const auto& [label, domain, name] :
             {Named{"NhwcConv", Microsoft, "NhwcConv"}, Named{"NhwcFusedConv", Microsoft, "NhwcFusedConv"},
              Named{"com.ms.internal.nhwc.Conv", Nhwc, "Conv"},
              Named{"com.ms.internal.nhwc.FusedConv", Nhwc, "FusedConv"}})
            row(label, "1*36x6x36", {domain, name, {{1, 8, 8, 4}, {6, 4, 3, 3}}, {{1, 6, 6, 6}}, {}});
        row("com.ms.internal.nhwc.QLinearConv", "1*36x6x36",
            {Nhwc, "QLinearConv", {{1, 8, 8, 4}, ir::Dims{}, ir::Dims{}, {6, 4, 3, 3}}, {{1, 6, 6, 6}}, {}});
        row("com.ms.internal.nhwc.ConvTranspose", "4*81x20x2",
            {Nhwc, "ConvTranspose", {{2, 9, 9, 4}, {4, 5, 2, 2}}, {{2, 10, 10, 10}}, {groups2}});
        row("qonnx.custom_op.channels_last.Conv", "1*36x6x36",
            {Qonnx, "Conv", {{1, 8, 8, 4}, {6, 3, 3, 4}}, {{1, 6, 6, 6}}, {}});
        // The channels are those that the weights have, where the input's blocks have more.
        row("com.microsoft.nchwc.Conv", "1*36x8x36",
            {"com.microsoft.nchwc", "Conv", {{1, 8, 8, 8}, {8, 4, 3, 3}}, {{1, 8, 6, 6}}, {}});
        row("DeformConv", "1*36x6x36",
            {"", "DeformConv", {{1, 4, 8, 8}, {6, 4, 3, 3}, {1, 18, 6, 6}}, {{1, 6, 6, 6}}, {}});
        // Every input pixel meets every tap.
        row("ConvTranspose", "4*81x20x2",
            {"", "ConvTranspose", {{2, 4, 9, 9}, {4, 5, 2, 2}}, {{2, 10, 10, 10}}, {groups2}});
        row("CausalConvWithState", "6*10x1x4",
            {"", "CausalConvWithState", {{2, 3, 10}, {3, 1, 4}}, {{2, 3, 10}}, {}});
        row("MatMul", "1*15x11x7", {"", "MatMul", {{3, 5, 7}, {7, 11}}, {{3, 5, 11}}, {}});
        row("MatMulInteger", "6*5x11x7", {"", "MatMulInteger", {{6, 5, 7}, {6, 7, 11}}, {{6, 5, 11}}, {}});
        row("QLinearMatMul", "1*5x11x7",
            {"", "QLinearMatMul", {{5, 7}, ir::Dims{}, ir::Dims{}, {7, 11}}, {{5, 11}}, {}});
        row("MatMulIntegerToFloat", "1*5x11x7",
            {Microsoft, "MatMulIntegerToFloat", {{5, 7}, {7, 11}}, {{5, 11}}, {}});
        row("DynamicQuantizeMatMul", "1*5x11x7",
            {Microsoft, "DynamicQuantizeMatMul", {{5, 7}, {7, 11}}, {{5, 11}}, {}});
        row("MatMulNBits", "1*6x11x7",
            {Microsoft,
             "MatMulNBits",
             {{2, 3, 7}},
             {{2, 3, 11}},
             {{"N", std::int64_t(11)}, {"K", std::int64_t(7)}, {"block_size", std::int64_t(16)}}});
        row("FusedMatMul", "6*5x11x7",
            {Microsoft,
             "FusedMatMul",
             {{6, 7, 5}, {6, 11, 7}},
             {{6, 5, 11}},
             {{"transA", std::int64_t(1)}, {"transB", std::int64_t(1)}}});
        const std::vector<ir::Attribute> turned{{"transA", std::int64_t(1)}, {"transB", std::int64_t(1)}};
        row("Gemm", "1*5x11x7", {"", "Gemm", {{7, 5}, {11, 7}}, {{5, 11}}, turned});
        row("FusedGemm", "1*5x11x7", {Microsoft, "FusedGemm", {{7, 5}, {11, 7}}, {{5, 11}}, turned});
        row("QGemm", "1*5x11x7",
            {Microsoft, "QGemm", {{7, 5}, ir::Dims{}, ir::Dims{}, {11, 7}}, {{5, 11}}, turned});

        // Both directions; peepholes (the last input) are no matrix product.
        row("LSTM", "2*20x24x8 20*2x24x6",
            {"",
             "LSTM",
             {{10, 2, 8}, {2, 24, 8}, {2, 24, 6}, Omitted, Omitted, Omitted, Omitted, {2, 18}},
             {{10, 2, 2, 6}},
             {}});
        row("LSTM, batch first", "1*20x24x8 10*2x24x6",
            {"", "LSTM", {{2, 10, 8}, {1, 24, 8}, {1, 24, 6}}, {{2, 10, 1, 6}}, {{"layout", std::int64_t(1)}}});
        row("RNN", "1*20x6x8 10*2x6x6", {"", "RNN", {{10, 2, 8}, {1, 6, 8}, {1, 6, 6}}, {{10, 1, 2, 6}}, {}});
        row("GRU", "1*20x18x8 10*2x12x6 10*2x6x6",
            {"", "GRU", {{10, 2, 8}, {1, 18, 8}, {1, 18, 6}}, {{10, 1, 2, 6}}, {}});
        row("GRU, reset after", "1*20x18x8 10*2x18x6",
            {"",
             "GRU",
             {{10, 2, 8}, {1, 18, 8}, {1, 18, 6}},
             {{10, 1, 2, 6}},
             {{"linear_before_reset", std::int64_t(1)}}});

        const ir::Attribute heads{"num_heads", std::int64_t(4)};
        row("Attention", "8*3x5x6 8*3x7x5",
            {"", "Attention", {{2, 4, 3, 6}, {2, 2, 5, 6}, {2, 2, 5, 7}}, {{2, 4, 3, 7}}, {}});
        row("Attention with a cache", "8*3x9x6 8*3x7x9",
            {"",
             "Attention",
             {{2, 4, 3, 6}, {2, 2, 5, 6}, {2, 2, 5, 7}, Omitted, {2, 2, 4, 6}, {2, 2, 4, 7}},
             {{2, 4, 3, 7}},
             {}});
        row("FlexAttention", "8*3x5x6 8*3x7x5",
            {"ai.onnx.preview",
             "FlexAttention",
             {{2, 4, 3, 6}, {2, 2, 5, 6}, {2, 2, 5, 7}},
             {{2, 4, 3, 7}},
             {}});
        row("com.microsoft.Attention", "1*6x24x8 8*3x3x2 8*3x2x3",
            {Microsoft, "Attention", {{2, 3, 8}, {8, 24}}, {{2, 3, 8}}, {heads}});
        row("com.microsoft.Attention with a cache", "1*6x24x8 8*3x8x2 8*3x2x8",
            {Microsoft,
             "Attention",
             {{2, 3, 8}, {8, 24}, Omitted, Omitted, {2, 2, 4, 5, 2}},
             {{2, 3, 8}},
             {heads}});
        row("MultiHeadAttention", "8*3x5x2 8*3x4x5",
            {Microsoft, "MultiHeadAttention", {{2, 3, 8}, {2, 5, 8}, {2, 5, 16}}, {{2, 3, 16}}, {heads}});
        const std::vector<ir::Attribute> shared{heads, {"kv_num_heads", std::int64_t(2)}};
        row("GroupQueryAttention", "8*3x9x2 8*3x2x9",
            {Microsoft,
             "GroupQueryAttention",
             {{2, 3, 8}, {2, 3, 4}, {2, 3, 4}, {2, 2, 9, 2}, {2, 2, 9, 2}},
             {{2, 3, 8}, {2, 2, 9, 2}, {2, 2, 9, 2}},
             shared});
        row("GroupQueryAttention, packed, without a cache", "8*3x3x2 8*3x2x3",
            {Microsoft, "GroupQueryAttention", {{2, 3, 16}}, {{2, 3, 8}}, shared});
        row("DecoderMaskedMultiHeadAttention", "8*1x10x2 8*1x2x10",
            {Microsoft,
             "DecoderMaskedMultiHeadAttention",
             {{2, 1, 8}, {2, 1, 8}, {2, 1, 8}, Omitted, Omitted, {2, 4, 9, 2}, {2, 4, 9, 2}},
             {{2, 1, 8}},
             {heads}});
        row("DecoderMaskedMultiHeadAttention, keys of another network", "8*1x5x2 8*1x2x5",
            {Microsoft,
             "DecoderMaskedMultiHeadAttention",
             {{2, 1, 8}, {2, 4, 5, 2}, {2, 4, 5, 2}},
             {{2, 1, 8}},
             {heads}});
        // Each token goes through two experts.
        const ir::Attribute two{"k", std::int64_t(2)};
        row("MoE", "4*3x8x6 4*3x6x8",
            {Microsoft, "MoE", {{2, 3, 6}, {6, 4}, {4, 8, 6}, Omitted, {4, 6, 8}}, {{2, 3, 6}}, {two}});
        row("QMoE, three products", "2*1x8x6 2*1x6x8 2*1x8x6",
            {Microsoft,
             "QMoE",
             {{1, 6}, {1, 4}, {4, 8, 6}, {4, 8}, Omitted, {4, 6, 8}, {4, 6}, Omitted, {4, 8, 6}},
             {{1, 6}},
             {two}});
        // Per step and key head: the delta, the update, a row for each of two query heads.
        row("LinearAttention", "12*1x7x6 12*6x7x1 12*2x7x6",
            {"",
             "LinearAttention",
             {{2, 3, 24}, {2, 3, 12}, {2, 3, 14}, Omitted, {2, 3, 2}, {2, 3, 2}},
             {{2, 3, 28}},
             {{"q_num_heads", std::int64_t(4)}, {"kv_num_heads", std::int64_t(2)}}});

        row("GatedDeltaNet", "20*1x7x6 20*6x7x1 20*1x7x6", // five tokens, four states
            {Microsoft,
             "GatedDeltaNet",
             {{5, 2, 6}, {5, 2, 6}, {5, 4, 7}, Omitted, {5, 4}, {5, 4}},
             {{5, 4, 7}},
             {}});
        row("com.microsoft.LinearAttention", "12*1x7x6 12*6x7x1 12*2x7x6",
            {Microsoft,
             "LinearAttention",
             {{2, 3, 24}, {2, 3, 12}, {2, 3, 14}, Omitted, {2, 3, 2}, {2, 3, 2}},
             {{2, 3, 28}},
             {{"q_num_heads", std::int64_t(4)}, {"kv_num_heads", std::int64_t(2)}}});
        row("com.microsoft.CausalConvWithState", "6*10x1x4",
            {Microsoft, "CausalConvWithState", {{2, 3, 10}, {3, 1, 4}}, {{2, 3, 10}}, {}});
        row("ConvTransposeWithDynamicPads", "4*81x20x2",
            {Microsoft,
             "ConvTransposeWithDynamicPads",
             {{2, 4, 9, 9}, {4, 5, 2, 2}},
             {{2, 10, 10, 10}},
             {groups2}});
        row("QAttention", "1*6x24x8 8*3x3x2 8*3x2x3",
            {Microsoft, "QAttention", {{2, 3, 8}, {8, 24}}, {{2, 3, 8}}, {heads}});
        row("QAttention with a cache", "1*6x24x8 8*3x8x2 8*3x2x8",
            {Microsoft,
             "QAttention",
             {{2, 3, 8}, {8, 24}, Omitted, Omitted, Omitted, Omitted, Omitted, Omitted, {2, 2, 4, 5, 2}},
             {{2, 3, 8}},
             {heads}});
        row("DecoderMaskedSelfAttention", "1*3x24x8 12*1x16x2 12*1x2x16",
            {Microsoft,
             "DecoderMaskedSelfAttention",
             {{3, 1, 8}, {8, 24}, {24}, Omitted, {2, 3, 4, 16, 2}},
             {{3, 1, 8}, {2, 3, 4, 16, 2}},
             {heads}});
        row("GemmFloat8", "1*5x11x7",
            {Microsoft, "GemmFloat8", {{5, 7}, {11, 7}}, {{5, 11}}, {{"transB", std::int64_t(1)}}});
        row("VarlenCausalConvWithState", "5*7x1x4",
            {Microsoft,
             "VarlenCausalConvWithState",
             {{7, 5}, {5, 1, 4}, {3}, Omitted, {2, 5, 3}},
             {{7, 5}},
             {}});
        // Seven tokens of two sequences, of which the longer one has five.
        row("PackedAttention", "1*7x24x8 8*5x5x2 8*5x2x5",
            {Microsoft, "PackedAttention", {{7, 8}, {8, 24}, {24}, {2, 5}, {3}}, {{7, 8}}, {heads}});
        row("PackedMultiHeadAttention", "8*5x5x2 8*5x3x5",
            {Microsoft,
             "PackedMultiHeadAttention",
             {{7, 8}, {7, 8}, {7, 12}, Omitted, {2, 5}, {3}},
             {{7, 12}},
             {heads}});
        // Two sequences of three tokens, two heads: as many queries of five numbers, for eight columns of
        // gates.
        row("GatedRelativePositionBias", "1*12x8x5",
            {Microsoft,
             "GatedRelativePositionBias",
             {{2, 3, 10}, {10}, {1, 2, 3, 3}, {5, 8}},
             {{2, 2, 3, 3}},
             {}});
        // W is [directions, input, 4 H].
        row("DynamicQuantizeLSTM", "1*20x24x8 10*2x24x6",
            {Microsoft, "DynamicQuantizeLSTM", {{10, 2, 8}, {1, 8, 24}, {1, 6, 24}}, {{10, 1, 2, 6}}, {}});
        for (const char* name : {"FusedMatMulActivation", "TransposeMatMul", "GemmFastGelu", "MatMulInteger16"})
            row(name, "1*5x11x7", {Microsoft, name, {{5, 7}, {7, 11}}, {{5, 11}}, {}});
        row("MatMulBnb4", "1*6x11x7",
            {Microsoft,
             "MatMulBnb4",
             {{2, 3, 7}},
             {{2, 3, 11}},
             {{"N", std::int64_t(11)}, {"K", std::int64_t(7)}, {"block_size", std::int64_t(16)}}});
        const std::vector<ir::Attribute> rows32{{"K", std::int64_t(32)}, {"block_size", std::int64_t(16)}};
        const auto with = [&](std::vector<ir::Attribute> more) {
            more.insert(more.end(), rows32.begin(), rows32.end());
            return more;
        };
        row("MatMulNBitsMlp", "1*6x11x32 1*6x11x32",
            {Microsoft, "MatMulNBitsMlp", {{2, 3, 32}}, {{2, 3, 11}}, with({{"N", std::int64_t(11)}})});
        row("MatMulNBitsQkv", "1*6x8x32 1*6x4x32 1*6x4x32",
            {Microsoft,
             "MatMulNBitsQkv",
             {{2, 3, 32}},
             {{2, 3, 8}, {2, 3, 4}, {2, 3, 4}},
             with({{"Nq", std::int64_t(8)}, {"Nkv", std::int64_t(4)}})});
        row("MatMulBlockQuantizedFp4Weight", "1*6x11x32", // two weights in a byte
            {Microsoft, "MatMulBlockQuantizedFp4Weight", {{2, 3, 32}, {11, 16}, {11, 2}}, {{2, 3, 11}}, {}});
        row("MatMulBlockQuantizedFp8Weight", "1*6x11x32",
            {Microsoft, "MatMulBlockQuantizedFp8Weight", {{2, 3, 32}, {11, 32}, {11, 1}}, {{2, 3, 11}}, {}});
        for (const char* name : {"BeamSearch", "EPContext", "GreedySearch", "PagedAttention", "Sampling",
                                 "SparseAttention", "WhisperBeamSearch"})
            row(name, "its work depends on the data, so it has no cost",
                {Microsoft, name, {{2, 3, 8}}, {{2, 3}}, {}});

        const auto einsum = [&](const char* equation, const char* expected, std::vector<ir::Dims> in) {
            row(equation, expected,
                {"", "Einsum", std::move(in), {ir::Dims{1}}, {{"equation", std::string(equation)}}});
        };
        einsum("bij,bjk->bik", "2*3x5x4", {{2, 3, 4}, {2, 4, 5}});
        einsum("bij,kj->bik", "1*6x5x4", {{2, 3, 4}, {5, 4}});
        einsum("i,j->ij", "1*3x4x1", {{3}, {4}});
        einsum("ij,ij->", "1*1x1x12", {{3, 4}, {3, 4}});
        einsum("...ij,...jk->...ik", "2*3x5x4", {{2, 3, 4}, {2, 4, 5}});
        einsum("bi,bi->bi", "6*1x1x1", {{2, 3}, {2, 3}});
        einsum("ij,jk,kl->il", "1*2x5x12", {{2, 3}, {3, 4}, {4, 5}});
        einsum("ij->ji", "", {{3, 4}});

        row("LinearRegressor", "1*5x3x7",
            {Learning, "LinearRegressor", {{5, 7}}, {{5, 3}}, {{"targets", std::int64_t(3)}}});
        row("LinearClassifier", "1*5x3x7",
            {Learning, "LinearClassifier", {{5, 7}}, {{5}, {5, 3}}, {{"classlabels_ints", Ints{0, 1, 2}}}});
        row("SVMRegressor", "1*5x3x2 1*5x1x3",
            {Learning, "SVMRegressor", {{5, 2}}, {{5, 1}}, {{"n_supports", std::int64_t(3)}}});
        row("SVMClassifier", "1*5x4x2 1*5x1x4",
            {Learning,
             "SVMClassifier",
             {{5, 2}},
             {{5}, {5, 2}},
             {{"classlabels_ints", Ints{0, 1}},
              {"vectors_per_class", Ints{2, 2}},
              {"support_vectors", Floats(8, 1.0f)},
              {"coefficients", Floats(4, 1.0f)},
              {"rho", Floats{0.5f}}}});
    }
    void byHand() {
        QFETCH(QString, expected);
        QFETCH(QString, found);
        QCOMPARE(found, expected);
    }

    void byHandIsWholeCatalogue() {
        QVERIFY(!counted.empty()); // by the rows of byHand
        for (const Operator* op : catalogue())
            QVERIFY2(!op->products || counted.contains(op), std::string(op->name).c_str());
    }

    void openShapesAreNoProducts() {
        for (const Operator* op : catalogue()) {
            if (!op->products) continue;
            ir::Node node;
            node.domain = std::string(op->domain);
            node.op = std::string(op->name);
            const std::vector<ir::TensorType> open(12, ir::TensorType(ir::DataType::Float32));
            QVERIFY2(!op->products(node, open, open), node.op.c_str());
            QVERIFY2(!op->products(node, {}, {}) || macsOf(*op->products(node, {}, {})) == 0, node.op.c_str());
        }
    }

    void countsSaturate() {
        const std::int64_t large = std::int64_t(1) << 40;
        QCOMPARE((MatrixProduct{.m = large, .n = large, .k = 1}.macs()), INT64_MAX);
        QCOMPARE((MatrixProduct{.m = large, .n = large, .k = 0}.macs()), 0);
        const MatrixProducts two(2, {.m = large, .n = large / 2, .k = 1});
        QCOMPARE(macsOf(two), INT64_MAX);
    }

    void loops() {
        const auto body = [](bool forEver) {
            ir::GraphBuilder builder;
            builder.input("i", {ir::DataType::Int64, ir::Dims{}});
            const ValueId goesOn = builder.input("cond", {ir::DataType::Bool, ir::Dims{}});
            const ValueId x = builder.input("x", floats({3, 4}));
            const ValueId w = builder.input("w", floats({4, 4}));
            builder.output(forEver ? builder.node("Identity", {goesOn}) : builder.node("Not", {goesOn}));
            builder.output(builder.node("MatMul", {x, w}));
            builder.output(builder.node("Identity", {w}));
            return std::make_shared<const ir::Graph>(builder.take());
        };
        const auto macs = [&](bool knownTrips, bool forEver) {
            ir::GraphBuilder builder;
            const ValueId trips = knownTrips ? builder.constant("n", ir::Tensor::scalar(std::int64_t(7)))
                                             : builder.input("n", {ir::DataType::Int64, ir::Dims{}});
            const ValueId x = builder.input("x", floats({3, 4})), w = builder.input("w", floats({4, 4}));
            ir::Node loop;
            loop.op = "Loop";
            loop.inputs = {trips, ValueId(), x, w};
            loop.outputs = {builder.value("y"), builder.value("v")};
            loop.set("body", body(forEver));
            builder.graph().addNode(std::move(loop));
            const auto inferred = inferTypes(builder.graph(), {{"", 17}});
            const Work work = workOf(inferred.graph);
            return std::pair(work.macs(), work.openLoops.size());
        };
        QCOMPARE(macs(true, true), (std::pair<std::int64_t, std::size_t>(7 * 48, 0)));
        QCOMPARE(macs(false, true), (std::pair<std::int64_t, std::size_t>(48, 1)));
        QCOMPARE(macs(true, false), (std::pair<std::int64_t, std::size_t>(48, 1)));
    }

    void scans() {
        ir::GraphBuilder body;
        const ValueId state = body.input("s", floats({1, 4})), slice = body.input("x", floats({4, 4}));
        body.output(body.node("MatMul", {state, slice}));
        ir::GraphBuilder builder;
        ir::Node scan;
        scan.op = "Scan";
        scan.inputs = {builder.input("s", floats({1, 4})), builder.input("x", floats({4, 9, 4}))};
        scan.outputs = {builder.value("y")};
        scan.set("body", std::make_shared<const ir::Graph>(body.take()));
        scan.set("num_scan_inputs", std::int64_t(1));
        scan.set("scan_input_axes", Ints{1});
        builder.graph().addNode(std::move(scan));
        QCOMPARE(workOf(inferTypes(builder.graph(), {{"", 17}}).graph).macs(), 9 * 16);
    }

    // Of an If the branch that is chosen counts; the one with more to multiply, where the data choose.
    void branches() {
        const auto branch = [](std::int64_t columns) {
            ir::GraphBuilder builder;
            const ValueId x = builder.node("RandomNormal", {}, {{"shape", Ints{3, 4}}});
            builder.output(builder.node("MatMul", {x, builder.value("w", floats({4, columns}))}));
            return std::make_shared<const ir::Graph>(builder.take());
        };
        const auto macs = [&](std::optional<bool> condition) {
            ir::GraphBuilder builder;
            ir::Node choice;
            choice.op = "If";
            choice.inputs = {condition ? builder.constant("c", ir::Tensor::scalar(*condition))
                                       : builder.input("c", {ir::DataType::Bool, ir::Dims{}})};
            choice.outputs = {builder.value("y")};
            choice.set("then_branch", branch(2));
            choice.set("else_branch", branch(5));
            builder.graph().addNode(std::move(choice));
            return workOf(inferTypes(builder.graph(), {{"", 17}}).graph).macs();
        };
        QCOMPARE(macs(true), 24);
        QCOMPARE(macs(false), 60);
        QCOMPARE(macs(std::nullopt), 60);
    }

    // Nodes that the sum lacks, those inside of others included, so that it is shown as a lower bound.
    void uncountedNodes() {
        const auto foreign = [](ir::GraphBuilder& builder, ValueId x) {
            ir::Node node;
            node.domain = "com.example";
            node.op = "Mystery";
            node.inputs = {x};
            node.outputs = {builder.value("", floats({3, 4}))};
            const ValueId out = node.outputs[0];
            builder.graph().addNode(std::move(node));
            return out;
        };
        const auto branch = [&](bool known) {
            ir::GraphBuilder builder;
            const ValueId x = builder.node("RandomNormal", {}, {{"shape", Ints{3, 4}}});
            builder.output(known ? builder.node("MatMul", {x, builder.value("w", floats({4, 5}))})
                                 : foreign(builder, x));
            return std::make_shared<const ir::Graph>(builder.take());
        };
        const auto uncounted = [&](std::optional<bool> condition) {
            ir::GraphBuilder builder;
            builder.output(foreign(builder, builder.input("x", floats({3, 4}))));
            ir::Node choice;
            choice.op = "If";
            choice.inputs = {condition ? builder.constant("c", ir::Tensor::scalar(*condition))
                                       : builder.input("c", {ir::DataType::Bool, ir::Dims{}})};
            choice.outputs = {builder.value("y")};
            choice.set("then_branch", branch(false));
            choice.set("else_branch", branch(true));
            builder.graph().addNode(std::move(choice));
            return workOf(inferTypes(builder.graph(), {{"", 17}}).graph).uncounted;
        };
        QCOMPARE(uncounted(false), (Uncounted{{"com.example.Mystery", 1}}));
        QCOMPARE(uncounted(true), (Uncounted{{"com.example.Mystery", 2}}));
        QCOMPARE(uncounted(std::nullopt), (Uncounted{{"com.example.Mystery", 2}})); // one may run

        ir::GraphBuilder open;
        const ValueId left = open.input("x", {ir::DataType::Float32, std::vector<ir::Dim>{{}, 4}});
        const ValueId right = open.input("w", floats({4, 5}));
        open.output(open.node("MatMul", {left, right}));
        const Work work = workOf(inferTypes(open.graph(), {{"", 17}}).graph);
        QCOMPARE(work.macs(), 0);
        QCOMPARE(work.uncounted, (Uncounted{{"MatMul", 1}}));
        QVERIFY(workOf(inferTypes(open.graph(), {{"", 17}}, {{"x#0", 2}}).graph).uncounted.empty());
    }

    void uncountedNodesAsText() {
        QCOMPARE(uncountedText({{"com.microsoft.QMoE", 1}, {"MatMul", 2}}),
                 std::string("2 nodes of MatMul, 1 node of com.microsoft.QMoE"));
        QCOMPARE(
            uncountedText({{"a", 1}, {"b", 1}, {"c", 1}, {"d", 1}, {"e", 2}, {"f", 1}}),
            std::string("1 node of a, 1 node of b, 1 node of c, 1 node of d and 3 nodes of other operators"));
    }

    // Nothing runs for what follows from constants.
    void knownResultsAreNoWork() {
        ir::GraphBuilder builder;
        const auto ones = [](ir::Dims dims) {
            return *ir::Tensor::allocate(ir::DataType::Float32, std::move(dims));
        };
        const ValueId a = builder.constant("a", ones({2, 3})), b = builder.constant("b", ones({3, 4}));
        const ValueId x = builder.input("x", floats({5, 2}));
        builder.output(builder.node("MatMul", {x, builder.node("MatMul", {a, b})}));
        QCOMPARE(workOf(inferTypes(builder.graph(), {{"", 17}}).graph).macs(), 5 * 2 * 4);
    }
};

EDGEWRIGHT_TEST(MatrixProductsTest)

} // namespace edgewright::matrix_products_test

#include "matrix_products_test.moc"

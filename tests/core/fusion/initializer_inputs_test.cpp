// SPDX-License-Identifier: GPL-3.0-or-later
// Old exporters list initializers among the inputs of the graph. They are constants all the same, and fold.
#include "core/exec/executor.h"
#include "core/ops/infer.h"

#include "tests/core/fusion/net.h"
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <cstring>

namespace edgewright::initializer_inputs_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

std::string bytesOf(const std::vector<float>& values) {
    std::string bytes(values.size() * sizeof(float), '\0');
    std::memcpy(bytes.data(), values.data(), bytes.size());
    return bytes;
}

} // namespace

class InitializerInputsTest : public QObject {
    Q_OBJECT

private slots:
    void fold_data() {
        QTest::addColumn<int>("irVersion"); // from 4 on a caller might give another value instead
        for (const int version : {3, 4, 8})
            QTest::addRow("IR %d", version) << version;
    }
    void fold() {
        QFETCH(int, irVersion);
        edgewright::test::CraftedModel crafted;
        crafted.model.set_ir_version(irVersion);
        crafted.input("x", {1, 2, 3, 3});
        const auto weights = [&](const char* name, const std::vector<std::int64_t>& dims,
                                 std::vector<float> values) {
            crafted.weights(name, dims, bytesOf(values));
            crafted.input(name, dims);
        };
        weights("w", {2, 2, 1, 1}, {1, -2, 3, 4});
        weights("scale", {2}, {2, 3});
        weights("bias", {2}, {1, -1});
        weights("mean", {2}, {0.5F, 0.25F});
        weights("variance", {2}, {1, 4});
        crafted.node("Conv", {"x", "w"}, {"c"});
        crafted.node("BatchNormalization", {"c", "scale", "bias", "mean", "variance"}, {"n"});
        crafted.node("Relu", {"n"}, {"y"});
        crafted.output("y", {1, 2, 3, 3});
        const auto imported = crafted.import();
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        const ir::Model& model = *imported->model;
        const ir::Graph graph = ops::inferTypes(model.graph, model.opsets).graph;
        QCOMPARE(graph.inputs.size(), std::size_t(1));
        const auto history = fuse(graph, model.opsets, only({"fold_batch_norm"}));
        QVERIFY(history);
        QCOMPARE(opsOf(history->graph).join(QLatin1Char(' ')), QStringLiteral("Conv Relu"));
        QCOMPARE(difference(history->base, history->graph, model.opsets), QString());
        const auto all = fuse(graph, model.opsets);
        QVERIFY(all);
        QCOMPARE(all->graph.nodeCount(), std::size_t(1));
    }
};

EDGEWRIGHT_TEST(InitializerInputsTest)

} // namespace edgewright::initializer_inputs_test

#include "initializer_inputs_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Where the bytes of a model are: in initializers that are read, unused or equal, and in attributes.
#include "core/ir/builder.h"
#include "core/ops/operator.h"
#include "core/pipeline/parameter_use.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::parameter_use_test {

class ParameterUseTest : public QObject {
    Q_OBJECT

    static ir::Tensor filled(const ir::Dims& dims, float value, float last) {
        auto tensor = *ir::Tensor::allocate(ir::DataType::Float32, dims);
        std::ranges::fill(tensor.as<float>(), value);
        tensor.as<float>().back() = last;
        return tensor;
    }
    static ValueId weight(ir::GraphBuilder& builder, const char* name, ir::Tensor tensor) {
        const ValueId id = builder.value(name, tensor.type());
        builder.graph().value(id).constant = std::move(tensor);
        return id;
    }

private slots:
    // Four initializers of 64 KiB elements: three equal ones, of which two or all are read, and another one.
    void unusedAndEqual() {
        const ir::Dims dims{256, 256};
        ir::GraphBuilder builder;
        ValueId at = builder.input("x", {ir::DataType::Float32, dims});
        for (const char* name : {"a", "b", "c"})
            at = builder.node("Add", {at, weight(builder, name, filled(dims, 1, 2))});
        weight(builder, "unused", filled(dims, 1, 2));
        builder.output(at);
        const auto use = pipeline::parameterUse(builder.take());
        QCOMPARE(use.unused, std::int64_t(65536));
        QCOMPARE(use.unusedBytes, std::int64_t(262144));
        QCOMPARE(use.tensors, std::size_t(3));
        QCOMPARE(use.copies, std::size_t(2));
        QCOMPARE(use.copiedBytes, std::int64_t(524288));
        QCOMPARE(use.original, std::string("a"));
    }

    // Equal bytes of other types or extents, and bytes that differ where nobody samples them.
    void onlyAlike() {
        const ir::Dims dims{1000};
        ir::Tensor middle = filled(dims, 0, 0), other = filled(dims, 0, 0);
        middle.as<float>()[300] = 1;
        other.as<float>()[301] = 1;
        ir::GraphBuilder builder;
        for (const auto& [name, tensor] :
             {std::pair("a", filled(dims, 0, 0)), std::pair("b", filled({10, 100}, 0, 0)),
              std::pair("c", middle), std::pair("d", other),
              std::pair("e", *ir::Tensor::allocate(ir::DataType::Int32, dims))})
            builder.output(weight(builder, name, tensor)); // what is an output is read
        const auto use = pipeline::parameterUse(builder.take());
        QCOMPARE(use.unused, std::int64_t(0));
        QCOMPARE(use.tensors, std::size_t(5));
        QCOMPARE(use.copies, std::size_t(0));
    }

    void attributes_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<qint64>("parameters");
        QTest::newRow("linear") << "linear.onnx" << qint64(15); // 12 coefficients and 3 intercepts
        QTest::newRow("tree") << "tree.onnx" << qint64(3);      // a threshold and 2 leaves
    }
    void attributes() {
        QFETCH(QString, file);
        QFETCH(qint64, parameters);
        const auto folder = test::shared("wild/parameters-in-attributes");
        if (folder.empty()) QSKIP(test::sharedMissing());
        const auto opened = pipeline::open(folder / file.toStdString());
        QVERIFY2(opened.has_value(), opened ? "" : opened.error().message.c_str());
        const auto typed = pipeline::type(*opened, {}, false);
        QCOMPARE(qint64(typed->parameters), parameters);
        QCOMPARE(qint64(typed->parameterBytes), 4 * parameters);
    }

    // Forms that the files above do not have.
    void heldNumbers() {
        const auto held = [](const char* op, std::vector<ir::Attribute> attributes) {
            ir::Node node;
            node.op = op;
            node.domain = "ai.onnx.ml";
            node.attributes = std::move(attributes);
            const ops::HeldNumbers found = ops::find(node.domain, node.op)->heldNumbers(node);
            return std::pair(found.count, found.bytes);
        };
        using Numbers = std::pair<std::int64_t, std::int64_t>;
        const std::vector<std::string> modes{"BRANCH_LEQ", "LEAF", "BRANCH_LT", "LEAF", "LEAF"};
        const auto doubles = [](std::int64_t count) {
            return *ir::Tensor::allocate(ir::DataType::Float64, {count});
        };
        QCOMPARE(held("TreeEnsembleClassifier", {{"nodes_values_as_tensor", doubles(5)},
                                                 {"nodes_modes", modes},
                                                 {"class_weights_as_tensor", doubles(3)}}),
                 Numbers(5, 40));
        QCOMPARE(held("TreeEnsemble", {{"nodes_splits", doubles(2)}, {"leaf_weights", doubles(3)}}),
                 Numbers(5, 40));
        QCOMPARE(held("SVMRegressor", {{"support_vectors", std::vector<float>(6)},
                                       {"coefficients", std::vector<float>(2)},
                                       {"rho", std::vector<float>(1)}}),
                 Numbers(9, 36));
        QCOMPARE(held("Scaler", {{"offset", std::vector<float>(4)}, {"scale", std::vector<float>(1)}}),
                 Numbers(5, 20));
        QCOMPARE(held("LinearClassifier", {}), Numbers(0, 0));
    }
};

EDGEWRIGHT_TEST(ParameterUseTest)

} // namespace edgewright::parameter_use_test

#include "parameter_use_test.moc"

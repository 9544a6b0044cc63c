// SPDX-License-Identifier: GPL-3.0-or-later
// Every entry of the catalogue is usable, and survives a node that says nothing or nonsense.
#include "core/ir/builder.h"
#include "tests/core/ops/kernel_probe.h"

#include <QTest>

using namespace edgewright;
using namespace edgewright::test;

class CatalogueTest : public QObject {
    Q_OBJECT
private slots:
    void isSortedAndComplete() {
        const auto all = ops::catalogue();
        QVERIFY(all.size() > 50);
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY2(all[i]->infer, std::string(all[i]->name).c_str());
            QCOMPARE(ops::find(all[i]->domain, all[i]->name), all[i]);
            if (i > 0)
                QVERIFY(std::pair(all[i - 1]->domain, all[i - 1]->name) <
                        std::pair(all[i]->domain, all[i]->name));
        }
        QVERIFY(!ops::find("", "NoSuchOperator"));
        QVERIFY(!ops::find("no.such.domain", "Conv"));
    }
    void everyOperatorAnswersBadNodes_data() {
        QTest::addColumn<int>("index");
        const auto all = ops::catalogue();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::addRow("%s.%s", all[i]->domain.data(), all[i]->name.data()) << int(i);
    }
    void everyOperatorAnswersBadNodes() {
        QFETCH(int, index);
        const ops::Operator& op = *ops::catalogue()[std::size_t(index)];
        const auto probe = [&](std::int64_t opset) {
            return Probe(std::string(op.name), opset, std::string(op.domain));
        };
        const std::vector<ir::Tensor> tensors{
            ir::Tensor::of<float>({}, {1}),
            ir::Tensor::of<float>({0}, {}),
            ir::Tensor::of<float>({2, 1, 3}, {1, -2, 3, 0, 5, 6}),
            ir::Tensor::of<float>({1, 2, 2, 2}, {1, 2, 3, 4, 5, 6, 7, 8}),
            ir::Tensor::of<std::int64_t>({2}, {INT64_MIN, INT64_MAX}),
            ir::Tensor::of<std::int64_t>({1}, {-1}),
            ir::Tensor::of<std::uint8_t>({1, 1, 1, 2}, {0, 255}),
            ir::Tensor::of<bool>({1}, {true}),
            ir::Tensor::ofStrings({1}, {"x"}),
        };
        for (const std::int64_t opset : {1, 6, 9, 11, 13, 18, 24}) {
            static_cast<void>(probe(opset).run()); // no inputs at all
            for (const auto& first : tensors) {
                static_cast<void>(probe(opset).input(first).outputs(3).run());
                for (const auto& second : tensors) {
                    static_cast<void>(probe(opset).input(first).input(second).run());
                    static_cast<void>(probe(opset)
                                          .input(first, false)
                                          .input(second, false)
                                          .input(first, false)
                                          .outputs(2)
                                          .run());
                }
            }
        }
        for (const std::int64_t number :
             {INT64_MIN, std::int64_t(-1), std::int64_t(0), std::int64_t(3), INT64_MAX})
            for (const char* name :
                 {"axis", "group", "num_groups", "hidden_size", "size", "p", "batch_dims", "blocksize", "to"})
                for (const auto& tensor : tensors)
                    static_cast<void>(probe(13).input(tensor).input(tensor).attribute(name, number).run());
        for (const Ints& list :
             {Ints{INT64_MIN, INT64_MAX}, Ints{-1, 0}, Ints{3}, Ints{0, 0, 0, 0}, Ints{INT64_MAX, 1, 1, 1}})
            for (const char* name : {"axes", "kernel_shape", "strides", "pads", "dilations", "perm", "split",
                                     "starts", "ends", "shape"})
                for (const auto& tensor : tensors)
                    static_cast<void>(probe(9)
                                          .input(tensor)
                                          .input(tensor)
                                          .attribute("kernel_shape", Ints{1, 1})
                                          .attribute(name, list)
                                          .run());
    }
    void groupsTakeTheirComputeMembersCategory() {
        ir::GraphBuilder body;
        const ValueId x = body.input("x", {ir::DataType::Float32, ir::Dims{1, 1, 2, 2}});
        body.output(body.node("Conv", {body.node("Relu", {x}), x}));
        ir::Node node;
        node.domain = std::string(ir::FusedDomain);
        node.op = "ReluConv";
        node.body = std::make_shared<const ir::Graph>(body.take());
        QCOMPARE(ops::categoryOf(node), ops::Category::Compute);
        ir::GraphBuilder plain;
        const ValueId y = plain.input("y", {ir::DataType::Float32, ir::Dims{1}});
        plain.output(plain.node("Relu", {y}));
        node.body = std::make_shared<const ir::Graph>(plain.take());
        QCOMPARE(ops::categoryOf(node), ops::Category::Activation);
        ir::Node unknown;
        unknown.op = "NoSuchOperator";
        QCOMPARE(ops::categoryOf(unknown), ops::Category::DataMovement);
    }
};

QTEST_GUILESS_MAIN(CatalogueTest)
#include "catalogue_test.moc"

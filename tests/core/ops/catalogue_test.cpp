// SPDX-License-Identifier: GPL-3.0-or-later
// Every entry of the catalogue is usable, and survives a node that says nothing or nonsense.
#include "core/ir/builder.h"
#include "tests/core/ops/kernel_probe.h"
#include "tests/support/test_class.h"

#include <QSet>
#include <QTest>

namespace edgewright::catalogue_test {

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
        int answers = 0;
        QSet<QString> faults;
        // Either outputs of the types that inference announced (Probe looks), or an error of the caller's with
        // words.
        const auto answer = [&](const Probe& asked) {
            const Outcome outcome = asked.run();
            ++answers;
            if (!outcome.error) {
                if (outcome.outputs.front().isTensor() && !outcome.outputs.front().hasData())
                    faults << QStringLiteral("no first output");
                return;
            }
            const Error& error = *outcome.error;
            const bool blamesCaller = error.code == ErrorCode::BadInput || error.code == ErrorCode::Unsupported;
            if ((!blamesCaller && op.run) || error.message.size() < 8 || error.message.size() > 400)
                faults << QString::fromStdString(error.message);
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
            answer(probe(opset)); // no inputs at all
            for (const auto& first : tensors) {
                answer(probe(opset).input(first).outputs(3));
                for (const auto& second : tensors) {
                    answer(probe(opset).input(first).input(second));
                    answer(
                        probe(opset).input(first, false).input(second, false).input(first, false).outputs(2));
                }
            }
        }
        for (const std::int64_t number :
             {INT64_MIN, std::int64_t(-1), std::int64_t(0), std::int64_t(3), INT64_MAX})
            for (const char* name :
                 {"axis", "group", "num_groups", "hidden_size", "size", "p", "batch_dims", "blocksize", "to"})
                for (const auto& tensor : tensors)
                    answer(probe(13).input(tensor).input(tensor).attribute(name, number));
        for (const Ints& list :
             {Ints{INT64_MIN, INT64_MAX}, Ints{-1, 0}, Ints{3}, Ints{0, 0, 0, 0}, Ints{INT64_MAX, 1, 1, 1}})
            for (const char* name : {"axes", "kernel_shape", "strides", "pads", "dilations", "perm", "split",
                                     "starts", "ends", "shape"})
                for (const auto& tensor : tensors)
                    answer(probe(9)
                               .input(tensor)
                               .input(tensor)
                               .attribute("kernel_shape", Ints{1, 1})
                               .attribute(name, list));
        QVERIFY(answers > 1000);
        QVERIFY2(faults.isEmpty(), qPrintable(QStringList(faults.values()).join(u'\n')));
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
        QCOMPARE(ops::categoryOf(unknown), ops::Category::Unknown);
    }
};

EDGEWRIGHT_TEST(CatalogueTest)

} // namespace edgewright::catalogue_test

#include "catalogue_test.moc"

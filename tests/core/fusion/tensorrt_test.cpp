// SPDX-License-Identifier: GPL-3.0-or-later
// Our groups beside the layers that TensorRT built for the same networks. resources/docs/fusion_compared.md
// tells why they differ where they do.
#include "tests/core/fusion/net.h"

#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

#include <set>

namespace edgewright::tensorrt_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;

namespace {

using Ints = std::vector<std::int64_t>;

QJsonArray layersOf(const char* name) {
    const auto path = edgewright::test::shared(std::string("traces/trt/") + name + ".onnx.engine.graph.json");
    QFile file(QString::fromStdString(path.string()));
    if (path.empty() || !file.open(QIODevice::ReadOnly)) return {};
    return QJsonDocument::fromJson(file.readAll()).object().value(QStringLiteral("Layers")).toArray();
}

// "Conv_5 + Add_6 + Relu_7", "w + QuantizeLinear_7 + Conv_9 + PWN(Clip_13)" as {"Conv_5", "Add_6", "Relu_7"};
// empty for layers that stand for no operator of the network: copies into another memory format, and the
// quantization of inputs.
QStringList operatorsOf(const QJsonValue& layer) {
    const QString name = layer.toObject().value(QStringLiteral("Name")).toString();
    QStringList operators;
    if (name.startsWith(QStringLiteral("Reformatting"))) return operators;
    static const QRegularExpression op(
        QStringLiteral(R"((?<![\w.])(Conv|Relu|Clip|Add|MaxPool|GlobalAveragePool|Gemm)_(\d+))"));
    if (name.startsWith(QStringLiteral("reshape_")) || name.startsWith(QStringLiteral("copied_")))
        return operators;
    for (auto found = op.globalMatch(name); found.hasNext();)
        operators.append(found.next().captured(0));
    return operators;
}

QString kinds(const QStringList& operators) {
    QStringList result;
    for (const QString& each : operators)
        result.append(each.section(QLatin1Char('_'), 0, 0));
    return result.join(QLatin1Char('+'));
}

// ResNet-18 with its batch norms folded, operators named and numbered as in the engine: Conv_0, Relu_1,
// MaxPool_2 ... An eighth of the channels; grouping does not depend on them.
class ResNet18 : public Net {
public:
    ResNet18() {
        ValueId x = node("Relu", {convolution(floats("input.1", {1, 3, 64, 64}), 3, 8, 7, 2)});
        x = node("MaxPool", {x},
                 {{"kernel_shape", Ints{3, 3}}, {"strides", Ints{2, 2}}, {"pads", Ints{1, 1, 1, 1}}});
        std::int64_t channels = 8;
        for (const std::int64_t wide : {8, 16, 32, 64})
            for (int block = 0; block < 2; ++block) {
                const std::int64_t stride = wide != channels ? 2 : 1;
                const ValueId y =
                    convolution(node("Relu", {convolution(x, channels, wide, 3, stride)}), wide, wide, 3, 1);
                const ValueId skip = stride == 2 ? convolution(x, channels, wide, 1, 2) : x;
                x = node("Relu", {node("Add", {y, skip})});
                channels = wide;
            }
        x = node("Flatten", {node("GlobalAveragePool", {x})});
        output(node("Gemm", {x, weights("fc", {64, 10}), weights("fc_bias", {10})}));
    }

private:
    ValueId convolution(ValueId x, std::int64_t in, std::int64_t out, std::int64_t kernel,
                        std::int64_t stride) {
        const std::int64_t pad = kernel / 2;
        return conv(x, {out, in, kernel, kernel},
                    {{"strides", Ints{stride, stride}}, {"pads", Ints{pad, pad, pad, pad}}});
    }
};

std::vector<QStringList> groupsOf(const History& history) {
    std::vector<QStringList> result;
    for (const NodeId id : history.graph.order()) {
        QStringList operators;
        for (const NodeId origin : history.originsOf(id))
            operators.append(QString::fromStdString(history.base.node(origin).label()));
        result.push_back(operators);
    }
    return result;
}

} // namespace

class TensorRtTest : public QObject {
    Q_OBJECT

private slots:
    void resNet18() {
        const QJsonArray layers = layersOf("examples_pytorch_resnet_A100_fp32_resnet");
        if (layers.isEmpty()) QSKIP(edgewright::test::sharedMissing());
        std::set<QStringList> theirs, ours;
        for (const QJsonValue& layer : layers)
            if (QStringList operators = operatorsOf(layer); !operators.isEmpty()) {
                operators.sort();
                theirs.insert(operators);
            }
        QCOMPARE(theirs.size(), std::size_t(23)); // 20 convolutions, 2 pools, 1 matrix product
        const ResNet18 net;
        const History history = fused(net);
        for (QStringList group : groupsOf(history)) {
            group.sort();
            ours.insert(group);
        }
        QStringList onlyOurs, onlyTheirs;
        for (const QStringList& each : ours)
            if (!theirs.contains(each)) onlyOurs.append(each.join(QLatin1Char('+')));
        for (const QStringList& each : theirs)
            if (!ours.contains(each)) onlyTheirs.append(each.join(QLatin1Char('+')));
        // Flatten is a change of shape alone: a layer without work there (NoOp), an operator of its own here.
        QCOMPARE(onlyOurs.join(QLatin1Char(' ')), QStringLiteral("Flatten_47"));
        QCOMPARE(onlyTheirs.join(QLatin1Char(' ')), QString());
    }

    // The engine was built from a quantized network; the sequence of layers is that of the float one.
    void mobileNetV2() {
        const QJsonArray layers = layersOf("tests_inputs_mobilenet_v2_residuals.qat");
        const auto file = edgewright::test::shared("exports/mobilenet_v2/model.onnx");
        if (layers.isEmpty() || file.empty()) QSKIP(edgewright::test::sharedMissing());
        QStringList theirs;
        for (const QJsonValue& layer : layers)
            if (const QStringList operators = operatorsOf(layer); !operators.isEmpty())
                theirs.append(kinds(operators));
        const auto imported = onnx::importModel(file);
        QVERIFY(imported);
        const ir::Model& model = *imported->model;
        const auto history = fuse(ops::inferTypes(model.graph, model.opsets).graph, model.opsets);
        QVERIFY(history);
        QStringList ours;
        for (const NodeId id : history->graph.order()) {
            const ir::Node& node = history->graph.node(id);
            if (node.is("Flatten") || node.is("Reshape")) continue; // NoOp there
            QStringList operators;
            if (node.body)
                for (const NodeId member : node.body->order())
                    operators.append(QString::fromStdString(node.body->node(member).op));
            ours.append(node.body ? operators.join(QLatin1Char('+')) : QString::fromStdString(node.op));
        }
        QCOMPARE(ours.size(), theirs.size());
        for (qsizetype i = 0; i < ours.size(); ++i)
            QVERIFY2(ours[i] == theirs[i],
                     qPrintable(QStringLiteral("layer %1: %2 here, %3 there").arg(i).arg(ours[i], theirs[i])));
    }
};

EDGEWRIGHT_TEST(TensorRtTest)

} // namespace edgewright::tensorrt_test

#include "tensorrt_test.moc"

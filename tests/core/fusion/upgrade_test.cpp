// SPDX-License-Identifier: GPL-3.0-or-later
// Raising the opset: every operator version by version, real models, and the conformance cases, which must
// compute what they did before, bit for bit.
#include "core/exec/executor.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"

#include "core/fusion/upgrade/upgrade.h"
#include "core/ir/verify.h"
#include "tests/core/fusion/expect_rule.h"
#include "tests/support/macs.h"
#include "tests/support/test_class.h"
#include "tests/support/typed_model.h"

#include <QTest>

#include <algorithm>
#include <cmath>

namespace edgewright::upgrade_test {

using namespace edgewright::fusion;
using namespace edgewright::fusion::test;
namespace fs = std::filesystem;

namespace {

using Ints = std::vector<std::int64_t>;

constexpr std::int64_t MacLimit = 60'000'000; // of a model that is run

bool sameElement(double a, double b) {
    return a == b || (std::isnan(a) && std::isnan(b)) || std::abs(a - b) <= 1e-6 * std::max(1e-3, std::abs(a));
}

QString tensorDifference(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.type() != b.type() || a.items().size() != b.items().size())
        return QString::fromStdString(a.type().text() + " became " + b.type().text());
    for (std::size_t i = 0; i < a.items().size(); ++i)
        if (const QString found = tensorDifference(a.items()[i], b.items()[i]); !found.isEmpty()) return found;
    if (!a.isTensor()) return {};
    if (a.dtype() == ir::DataType::String)
        return a.strings() == b.strings() ? QString() : QStringLiteral("other strings");
    if (std::ranges::equal(a.bytes(), b.bytes())) return {};
    if (a.dtype() == ir::DataType::Complex64 || a.dtype() == ir::DataType::Complex128)
        return QStringLiteral("other numbers");
    for (std::int64_t i = 0; i < a.elements(); ++i)
        if (!sameElement(ir::elementAsDouble(a, i), ir::elementAsDouble(b, i)))
            return QStringLiteral("element %1: %2 became %3")
                .arg(i)
                .arg(ir::elementAsDouble(a, i))
                .arg(ir::elementAsDouble(b, i));
    return {};
}

// Empty when both compute the same; "skip: ..." when the first does not run.
QString difference(const ir::Graph& before, const ir::Opsets& old, const Upgraded& after,
                   const ir::Feeds& feeds) {
    const auto a = exec::run(before, old, feeds, {});
    if (!a) return QStringLiteral("skip: ") + QString::fromStdString(a.error().message);
    const auto b = exec::run(after.graph, after.opsets, feeds, {});
    if (!b) return QStringLiteral("raised: ") + QString::fromStdString(b.error().message);
    for (std::size_t i = 0; i < a->outputs.size(); ++i)
        if (const QString found = tensorDifference(a->outputs[i], b->outputs[i]); !found.isEmpty())
            return QStringLiteral("output %1: %2").arg(i).arg(found);
    return {};
}

QString raisedDifference(const Net& net, std::int64_t limit = NewestOpset) {
    const ir::Graph graph = inferred(net);
    const auto raised = upgradeOpset(graph, net.opsets, limit);
    if (!raised) return QString::fromStdString(raised.error().message);
    if (raised->opsets.at("") != limit)
        return QString::fromStdString(raised->diagnostics.empty() ? "not raised"
                                                                  : raised->diagnostics[0].message);
    if (ir::verify(raised->graph).size() > ir::verify(graph).size())
        return QString::fromStdString(ir::verify(raised->graph).back().message);
    const auto feeds = ir::seededFeeds(graph, 3);
    if (!feeds) return QString::fromStdString(feeds.error().message);
    return difference(graph, net.opsets, *raised, *feeds);
}

// Like a real run, with the inputs of the case's first data set.
QString caseDifference(const fs::path& folder, std::int64_t* from, std::int64_t* to) {
    const auto imported = onnx::importModel(folder / "model.onnx");
    if (!imported) return QStringLiteral("skip: does not import");
    const ir::Model& model = *imported->model;
    ir::Feeds feeds;
    ir::Graph graph = model.graph;
    const fs::path data = folder / "test_data_set_0";
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const fs::path file = data / ("input_" + std::to_string(i) + ".pb");
        if (!fs::exists(file)) continue;
        auto tensor = onnx::readTensorFile(file, graph.value(graph.inputs[i]).type);
        if (!tensor) return QStringLiteral("skip: an input does not load");
        feeds[graph.inputs[i]] = std::move(tensor->tensor);
    }
    graph = ops::inferTypes(graph, model.opsets).graph;
    const auto raised = upgradeOpset(graph, model.opsets, NewestOpset);
    if (!raised) return QString::fromStdString(raised.error().message);
    *from = model.opset();
    *to = raised->opsets.contains("") ? raised->opsets.at("") : 0;
    if (*to < NewestOpset && *to <= *from) {
        if (model.opset() >= NewestOpset || !raised->diagnostics.empty()) return {};
        return QStringLiteral("not raised, and no word why");
    }
    if (ir::verify(raised->graph).size() > ir::verify(graph).size())
        return QString::fromStdString(ir::verify(raised->graph).back().message);
    return difference(graph, model.opsets, *raised, feeds);
}

// A net that a rule can only work on from opset `to` on, and the operator that it makes there.
struct Raising {
    const char* rule;
    const char* op;
    int from;
    int to;
    void (*build)(Net&);
};

ValueId bfloats(Net& n) { return n.input("x", ir::TensorType(ir::DataType::BFloat16, ir::Dims{2, 8})); }
ValueId bfloat(Net& n, const char* name, float value) {
    auto tensor = ir::Tensor::allocate(ir::DataType::BFloat16, {});
    tensor->as<std::uint16_t>()[0] = ir::floatToBfloat16(value);
    return n.constant(name, std::move(tensor).value());
}

const std::vector<Raising>& raising() {
    static const std::vector<Raising> cases{
        {"compose_depth_to_space", "DepthToSpace", 10, 11,
         [](Net& n) {
             const ValueId parts =
                 n.node("Reshape", {n.floats("x", {2, 12, 3, 5}), n.ints("split", {2, 3, 2, 2, 3, 5})});
             const ValueId turned = n.node("Transpose", {parts}, {{"perm", Ints{0, 1, 4, 2, 5, 3}}});
             n.output(n.node("Reshape", {turned, n.ints("to", {2, 3, 6, 10})}));
         }},
        {"compose_prelu", "PRelu", 6, 7,
         [](Net& n) {
             const ValueId x = n.floats("x", {2, 8});
             const ValueId below = n.node("Relu", {n.node("Neg", {x})});
             const ValueId scaled =
                 n.node("Mul", {below, n.weights("slope", {8}, 0.1F, 0.5F)}, {{"broadcast", std::int64_t(1)}});
             n.output(n.node("Sub", {n.node("Relu", {x}), scaled}));
         }},
        {"compose_elu", "Elu", 13, 22,
         [](Net& n) {
             const ValueId x = bfloats(n);
             const ValueId less = n.node("Sub", {n.node("Exp", {x}), bfloat(n, "one", 1)});
             n.output(n.node("Where", {n.node("Greater", {x, bfloat(n, "zero", 0)}), x, less}));
         }},
        {"compose_leaky_relu", "LeakyRelu", 13, 16,
         [](Net& n) {
             const ValueId x = bfloats(n);
             n.output(n.node("Max", {x, n.node("Mul", {x, bfloat(n, "alpha", 0.125F)})}));
         }},
        {"compose_softmax", "Softmax", 11, 13,
         [](Net& n) {
             const ValueId e = n.node("Exp", {n.floats("x", {2, 5, 3})});
             n.output(n.node("Div", {e, n.node("ReduceSum", {e}, {{"axes", Ints{1}}})}));
         }},
        {"fuse_matmul_add", "Gemm", 6, 7,
         [](Net& n) {
             const ValueId y = n.node("MatMul", {n.floats("x", {3, 4}), n.weights("w", {4, 5})});
             n.output(n.node("Add", {y, n.weights("c", {5})}, {{"broadcast", std::int64_t(1)}}));
         }},
        {"fold_transpose", "Gemm", 9, 11,
         [](Net& n) {
             const ValueId x = n.node("Transpose", {n.floats("x", {4, 3})}, {{"perm", Ints{1, 0}}});
             n.output(n.node("MatMul", {x, n.weights("w", {4, 5})}));
         }},
        {"fold_pad", "AveragePool", 6, 7,
         [](Net& n) {
             const ValueId x =
                 n.node("Pad", {n.floats("x", {1, 2, 5, 5})}, {{"pads", Ints{0, 0, 1, 1, 0, 0, 1, 1}}});
             n.output(n.node("AveragePool", {x}, {{"kernel_shape", Ints{3, 3}}}));
         }},
    };
    return cases;
}

} // namespace

class UpgradeTest : public QObject {
    Q_OBJECT

private slots:
    void attributesToInputs() {
        Net n(7);
        ValueId x = n.floats("x", {2, 3, 8});
        x = n.node("Clip", {x}, {{"min", -0.5F}, {"max", 0.75F}});
        x = n.node("Pad", {x}, {{"pads", Ints{0, 1, 0, 0, 0, 2}}, {"value", 0.25F}});
        x = n.node("Slice", {x}, {{"starts", Ints{0, 1}}, {"ends", Ints{2, 99}}});
        x = n.node("Unsqueeze", {x}, {{"axes", Ints{1}}});
        x = n.node("Dropout", {x}, {{"ratio", 0.3F}});
        x = n.node("Squeeze", {x}, {{"axes", Ints{1}}});
        const ValueId a = n.value("a");
        const ValueId b = n.value("b");
        n.nodeInto("Split", {x}, {a, b}, {{"axis", std::int64_t(2)}, {"split", Ints{4, 6}}});
        const ValueId top = n.value("top");
        const ValueId at = n.value("at");
        n.nodeInto("TopK", {b}, {top, at}, {{"k", std::int64_t(2)}});
        n.output(n.node("ReduceSum", {a}, {{"axes", Ints{1}}, {"keepdims", std::int64_t(0)}}));
        n.output(n.node("ReduceMean", {a}, {{"axes", Ints{-1}}}));
        n.output(n.node("ReduceL2", {a}));
        n.output(top);
        n.output(at);
        QCOMPARE(raisedDifference(n), QString());
        for (const std::int64_t limit : {9, 10, 11, 12, 13, 17, 18, 21})
            QCOMPARE(raisedDifference(n, limit), QString());
    }

    void broadcastAtAxis() {
        for (const bool constant : {true, false})
            for (const char* op : {"Add", "Sub", "Mul", "Div", "PRelu"}) {
                Net n(6);
                const ValueId x = n.floats("x", {2, 3, 4, 5});
                const ValueId y = constant ? n.weights("y", {3}, 0.5F, 2) : n.floats("y", {3});
                n.output(std::string_view(op) == "PRelu"
                             ? n.node(op, {x, y})
                             : n.node(op, {x, y}, {{"broadcast", std::int64_t(1)}, {"axis", std::int64_t(1)}}));
                QCOMPARE(raisedDifference(n), QString());
            }
    }

    void oldForms() {
        Net n(4);
        const ValueId x = n.floats("x", {2, 3, 4, 4});
        const ValueId r = n.node("Reshape", {x}, {{"shape", Ints{2, 3, 16}}, {"consumed_inputs", Ints{0}}});
        n.output(n.node("Selu", {r}));
        QCOMPARE(raisedDifference(n), QString());
        Net up(7);
        up.output(
            up.node("Upsample", {up.floats("x", {1, 2, 3, 3})}, {{"scales", std::vector<float>{1, 1, 2, 2}}}));
        QCOMPARE(raisedDifference(up), QString());
        Net linear(9);
        linear.output(linear.node("Upsample",
                                  {linear.floats("x", {1, 2, 3, 3}),
                                   linear.constant("s", ir::Tensor::of<float>({4}, {1, 1, 2.5F, 2}))},
                                  {{"mode", std::string("linear")}}));
        QCOMPARE(raisedDifference(linear), QString());
        Net scatter(9);
        const ValueId at = scatter.constant("at", ir::Tensor::of<std::int64_t>({1, 2}, {2, 0}));
        scatter.output(scatter.node("Scatter", {scatter.floats("x", {3, 3}), at, scatter.floats("u", {1, 2})}));
        QCOMPARE(raisedDifference(scatter), QString());
    }

    void rows_data() {
        QTest::addColumn<int>("axis");
        for (const int axis : {0, 1, 2, 3, -1, -2})
            QTest::addRow("axis %d", axis) << axis;
    }
    void rows() {
        QFETCH(int, axis);
        for (const char* op : {"Softmax", "LogSoftmax", "Hardmax"})
            for (const ir::Dims& dims : {ir::Dims{2, 3, 4, 5}, ir::Dims{2, 5, 1, 1}, ir::Dims{3, 1, 1, 6}}) {
                Net n(11);
                const ValueId x = n.floats("x", dims);
                n.output(n.node("Abs", {n.node(op, {x}, {{"axis", std::int64_t(axis)}})}));
                QCOMPARE(raisedDifference(n), QString());
            }
    }

    void groups() {
        Net n(18);
        n.output(n.node("GroupNormalization",
                        {n.floats("x", {2, 6, 5}), n.weights("s", {3}), n.weights("b", {3})},
                        {{"num_groups", std::int64_t(3)}}));
        QCOMPARE(raisedDifference(n), QString());
    }

    void subgraphs() {
        ir::GraphBuilder then("then");
        const ValueId one = then.constant("one", ir::Tensor::of<float>({2, 3}, {1, 2, 3, 4, 5, 6}));
        then.output(then.node("ReduceSum", {one}, {{"axes", Ints{1}}}));
        ir::GraphBuilder otherwise("otherwise");
        const ValueId two = otherwise.constant("two", ir::Tensor::of<float>({2, 1}, {7, 8}));
        otherwise.output(otherwise.node("Clip", {two}, {{"max", 7.5F}}));
        const auto shared = [](ir::GraphBuilder& graph) {
            return std::make_shared<const ir::Graph>(graph.take());
        };
        Net n(10);
        const ValueId flag = n.input("flag", ir::TensorType(ir::DataType::Bool, ir::Dims{}));
        n.output(n.node("If", {flag}, {{"then_branch", shared(then)}, {"else_branch", shared(otherwise)}}));
        QCOMPARE(raisedDifference(n), QString());
        const auto raised = upgradeOpset(inferred(n), n.opsets, NewestOpset);
        const auto branch = raised->graph.node(raised->graph.order().front()).graph("then_branch");
        QVERIFY(branch->node(branch->order().front()).inputs.size() == 2);
    }

    // What cannot follow keeps the whole graph where it still can, and is named.
    void stops() {
        Net spatial(7);
        const ValueId x = spatial.floats("x", {2, 3});
        spatial.output(spatial.node("BatchNormalization",
                                    {x, spatial.weights("s", {3}), spatial.weights("b", {3}),
                                     spatial.weights("m", {3}), spatial.weights("v", {3}, 0.1F, 1)},
                                    {{"spatial", std::int64_t(0)}}));
        const auto kept = upgradeOpset(inferred(spatial), spatial.opsets, 13);
        QVERIFY(kept);
        QCOMPARE(kept->opsets.at(""), std::int64_t(8));
        QCOMPARE(kept->diagnostics.size(), std::size_t(1));
        QVERIFY(QString::fromStdString(kept->diagnostics[0].message)
                    .contains(QStringLiteral(
                        "'BatchNormalization_0' (BatchNormalization) cannot follow to opset 9")));
        Net unknown(11);
        unknown.output(unknown.node("Mystery", {unknown.floats("x", {2})}));
        const auto none = upgradeOpset(inferred(unknown), unknown.opsets, 13);
        QVERIFY(none && none->opsets.at("") == 11 && none->diagnostics.size() == 1);
        Net withdrawn(7); // in opset 10, which codes need
        withdrawn.output(withdrawn.node("ImageScaler", {withdrawn.floats("x", {1, 3, 2, 2})},
                                        {{"scale", 2.0F}, {"bias", std::vector<float>{1, 2, 3}}}));
        const auto before = upgradeOpset(inferred(withdrawn), withdrawn.opsets, 13);
        QVERIFY(before && before->opsets.at("") == 9 && before->diagnostics.size() == 1);
        QVERIFY(QString::fromStdString(before->diagnostics[0].message)
                    .contains(QStringLiteral("cannot follow to opset 10: it was withdrawn there")));
        Net high(17);
        high.output(high.node("Abs", {high.floats("x", {2})}));
        const auto same = upgradeOpset(inferred(high), high.opsets, 13);
        QVERIFY(same && same->opsets.at("") == 17 && same->diagnostics.empty());
    }

    void cancels() {
        Net n(11);
        n.output(n.node("Abs", {n.floats("x", {2})}));
        std::stop_source source;
        source.request_stop();
        RunContext run;
        run.stop = source.get_token();
        const auto raised = upgradeOpset(inferred(n), n.opsets, 13, run);
        QVERIFY(!raised && raised.error().code == ErrorCode::Cancelled);
    }

    // Only as high as something was made that needs it, and not without leave.
    void fusingRaises() {
        Net n(11);
        const ValueId x = n.floats("x", {2, 8});
        n.output(n.node("Mul", {x, n.node("Tanh", {n.node("Softplus", {n.node("Softmax", {x})})})}));
        const ValueId y = n.node("Abs", {x});
        n.output(n.node("Mul", {y, n.node("Tanh", {n.node("Softplus", {y})})}));
        Options options = only({"compose_mish"});
        const History stays = fused(n, options);
        QVERIFY(stays.steps.empty());
        QCOMPARE(stays.opsets.at(""), std::int64_t(11));
        options.opsetLimit = 24;
        const History raised = fused(n, options);
        QCOMPARE(raised.opsets.at(""), std::int64_t(18));
        QVERIFY(opsOf(raised.graph).contains(QStringLiteral("Mish")));
        QCOMPARE(raised.steps.size(), std::size_t(1));
        const auto feeds = ir::seededFeeds(raised.base, 1);
        const auto before = exec::run(inferred(n), n.opsets, *feeds, {});
        const auto after = exec::run(raised.graph, raised.opsets, *feeds, {});
        QVERIFY(before && after);
        for (std::size_t i = 0; i < before->outputs.size(); ++i)
            QVERIFY(std::abs(ir::elementAsDouble(before->outputs[i], 3) -
                             ir::elementAsDouble(after->outputs[i], 3)) < 1e-6);
        options.opsetLimit = 17;
        QCOMPARE(fused(n, options).opsets.at(""), std::int64_t(11));
        options.opsetLimit = 24;
        options.patchLimit = 0; // the opset does not depend on where one stops
        QCOMPARE(fused(n, options).opsets.at(""), std::int64_t(18));
    }

    // What is written has an opset that runtimes load, and computes what the file does.
    void fusingMakesLoadable_data() {
        QTest::addColumn<int>("opset");
        for (const int opset : {1, 2, 3, 4, 5, 6})
            QTest::addRow("%d", opset) << opset;
    }
    void fusingMakesLoadable() {
        QFETCH(int, opset);
        Net n(opset);
        const ValueId x = n.floats("x", {2, 3, 4, 5});
        const ValueId sum = n.node("Add", {x, n.weights("w", {3})},
                                   {{"broadcast", std::int64_t(1)}, {"axis", std::int64_t(1)}});
        const ValueId norm = n.node(
            "BatchNormalization",
            {sum, n.weights("s", {3}), n.weights("b", {3}), n.weights("m", {3}), n.weights("v", {3}, 0.5F, 2)},
            {{"is_test", std::int64_t(1)}, {"consumed_inputs", Ints{0, 0, 0, 1, 1}}});
        n.output(n.node("Concat", {norm, n.node("Relu", {sum})}, {{"axis", std::int64_t(1)}}));
        for (const Options& options : {Options(), only({})}) {
            const History history = fused(n, options);
            QCOMPARE(history.opsets.at(""), OldestLoadedOpset);
            QVERIFY(history.faults.empty());
            const Upgraded after{history.graph, history.opsets, {}};
            const auto feeds = ir::seededFeeds(inferred(n), 3);
            QVERIFY(feeds.has_value());
            QCOMPARE(difference(inferred(n), n.opsets, after, *feeds), QString());
        }
    }

    void fusingSaysWhatKeepsIt() {
        Net n(5);
        n.output(n.node("Mystery", {n.node("Relu", {n.floats("x", {2})})}));
        const History history = fused(n);
        QCOMPARE(history.opsets.at(""), std::int64_t(5));
        QCOMPARE(history.faults.size(), std::size_t(1));
        QCOMPARE(history.faults[0].code, std::string("opset-not-raised"));
        QVERIFY(history.faults[0].severity == Severity::Warning);
        QVERIFY2(
            QString::fromStdString(history.faults[0].message)
                    .startsWith(QStringLiteral("the model stays at opset 5, which runtimes do not load: ")) &&
                QString::fromStdString(history.faults[0].message).contains(QStringLiteral("(Mystery)")),
            history.faults[0].message.c_str());
        // Operators of other domains alone need no standard opset.
        Net own(1);
        own.opsets = {{"our", 3}};
        own.output(own.floats("x", {2}));
        QVERIFY(fused(own).opsets == own.opsets);
    }

    // As high as the form asks for in which a rule writes its operator, and not composed without leave.
    void fusingRaisesTo_data() {
        QTest::addColumn<int>("index");
        for (std::size_t i = 0; i < raising().size(); ++i)
            QTest::addRow("%s from %d", raising()[i].rule, raising()[i].from) << static_cast<int>(i);
    }
    void fusingRaisesTo() {
        QFETCH(int, index);
        const Raising& each = raising()[static_cast<std::size_t>(index)];
        Net n(each.from);
        each.build(n);
        Options options = only({each.rule});
        if (each.to > OldestLoadedOpset) { // older ones are raised that far in any case
            QVERIFY(fused(n, options).steps.empty());
            options.opsetLimit = each.to - 1;
            QVERIFY(fused(n, options).steps.empty());
        }
        options.opsetLimit = NewestOpset;
        const History raised = fused(n, options);
        QCOMPARE(raised.opsets.at(""), std::int64_t(each.to));
        QVERIFY(!raised.steps.empty());
        QVERIFY2(opsOf(raised.graph).contains(QString::fromLatin1(each.op)),
                 qPrintable(opsOf(raised.graph).join(QLatin1Char(' '))));
        // Where the operator is there anyway, nothing is raised for it.
        Net there(each.to);
        each.build(there);
        const History same = fused(there, options);
        QCOMPARE(same.opsets.at(""), std::int64_t(each.to));
    }

    void conformance() {
        if (edgewright::test::shared("onnx-backend").empty()) QSKIP(edgewright::test::sharedMissing());
        int raised = 0;
        int same = 0;
        QStringList wrong;
        for (const char* group : {"node", "simple", "pytorch-operator", "pytorch-converted"})
            for (const fs::path& folder : edgewright::test::sharedCases(std::string("onnx-backend/") + group)) {
                std::int64_t from = 0;
                std::int64_t to = 0;
                const QString found = caseDifference(folder, &from, &to);
                const QString name = QString::fromStdString(folder.filename().string());
                if (found.isEmpty())
                    ++(to > from ? raised : same);
                else if (!found.startsWith(QStringLiteral("skip")) &&
                         !name.contains(QStringLiteral("bernoulli")) &&
                         !name.contains(QStringLiteral("training_dropout")))
                    wrong.append(name + QStringLiteral(": ") + found);
            }
        qInfo("%d raised and the same, %d not raised", raised, same);
        QVERIFY2(wrong.isEmpty(), qPrintable(wrong.join(QLatin1Char('\n'))));
        QVERIFY(raised > 500);
    }

    void models_data() {
        QTest::addColumn<QString>("file");
        for (const fs::path& each : edgewright::test::sharedModels())
            QTest::newRow(each.parent_path().filename().c_str()) << QString::fromStdString(each.string());
    }
    void models() {
        if (edgewright::test::shared("models").empty()) QSKIP(edgewright::test::sharedMissing());
        QFETCH(QString, file);
        const auto model = edgewright::test::typedModel(file.toStdString(), true);
        QVERIFY2(model, "does not import");
        const auto raised = upgradeOpset(model->graph, model->opsets, NewestOpset);
        QVERIFY(raised);
        const std::int64_t reached = raised->opsets.at("");
        qInfo("%s: %lld to %lld%s%s", QTest::currentDataTag(),
              static_cast<long long>(ir::opsetOf(model->opsets)), static_cast<long long>(reached),
              raised->diagnostics.empty() ? "" : ", ",
              raised->diagnostics.empty() ? "" : raised->diagnostics.back().message.c_str());
        QVERIFY(ir::verify(raised->graph).size() <= ir::verify(model->graph).size());
        if (edgewright::test::macsOf(model->graph) > MacLimit) QSKIP("takes too long here");
        const auto feeds = ir::seededFeeds(model->graph, 1);
        QVERIFY(feeds);
        const QString found = difference(model->graph, model->opsets, *raised, *feeds);
        if (found.startsWith(QStringLiteral("skip"))) QSKIP(qPrintable(found));
        QCOMPARE(found, QString());
    }
};

EDGEWRIGHT_TEST(UpgradeTest)

} // namespace edgewright::upgrade_test

#include "upgrade_test.moc"

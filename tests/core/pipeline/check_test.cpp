// SPDX-License-Identifier: GPL-3.0-or-later
// Proof by numbers, and which patch breaks them: with rules that are wrong on purpose.
#include "core/ir/builder.h"
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/export.h"
#include "core/pipeline/bisect.h"
#include "core/pipeline/stage.h"
#include "core/pipeline/study.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

namespace edgewright::check_test {

namespace fs = std::filesystem;

namespace {

using fusion::Applied;
using fusion::GraphView;
using fusion::Match;
using fusion::NoMatch;

// `op` becomes `other`, with the same tensors.
Match renamed(const GraphView& view, NodeId id, const char* op, const char* other) {
    const ir::Node& node = view.graph.node(id);
    if (!node.is(op)) return NoMatch{};
    ir::Node changed = node;
    changed.op = other;
    changed.attributes.clear();
    ir::PatchBuilder patch(view.graph);
    patch.remove(id);
    patch.add(changed);
    return Applied{patch.take(), {id}, std::string(op) + " as " + other};
}
// Right on all numbers: HardSwish's and Selu's cousins are not needed, these are the same function.
Match right(const GraphView& view, NodeId id) { return renamed(view, id, "Sum", "Max"); } // of one input
Match rightToo(const GraphView& view, NodeId id) { return renamed(view, id, "Mean", "Min"); }
Match wrong(const GraphView& view, NodeId id) { return renamed(view, id, "Sin", "Sinh"); }
Match codes(const GraphView& view, NodeId id) { return renamed(view, id, "Cos", "Cosh"); }

void addRules() {
    if (fusion::findRule("test_wrong")) return;
    for (const fusion::Rule& rule :
         {fusion::Rule{.name = "test_codes",
         .summary = "",
         .match = codes,
         .before = "",
         .after = "",
         .changesQuantizedValues = true},
          fusion::Rule{"test_right", "", right, "", ""}, fusion::Rule{"test_wrong", "", wrong, "", ""},
          fusion::Rule{"test_right_too", "", rightToo, "", ""}})
        QVERIFY(fusion::registerRule(rule).has_value());
}

fusion::Options only(const std::set<std::string, std::less<>>& names) {
    fusion::Options options;
    for (const fusion::Rule* rule : fusion::rules())
        if (!names.contains(rule->name)) options.without.emplace(rule->name);
    return options;
}

// Twelve Sum of one input and twelve Mean of one input, with a Sin in the middle.
ir::Graph chain() {
    ir::GraphBuilder builder;
    const ir::TensorType type(ir::DataType::Float32, ir::Dims{2, 8});
    ValueId last = builder.input("x", type);
    for (int i = 0; i < 12; ++i)
        last = builder.node("Mean", {builder.node("Sum", {last})});
    last = builder.node("Sin", {last});
    last = builder.node("Cos", {last});
    builder.output(last);
    return builder.take();
}

std::shared_ptr<const pipeline::Typed> typedOf(ir::Graph graph, const fs::path& file = {}) {
    auto opened = std::make_shared<pipeline::Opened>();
    auto model = std::make_shared<ir::Model>();
    model->opsets[""] = 17;
    model->irVersion = 8;
    model->graph = std::move(graph);
    opened->file = file;
    opened->model = std::move(model);
    return pipeline::type(opened, {}, true);
}

std::shared_ptr<const pipeline::Typed> sampleOf(const std::string& name) {
    const auto opened = pipeline::open(test::sample(name + ".onnx"));
    return opened ? pipeline::type(*opened, {}, true) : nullptr;
}

} // namespace

class CheckTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { addRules(); }

    void samplesKeepTheirNumbers() {
        const auto typed = sampleOf("residual_cnn_2d");
        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history.has_value());
        const auto check = pipeline::check(*typed, **history, 5);
        QVERIFY2(check.has_value(), check ? "" : check.error().message.c_str());
        QCOMPARE((*check)->seed, std::uint64_t(5));
        QVERIFY((*check)->data ==
                (std::vector<std::string>{"seed 5", "seed 6", "seed 7", "residual_cnn_2d/test.npz"}));
        QVERIFY((*check)->notes.empty());
        QCOMPARE((*check)->outputs.size(), std::size_t(1));
        QVERIFY((*check)->worst()->difference.relNorm < 1e-5);
        QVERIFY((*check)->maxAbs > 0); // other sums than before: some rounding differs
        // Every node that a patch made writes a tensor that was there before.
        std::size_t made = 0;
        for (const NodeId id : (*history)->graph.order())
            made += id >= (*history)->base.nextNode();
        QVERIFY(made > 5);
        QCOMPARE((*check)->boundaries.size(), made);
        QCOMPARE((*check)->boundariesLeftOut, std::size_t(0));
        for (const pipeline::BoundaryDifference& boundary : (*check)->boundaries) {
            QVERIFY2(boundary.difference.relNorm < 1e-5, boundary.name.c_str());
            QVERIFY(boundary.difference.sameShape && boundary.data < (*check)->data.size());
            QCOMPARE((*history)->graph.value(boundary.value).name, boundary.name);
            QVERIFY(std::ranges::count((*history)->graph.node(boundary.node).outputs, boundary.value) == 1);
        }
    }

    // The file is judged: its numbers, its shapes, and what it declares.
    void theFileIsJudged() {
        QTemporaryDir temporary;
        const fs::path file = fs::path(temporary.path().toStdString()) / "written.onnx";
        // y = Reshape(op(x)) of rank `rank`, declared as `declared`.
        const auto model = [](const char* op, std::int64_t rank, const ir::Dims& declared) {
            ir::GraphBuilder builder;
            const ValueId x = builder.input("x", {ir::DataType::Float32, ir::Dims{2, 8}});
            std::vector<std::int64_t> shape(static_cast<std::size_t>(rank), 1);
            shape.back() = 8;
            shape[shape.size() - 2] = 2;
            const ValueId target = builder.constant("shape", ir::Tensor::of<std::int64_t>({rank}, shape));
            const ValueId y = builder.value("y", {ir::DataType::Float32, declared});
            builder.nodeInto("Reshape", {builder.node(op, {x}), target}, {y});
            builder.output(y);
            return builder.take();
        };
        const auto typed = typedOf(model("Sin", 3, {1, 2, 8}));
        const auto history = pipeline::fuse(*typed, {});
        QVERIFY(history.has_value());
        const auto checkOf = [&](ir::Graph graph) {
            ir::Model written = *typed->opened->model;
            written.graph = std::move(graph);
            pipeline::CheckOptions options;
            if (const auto done = onnx::exportModel(written, written.graph, file))
                if (const auto opened = pipeline::open(file)) options.written = *opened;
            const auto check = pipeline::check(*typed, **history, options);
            return check ? *check : nullptr;
        };
        const auto faultOf = [](const pipeline::Check& check) {
            return QString::fromStdString(check.written.front().wrongType);
        };
        const auto right = checkOf(model("Sin", 3, {1, 2, 8}));
        QVERIFY(right && right->passes());
        QCOMPARE(right->written.size(), std::size_t(1));
        const auto numbers = checkOf(model("Cos", 3, {1, 2, 8}));
        QVERIFY(numbers && !numbers->passes() && faultOf(*numbers).isEmpty());
        QVERIFY(numbers->outputs.front().passes());
        const auto rank = checkOf(model("Sin", 2, {2, 8}));
        QVERIFY(rank && !rank->passes());
        QCOMPARE(faultOf(*rank), QStringLiteral("float32[2,8] where float32[1,2,8] is expected"));
        const auto declared = checkOf(model("Sin", 3, {2, 8}));
        QVERIFY(declared && !declared->passes());
        QCOMPARE(faultOf(*declared), QStringLiteral("'y' is float32[1,2,8] where float32[2,8] is declared"));
    }

    // Boundaries in several goes say what they say in one; where they are too many, some are left out.
    void memoryIsBounded() {
        const auto typed = sampleOf("residual_cnn_2d");
        const auto history = pipeline::fuse(*typed, {});
        pipeline::CheckOptions options;
        const auto whole = pipeline::check(*typed, **history, options);
        std::int64_t largest = 0, total = 0;
        for (const auto& boundary : (*whole)->boundaries) {
            const std::int64_t bytes = *typed->graph->value(boundary.value).type.bytes();
            largest = std::max(largest, bytes);
            total += bytes;
        }
        options.boundaryBytes = total / 2;
        const auto halves = pipeline::check(*typed, **history, options);
        QCOMPARE((*halves)->boundaries.size(), (*whole)->boundaries.size());
        for (std::size_t i = 0; i < (*whole)->boundaries.size(); ++i) {
            QCOMPARE((*halves)->boundaries[i].name, (*whole)->boundaries[i].name);
            QCOMPARE((*halves)->boundaries[i].difference.maxAbs, (*whole)->boundaries[i].difference.maxAbs);
            QCOMPARE((*halves)->boundaries[i].data, (*whole)->boundaries[i].data);
        }
        options.boundaryBytes = largest - 1;
        const auto some = pipeline::check(*typed, **history, options);
        QVERIFY((*some)->boundariesLeftOut > 0);
        QCOMPARE((*some)->boundaries.size() + (*some)->boundariesLeftOut, (*whole)->boundaries.size());
        QCOMPARE((*some)->maxAbs, (*whole)->maxAbs);
        options.boundaryBytes = 0;
        const auto none = pipeline::check(*typed, **history, options);
        QVERIFY((*none)->boundaries.empty());
        QCOMPARE((*none)->maxAbs, (*whole)->maxAbs);
    }

    void oneSeedIsOne() {
        const auto typed = sampleOf("tiny_cnn_2d");
        const auto history = pipeline::fuse(*typed, {});
        pipeline::CheckOptions options;
        options.seeds = 1;
        options.realInputs = false;
        const auto check = pipeline::check(*typed, **history, options);
        QVERIFY((*check)->data == std::vector<std::string>{"seed 1"});
    }

    // Tensors beside a model: those that fit are used, the others are named.
    void dataBesideTheModel() {
        QTemporaryDir temporary;
        const fs::path folder = temporary.path().toStdString();
        const auto write = [&](const char* set, const ir::Tensor& x) {
            fs::create_directories(folder / set);
            QVERIFY(onnx::writeTensorFile(folder / set / "input_0.pb", "x", x).has_value());
        };
        write("test_data_set_0",
              ir::Tensor::of<float>({2, 8}, {1, 2, 3, 4, 5, 6, 7, 8, 9, 8, 7, 6, 5, 4, 3, 2}));
        write("test_data_set_1", ir::Tensor::of<float>({3}, {1, 2, 3}));
        const auto typed = typedOf(chain(), folder / "model.onnx");
        const auto history = pipeline::fuse(*typed, only({"test_right"}));
        const auto check = pipeline::check(*typed, **history, 1);
        QVERIFY2(check.has_value(), check ? "" : check.error().message.c_str());
        QVERIFY((*check)->data == (std::vector<std::string>{"seed 1", "seed 2", "seed 3", "test_data_set_0"}));
        QCOMPARE((*check)->notes.size(), std::size_t(1));
        QVERIFY((*check)->notes.front().find("test_data_set_1") != std::string::npos);
        QCOMPARE((*check)->maxAbs, 0.0);
    }

    void theWrongPatchIsFound() {
        const auto typed = typedOf(chain());
        const auto history = pipeline::fuse(*typed, only({"test_right", "test_wrong", "test_right_too"}));
        QVERIFY(history.has_value());
        QCOMPARE((*history)->steps.size(), std::size_t(25));
        const auto wrongAt =
            static_cast<std::size_t>(std::ranges::find((*history)->steps, "test_wrong", &fusion::Step::rule) -
                                     (*history)->steps.begin());
        QVERIFY(wrongAt > 0 && wrongAt + 1 < 25);
        const auto check = pipeline::check(*typed, **history, 1);
        QVERIFY(check.has_value());
        QVERIFY((*check)->worst()->difference.relNorm > 1e-2);
        // The boundary behind the wrong node is the one that differs first.
        const auto first = std::ranges::find_if(
            (*check)->boundaries, [](const auto& boundary) { return boundary.difference.relNorm > 1e-3; });
        QVERIFY(first != (*check)->boundaries.end());
        QVERIFY((*history)->graph.node(first->node).is("Sinh"));

        const std::string& data = (*check)->data[(*check)->worst()->data];
        const auto broken = pipeline::bisect(*typed, **history, {}, data, 1e-3);
        QVERIFY2(broken.has_value(), broken ? "" : broken.error().message.c_str());
        QVERIFY(broken->has_value());
        QCOMPARE((*broken)->step, wrongAt);
        QCOMPARE((*broken)->rule, std::string("test_wrong"));
        QCOMPARE((*broken)->names, std::vector<std::string>{"Sin_24"});
        QCOMPARE((*broken)->data, data);
        QCOMPARE((*broken)->before.maxAbs, 0.0);
        QVERIFY((*broken)->after.relNorm > 1e-2);
        QCOMPARE(QString::fromStdString((*broken)->text()),
                 QStringLiteral("step %1: test_wrong on Sin_24: Sin as Sinh").arg(wrongAt + 1));
    }

    // The window and the command line name the same patch.
    void theStageFindsTheWrongPatch() {
        pipeline::Analysis analysis;
        analysis.typed = typedOf(chain());
        analysis.opened = analysis.typed->opened;
        pipeline::Settings settings;
        settings.seed = 3;
        for (const auto& [rules, breaks] :
             {std::pair(only({"test_right", "test_wrong"}), true), std::pair(only({"test_right"}), false)}) {
            settings.fusion = rules;
            analysis.fusion.reset();
            analysis.check.reset();
            analysis.broken.reset();
            QVERIFY(pipeline::evaluate(analysis, settings, "check"));
            QCOMPARE(analysis.check->passes(), !breaks);
            QCOMPARE(bool(pipeline::evaluate(analysis, settings, "broken")), breaks);
            if (!breaks) continue;
            QVERIFY(analysis.broken && *analysis.broken);
            QCOMPARE((*analysis.broken)->rule, std::string("test_wrong"));
            QCOMPARE(analysis.fusion->steps[(*analysis.broken)->step].rule, std::string("test_wrong"));
        }
    }

    // A patch that may change codes is no culprit, and those behind it are compared with the graph that it
    // made.
    void changedCodesAreNotBlamed() {
        const auto typed = typedOf(chain());
        const auto alone = pipeline::fuse(*typed, only({"test_codes"}));
        QCOMPARE((*alone)->steps.size(), std::size_t(1));
        const auto none = pipeline::bisect(*typed, **alone, {}, {}, 1e-3);
        QVERIFY(none.has_value() && !none->has_value());
        const auto history =
            pipeline::fuse(*typed, only({"test_codes", "test_right", "test_wrong", "test_right_too"}));
        QCOMPARE((*history)->steps.size(), std::size_t(26));
        QCOMPARE((*history)->steps.front().rule, std::string("test_codes"));
        const auto broken = pipeline::bisect(*typed, **history, {}, {}, 1e-3);
        QVERIFY(broken.has_value() && broken->has_value());
        QCOMPARE((*broken)->rule, std::string("test_wrong"));
        QCOMPARE((*broken)->before.maxAbs, 0.0);
    }

    void nothingIsFoundWhereNothingIsWrong() {
        const auto typed = typedOf(chain());
        const auto history = pipeline::fuse(*typed, only({"test_right", "test_right_too"}));
        const auto broken = pipeline::bisect(*typed, **history, {}, {}, 1e-3);
        QVERIFY(broken.has_value() && !broken->has_value());
        QVERIFY(!pipeline::bisect(*typed, **history, {}, "seed 99", 1e-3).has_value());
    }

    void cancelling() {
        std::stop_source stop;
        stop.request_stop();
        const RunContext run{stop.get_token(), nullptr};
        const auto typed = sampleOf("tiny_cnn_2d");
        const auto history = pipeline::fuse(*typed, {});
        const auto check = pipeline::check(*typed, **history, 1, run);
        QVERIFY(!check && check.error().code == ErrorCode::Cancelled);
        const auto broken = pipeline::bisect(*typed, **history, {}, {}, 1e-3, run);
        QVERIFY(!broken && broken.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(CheckTest)

} // namespace edgewright::check_test

#include "check_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// What the executor does with a back end: which convolutions it gets, with what, and what becomes of its
// failures.
#include "core/exec/program.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

namespace edgewright::backend_run_test {

using ir::DataType;
using ir::Dims;

namespace {

const ir::Opsets Opsets{{"", 18}};

ir::Tensor constant(Dims dims, float value) {
    auto tensor = ir::Tensor::allocate(DataType::Float32, std::move(dims));
    std::ranges::fill(tensor->as<float>(), value);
    return std::move(tensor).value();
}

// x [1, 2, 4, 4] of ones through Conv with weights 1 (a constant, or fed) and biases -3, and Relu.
struct Model {
    ir::Graph graph;
    ir::Feeds feeds;

    explicit Model(std::int64_t channels, bool constantWeights = true) {
        ir::GraphBuilder b;
        const ValueId x = b.input("x", {DataType::Float32, Dims{1, 2, 4, 4}});
        feeds.emplace(x, constant({1, 2, 4, 4}, 1));
        const ir::Tensor weights = constant({channels, 2, 1, 1}, 1);
        const ValueId w = constantWeights ? b.constant("w", weights) : b.input("w", weights.type());
        if (!constantWeights) feeds.emplace(w, weights);
        b.output(b.node("Conv", {x, w, b.constant("bias", constant({channels}, -3))}));
        graph = ops::inferTypes(b.graph(), Opsets).graph;
    }
    Result<exec::RunResult> run(const char* backend) const {
        exec::RunOptions options;
        options.backend = backend;
        return exec::run(graph, Opsets, feeds, options);
    }
    float first(const char* backend) const {
        const auto result = run(backend);
        return result ? result->outputs[0].as<float>()[0] : std::nanf("");
    }
};

} // namespace

class BackendRunTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        qputenv("EDGEWRIGHT_PLUGINS", (QCoreApplication::applicationDirPath() + "/backends").toUtf8());
    }

    // The fake back end makes every element the bias; the kernels here make 2 - 3.
    void getsConstantWeightsOnly() {
        QCOMPARE(Model(4).first(""), -1.0f);
        QCOMPARE(Model(4).first("fake"), -3.0f);
        QCOMPARE(Model(4, false).first("fake"), -1.0f);
    }

    void mayDecline() { QCOMPARE(Model(3).first("fake"), -1.0f); }

    void scratchIsCounted() {
        const auto result = Model(4).run("fake");
        QVERIFY(result);
        QVERIFY(result->scratchBytes() >= 4096);
        QCOMPARE(result->allocations, 1);
    }

    void failureNamesNodeAndFile() {
        const auto result = Model(5).run("fake");
        QVERIFY(!result);
        const QString error = QString::fromStdString(result.error().message);
        QVERIFY2(error.contains("Conv_0") && error.contains("edgewright_fake.so: five channels are too many"),
                 qPrintable(error));
    }

    void unknownBackendIsAnError() {
        const auto result = Model(4).run("absent");
        QVERIFY(!result);
        QCOMPARE(result.error().code, ErrorCode::BadInput);
        QVERIFY(result.error().message.find("edgewright_absent.so") != std::string::npos);
    }

    // One program, now with and now without.
    void canChangeFromRunToRun() {
        const Model model(4);
        exec::Program program(model.graph, Opsets);
        for (const char* backend : {"fake", "", "fake", ""}) {
            exec::RunOptions options;
            options.backend = backend;
            const auto result = program.run(model.feeds, options);
            QVERIFY(result);
            QCOMPARE(result->outputs[0].as<float>()[0], *backend ? -3.0f : -1.0f);
        }
    }
};

EDGEWRIGHT_TEST(BackendRunTest)

} // namespace edgewright::backend_run_test

#include "backend_run_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers that only appear while the model runs: indices, sizes, counts. Whatever they are, the answer is a
// result or one error that names node and operator, within the memory that the run may take.
#include "core/exec/executor.h"
#include "core/ir/builder.h"
#include "core/ops/infer.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <functional>
#include <limits>
#include <stop_token>
#include <thread>

namespace edgewright::hostile_test {

using ir::DataType;
using ir::Dims;
using ir::Tensor;

namespace {

constexpr std::int64_t Huge = std::int64_t(1) << 40;
constexpr std::int64_t Most = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t Least = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t LimitBytes = std::int64_t(1) << 20;
const char* const Limit = "needed, limit 1048576 bytes";

Tensor ints(std::vector<std::int64_t> values) {
    return Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}
Tensor ints(Dims dims, std::vector<std::int64_t> values) { return Tensor::of(std::move(dims), values); }
Tensor one(std::int64_t value) { return Tensor::scalar(value); }
Tensor floats(Dims dims) {
    Tensor tensor = *Tensor::allocate(DataType::Float32, std::move(dims));
    float next = 0;
    for (float& each : tensor.as<float>())
        each = ++next;
    return tensor;
}
Tensor floatsOf(std::vector<float> values) {
    return Tensor::of({static_cast<std::int64_t>(values.size())}, values);
}
Tensor words(Dims dims) {
    const auto count = static_cast<std::size_t>(*ir::TensorType(DataType::Int8, dims).elements());
    return Tensor::ofStrings(std::move(dims), std::vector<std::string>(count, "word"));
}

struct Case {
    std::string op;
    std::vector<Tensor> inputs; // an empty one is omitted
    std::vector<ir::Attribute> attributes = {};
    std::int64_t opset = 21;
    std::size_t outputs = 1;
};

// All inputs are inputs of the model: nothing is known before it runs.
Result<exec::RunResult> runCase(const Case& each, const exec::RunOptions& options,
                                const RunContext& context = {}) {
    ir::GraphBuilder builder;
    ir::Feeds feeds;
    std::vector<ValueId> inputs;
    for (const Tensor& tensor : each.inputs) {
        if (tensor.dtype() == DataType::Undefined) {
            inputs.emplace_back();
            continue;
        }
        inputs.push_back(builder.input("in" + std::to_string(inputs.size()), tensor.type()));
        feeds[inputs.back()] = tensor;
    }
    std::vector<ValueId> outputs;
    for (std::size_t i = 0; i < each.outputs; ++i)
        outputs.push_back(builder.value("out" + std::to_string(i)));
    builder.nodeInto(each.op, inputs, outputs, each.attributes);
    builder.output(outputs.front());
    const ir::Opsets opsets{{"", each.opset}};
    const auto inferred = ops::inferTypes(builder.graph(), opsets);
    return exec::run(inferred.graph, opsets, feeds, options, context);
}

exec::RunOptions limited() {
    exec::RunOptions options;
    options.memoryLimitBytes = LimitBytes;
    options.loopTripLimit = 1000;
    return options;
}

std::shared_ptr<const ir::Graph> shared(ir::GraphBuilder& builder) {
    return std::make_shared<const ir::Graph>(builder.take());
}

// iteration, condition, carried -> condition, body(carried)[, scanned]
std::shared_ptr<const ir::Graph> loopBody(const ir::TensorType& type, bool scans,
                                          const std::function<ValueId(ir::GraphBuilder&, ValueId)>& body) {
    ir::GraphBuilder inner;
    inner.input("i", {DataType::Int64, Dims{}});
    const ValueId more = inner.input("more", {DataType::Bool, Dims{}});
    const ValueId carried = inner.input("carried", type);
    inner.output(inner.node("Identity", {more}));
    const ValueId next = body(inner, carried);
    inner.output(next);
    if (scans) inner.output(inner.node("Identity", {next}));
    return shared(inner);
}

} // namespace

class HostileTest : public QObject {
    Q_OBJECT

private slots:
    void refused_data();
    void refused();
    void accepted_data();
    void accepted();

    void loopsEnd_data() {
        QTest::addColumn<bool>("scans");
        QTest::addColumn<QString>("word");
        QTest::newRow("by the trip limit") << false << "limit of 1000";
        QTest::newRow("by memory") << true << Limit;
    }

    // The condition stays true and there is no trip count.
    void loopsEnd() {
        QFETCH(bool, scans);
        QFETCH(QString, word);
        const Tensor start = floats({4096});
        const auto body = loopBody(start.type(), scans, [](ir::GraphBuilder& inner, ValueId carried) {
            return inner.node("Neg", {carried});
        });
        for (const Tensor& trips : {Tensor(), one(Most)}) {
            Case loop{"Loop", {trips, Tensor(), start}, {{"body", body}}};
            loop.outputs = scans ? 2 : 1;
            const auto ran = runCase(loop, limited());
            QVERIFY(!ran);
            QVERIFY2(QString::fromStdString(ran.error().message).contains(word), ran.error().message.c_str());
            QVERIFY(ran.error().message.starts_with("node 'Loop_0' (Loop)"));
        }
        const auto none = runCase({"Loop", {one(Least), Tensor(), start}, {{"body", body}}}, limited());
        QVERIFY2(none, none ? "" : none.error().message.c_str());
    }

    // A million iterations of a million iterations: ended from outside.
    void loopsInLoopsAreStopped() {
        const Tensor start = floats({1});
        const auto inner = loopBody(start.type(), false, [](ir::GraphBuilder& builder, ValueId carried) {
            return builder.node("Neg", {carried});
        });
        const auto outer = loopBody(start.type(), false, [&](ir::GraphBuilder& builder, ValueId carried) {
            const ValueId out = builder.value("again");
            builder.nodeInto("Loop", {ValueId(), ValueId(), carried}, {out}, {{"body", inner}});
            return out;
        });
        // Stopped as soon as the operator in front of the loop is done.
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", start.type());
        const ValueId in = builder.node("Neg", {x});
        builder.output(builder.node("Loop", {ValueId(), ValueId(), in}, {{"body", outer}}));
        std::stop_source source;
        Progress progress;
        std::jthread stopper([&] {
            while (progress.get().first == 0)
                std::this_thread::yield();
            source.request_stop();
        });
        const auto ran = exec::run(ops::inferTypes(builder.graph(), {{"", 21}}).graph, {{"", 21}}, {{x, start}},
                                   {}, {source.get_token(), &progress});
        progress.set(1, 1);
        QVERIFY(!ran);
        QCOMPARE(ran.error().code, ErrorCode::Cancelled);
    }

    // A carried value that doubles meets the limit of memory long before that of trips.
    void growthEnds() {
        const Tensor start = floats({2});
        const auto body = loopBody(
            {DataType::Float32, std::vector<ir::Dim>(1)}, false, [](ir::GraphBuilder& inner, ValueId carried) {
                return inner.node("Concat", {carried, carried}, {{"axis", std::int64_t(0)}});
            });
        const auto ran = runCase({"Loop", {Tensor(), Tensor(), start}, {{"body", body}}}, limited());
        QVERIFY(!ran);
        for (const char* word : {"node 'Loop_0' (Loop)", "iteration ", "(Concat)", Limit})
            QVERIFY2(ran.error().message.find(word) != std::string::npos, ran.error().message.c_str());
    }

    // In the graph and in a body.
    void memoryLimitNamesTheNode() {
        const auto big = [](ir::GraphBuilder& builder, ValueId shape) {
            return builder.node("ConstantOfShape", {shape});
        };
        ir::GraphBuilder inner;
        inner.output(big(inner, inner.input("shape", {DataType::Int64, Dims{1}})));
        for (const bool inBody : {false, true}) {
            ir::GraphBuilder builder;
            const ValueId shape = builder.input("shape", {DataType::Int64, Dims{1}});
            if (inBody) {
                ir::Node call;
                call.name = "call";
                call.op = "Fill";
                call.domain = "local";
                call.body = std::make_shared<const ir::Graph>(inner.graph());
                call.inputs = {shape};
                call.outputs = {builder.value("y")};
                builder.output(call.outputs[0]);
                builder.graph().addNode(std::move(call));
            } else {
                builder.output(big(builder, shape));
            }
            const auto run = [&](std::int64_t elements) {
                return exec::run(builder.graph(), {{"", 17}}, {{shape, ints({elements})}}, limited());
            };
            QVERIFY(run(LimitBytes / 4));
            for (const std::int64_t elements : {LimitBytes / 4 + 1, Huge}) {
                const auto ran = run(elements);
                QVERIFY(!ran);
                QVERIFY2(ran.error().message.find(Limit) != std::string::npos, ran.error().message.c_str());
                QVERIFY2(ran.error().message.find("node 'ConstantOfShape_0' (ConstantOfShape)") !=
                             std::string::npos,
                         ran.error().message.c_str());
            }
        }
    }

    // A call whose function was refused at import (it calls itself), and weights that are not there.
    void leftoversOfImport() {
        ir::GraphBuilder builder;
        const ValueId x = builder.input("x", {DataType::Float32, Dims{1}});
        const ValueId weights = builder.constant("weights", Tensor::withoutData(DataType::Float32, {1}));
        const ValueId sum = builder.node("Add", {x, weights});
        const ValueId called = builder.node("Ping", {x});
        builder.graph().node(builder.graph().order().back()).domain = "our";
        for (const auto& [output, word] :
             {std::pair(sum, "node 'Add_0' (Add): input 1 'weights' has no data"),
              std::pair(called, "node 'Ping_1' (Ping): operator 'Ping' of domain 'our'")}) {
            builder.graph().outputs = {output};
            const auto ran = exec::run(builder.graph(), {{"", 17}, {"our", 1}}, {{x, floats({1})}}, limited());
            QVERIFY(!ran);
            QVERIFY2(ran.error().message.starts_with(word), ran.error().message.c_str());
        }
    }
};

void HostileTest::refused_data() {
    QTest::addColumn<Case>("given");
    QTest::addColumn<QString>("word");
    int number = 0;
    const auto row = [&](Case given, const std::string& word) {
        QTest::addRow("%s %d", given.op.c_str(), ++number) << std::move(given) << QString::fromStdString(word);
    };
    const Tensor x = floats({3, 4});
    const Tensor cube = floats({1, 1, 3, 4});
    const Tensor none;

    for (const std::int64_t bad : {3, -4})
        row({"Gather", {x, ints({0, bad})}}, "is outside [-3, 2]");
    row({"Gather", {x, one(Most)}, {{"axis", std::int64_t(1)}}}, "is outside [-4, 3]");
    row({"Gather", {words({2}), ints({2})}}, "is outside [-2, 1]");
    row({"GatherElements", {x, ints({1, 4}, {0, 1, 2, Least})}}, "is outside [-3, 2]");
    row({"GatherElements",
         {
             x,
             ints({4, 1}, {0, 0, 0, 0}),
         },
         {{"axis", std::int64_t(1)}}},
        "do not fit");
    row({"GatherND", {x, ints({1, 2}, {2, 4})}}, "is outside [-4, 3]");
    row({"GatherND", {x, ints({1, 3}, {0, 0, 0})}}, "do not fit");
    row({"ScatterElements", {x, ints({1, 4}, {0, 1, 2, 3}), floats({1, 4})}}, "is outside [-3, 2]");
    row({"ScatterElements", {x, ints({1, 4}, {0, 1, 2, 0}), floats({1, 3})}},
        "updates are float32[1,3] where indices are int64[1,4]");
    row({"ScatterND", {x, ints({1, 1}, {Most}), floats({1, 4})}}, "is outside [-3, 2]");
    row({"ScatterND", {x, ints({1, 2}, {0, Least}), floats({1})}}, "is outside [-4, 3]");
    row({"ScatterND", {x, ints({1, 1}, {0}), floats({1, 5})}},
        "updates are float32[1,5] where float32[1,4] is expected");
    row({"Scatter", {x, ints({1, 4}, {0, 1, 2, 3}), floats({1, 4})}, {}, 9}, "is outside [-3, 2]");
    row({"ReverseSequence", {x, ints({4, 1, 1, 1})}}, "a sequence of length 4 among 3 steps");
    row({"ReverseSequence", {x, ints({Least, 1, 1, 1})}},
        "a sequence of length -9223372036854775808 among 3 steps");
    row({"MaxUnpool",
         {cube, ints({1, 1, 3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, Most})},
         {{"kernel_shape", std::vector<std::int64_t>{2, 2}}, {"strides", std::vector<std::int64_t>{2, 2}}}},
        "index 9223372036854775807 is outside of the output float32[1,1,6,8]");
    row({"MaxUnpool",
         {cube, ints({1, 1, 3, 4}, std::vector<std::int64_t>(12, 0)), ints({1, 1, Huge, Huge})},
         {{"kernel_shape", std::vector<std::int64_t>{2, 2}}}},
        "a tensor of type float32[1,1,1099511627776,1099511627776] has no size");

    row({"Slice", {x, ints({0}), ints({1}), ints({0}), ints({0})}}, "step of 0");
    row({"Slice", {x, ints({0}), ints({1}), ints({2})}}, "axis 2");
    row({"Slice", {x, ints({0}), ints({1}), ints({Least})}}, "axis");
    row({"Slice", {x, ints({0, 0}), ints({1})}}, "entries");
    row({"Slice", {x, ints({0, 0}), ints({1, 1}), ints({0, -2})}}, "axis 0 is named twice");
    row({"Split", {x, ints({1, 3})}, {}, 13, 2},
        "2 parts of together 4 where there are 2 outputs and an extent of 3");
    row({"Split", {x, ints({4, -1})}, {}, 13, 2},
        "2 parts of together 3 where there are 2 outputs and an extent of 3");
    row({"Split", {x, ints({Most, Most})}, {}, 13, 2},
        "2 parts of together -1 where there are 2 outputs and an extent of 3");
    row({"TopK", {x, ints({5})}, {}, 21, 2}, "k is missing or does not fit an axis of extent 4");
    row({"TopK", {x, ints({-1})}, {}, 21, 2}, "k is missing or does not fit");
    row({"TopK", {x, ints({Most})}, {}, 21, 2}, "k is missing or does not fit");
    row({"TopK", {x, ints({1, 1})}, {}, 21, 2}, "k is missing or does not fit");
    for (const std::int64_t depth : {std::int64_t(0), std::int64_t(-3), Least, Most})
        row({"OneHot", {ints({0, 1}), one(depth), floatsOf({0, 1})}}, "depth must be");
    row({"OneHot", {ints({0, 1}), one(Huge / 256), floatsOf({0, 1})}}, Limit);
    row({"OneHot", {ints({0, 1}), one(3), floatsOf({0})}}, "two elements");

    row({"Resize", {cube, none, none, ints({1, 1, Huge, Huge})}},
        "a tensor of type float32[1,1,1099511627776,1099511627776] has no size");
    row({"Resize", {cube, none, none, ints({1, 1, 1 << 20, 1})}}, Limit);
    row({"Resize", {cube, none, none, ints({1, 1, Huge, 1})}}, Limit);
    row({"Resize", {cube, none, none, ints({1, 1, Huge, 1})}, {{"mode", std::string("linear")}}}, Limit);
    // Between the axes there is more than before and after them.
    row({"Resize",
         {floats({1, 1, 10000, 1}), none, none, ints({1, 1, 1, 10000})},
         {{"mode", std::string("linear")}}},
        Limit);
    row({"Resize", {cube, none, none, ints({1, 1, -3, 4})}}, "sizes holds -3 where at least 0 is expected");
    row({"Resize", {cube, none, none, ints({1, 1, 3})}}, "scales or sizes have 3 entries where 4 are expected");
    for (const float scale : {0.0f, -1.0f, 1e30f, std::numeric_limits<float>::infinity(), std::nanf("")}) {
        const auto said = [scale](int extent) {
            return "a scale of " + std::to_string(scale) + " does not fit an extent of " +
                   std::to_string(extent);
        };
        row({"Resize", {cube, none, floatsOf({1, 1, scale, 1})}}, said(3));
        row({"Resize", {cube, none, floatsOf({1, 1, 1, scale})}, {{"mode", std::string("cubic")}}}, said(4));
        row({"Upsample", {cube, floatsOf({1, 1, scale, 1})}, {}, 9}, said(3));
    }
    row({"Resize", {cube, none, floatsOf({1, 1, 1e12f, 1})}},
        "a scale of 999999995904.000000 does not fit an extent of 3");

    row({"Pad", {x, ints({Huge, 0, 0, 0})}},
        "the padded tensor, float32[1099511627779,4], has more than 17179869184 elements");
    row({"Pad", {x, ints({0, 0, 0, Huge})}, {{"mode", std::string("edge")}}},
        "the padded tensor, float32[3,1099511627780], has more than 17179869184 elements");
    row({"Pad", {x, ints({0, Huge, 0, 0})}, {{"mode", std::string("reflect")}}},
        "the padded tensor, float32[3,1099511627780], has more than 17179869184 elements");
    row({"Pad", {x, ints({0, Huge, 0, 0})}, {{"mode", std::string("wrap")}}},
        "the padded tensor, float32[3,1099511627780], has more than 17179869184 elements");
    row({"Pad", {x, ints({1 << 20, 0, 0, 0})}}, Limit);
    row({"Pad", {x, ints({Most, Most, Most, Most})}}, "do not fit");
    row({"Pad", {x, ints({-4, 0, 0, 0})}}, "do not fit");
    row({"Pad", {x, ints({Least, 0, Most, 0})}}, "do not fit");
    row({"Pad", {x, ints({0, 0, 0})}}, "entries");
    row({"Pad", {x, ints({1, 1}), none, ints({2})}}, "axis 2");
    row({"Pad", {words({2}), ints({0, Huge})}},
        "the padded tensor, string[1099511627778], has more than 17179869184 elements");

    row({"Expand", {x, ints({Huge, 1, 1})}}, Limit);
    row({"Expand", {x, ints({Huge, Huge, Huge, 1, 1})}},
        "the shape has a negative extent or too many elements");
    row({"Expand", {x, ints({-1, 3, 4})}}, "negative");
    row({"Expand", {x, ints({2, 3, 5})}}, "extents 4 and 5 do not broadcast");
    row({"Expand", {words({1}), ints({Huge})}}, Limit);
    row({"Tile", {x, ints({Huge, 1})}}, Limit);
    row({"Tile", {x, ints({Most, 1})}}, "repeats");
    row({"Tile", {x, ints({-1, 1})}}, "repeats holds -1 where at least 0 is expected");
    row({"Tile", {x, ints({1})}}, "repeats has 1 entries where the input has 2 axes");
    row({"Tile", {words({1}), ints({Huge})}}, Limit);
    row({"ConstantOfShape", {ints({Huge})}}, Limit);
    row({"ConstantOfShape", {ints({Huge, Huge})}}, "the shape has too many elements");
    row({"ConstantOfShape", {ints({-1})}}, "the shape holds -1 where at least 0 is expected");
    row({"Range", {one(0), one(Huge), one(1)}}, "the range has too many elements");
    row({"Range", {one(0), one(1 << 20), one(1)}}, Limit);
    row({"Range", {one(Least), one(Most), one(1)}}, "too many");
    row({"Range", {one(0), one(5), one(0)}}, "delta is 0");
    row({"Range", {Tensor::scalar(0.0f), Tensor::scalar(std::nanf("")), Tensor::scalar(1.0f)}}, "not a number");
    row({"Range", {Tensor::scalar(0.0f), Tensor::scalar(1e30f), Tensor::scalar(1e-30f)}}, "too many");
    row({"Reshape", {x, ints({5, -1})}}, "an input of shape [3,4] does not fill the shape [5,-1]");
    row({"Reshape", {x, ints({-1, -1})}}, "the shape holds -1 more than once");
    row({"Reshape", {x, ints({Huge, Huge})}}, "the shape has too many elements");
    row({"Reshape", {x, ints({3, 4, 0})}}, "the shape copies axis 2, which does not exist");
    row({"Reshape", {x, ints({-2, -6})}}, "the shape holds -2 where at least -1 is expected");
    row({"Unsqueeze", {x, ints({4})}}, "axis 4 is outside [-3, 2]");
    row({"Unsqueeze", {x, ints({0, 0})}}, "axis 0 is named twice");
    row({"Unsqueeze", {x, ints({Least})}}, "axis -9223372036854775808 is outside [-3, 2]");
    row({"Squeeze", {x, ints({0})}}, "axis 0 has extent 3 where 1 is expected");
    row({"Squeeze", {x, ints({Most})}}, "axis 9223372036854775807 is outside [-2, 1]");
    row({"CumSum", {x, one(2)}}, "axis 2");
    row({"CumSum", {x, one(Least)}}, "axis");
    row({"ReduceSum", {x, ints({2})}}, "axis 2");
    row({"ReduceMax", {x, ints({Most})}}, "axis");
    row({"Trilu", {x, ints({1, 2})}}, "k must be one integer");
    row({"HannWindow", {one(Huge)}}, "a window of 1099511627776 elements where 0 to 268435456 are expected");
    row({"HannWindow", {one(-1)}}, "a window of -1 elements where 0 to 268435456 are expected");
    row({"BlackmanWindow", {one(Most)}},
        "a window of 9223372036854775807 elements where 0 to 268435456 are expected");
    row({"MelWeightMatrix", {one(Huge), one(Huge), one(8000), Tensor::scalar(0.0f), Tensor::scalar(4000.0f)}},
        "1099511627776 mel bins of a transform of length 1099511627776 where 0 to 16777216 are expected");
    row({"MelWeightMatrix", {one(-1), one(64), one(8000), Tensor::scalar(0.0f), Tensor::scalar(4000.0f)}},
        "-1 mel bins of a transform of length 64 where 0 to 16777216 are expected");
    row({"DFT", {floats({1, 8, 1}), one(Huge), one(1)}, {}, 20},
        "a transform of length 1099511627776 where 1 to 16777216 is expected");
    row({"DFT", {floats({1, 8, 1}), one(-1), one(1)}, {}, 20},
        "a transform of length -1 where 1 to 16777216 is expected");
    row({"DFT", {floats({1, 8, 1}), one(8), one(Most)}, {}, 20}, "axis 9223372036854775807 is outside [-3, 2]");
    row({"STFT", {floats({1, 64, 1}), one(0), none, one(16)}}, "frame_step is 0 where at least 1 is expected");
    row({"STFT", {floats({1, 64, 1}), one(4), none, one(Huge)}},
        "a frame of 1099511627776 samples does not fit a signal of 64");
    row({"STFT", {floats({1, 64, 1}), one(-4), none, one(16)}},
        "frame_step is -4 where at least 1 is expected");
    row({"Div", {ints({1}), ints({0})}}, "an integer is divided by 0");
    row({"Mod", {ints({1}), ints({0})}}, "an integer is divided by 0");
}

void HostileTest::refused() {
    QFETCH(Case, given);
    QFETCH(QString, word);
    const auto ran = runCase(given, limited());
    QVERIFY2(!ran, "it ran");
    const std::string& message = ran.error().message;
    QVERIFY2(message.starts_with("node '" + given.op + "_0' (" + given.op + "): "), message.c_str());
    QVERIFY(!word.isEmpty());
    QVERIFY2(QString::fromStdString(message).contains(word), message.c_str());
    QVERIFY2(message.size() < 400, message.c_str());
}

void HostileTest::accepted_data() {
    QTest::addColumn<Case>("given");
    QTest::addColumn<std::vector<std::int64_t>>("dims");
    int number = 0;
    const auto row = [&](Case given, std::vector<std::int64_t> dims) {
        QTest::addRow("%s %d", given.op.c_str(), ++number) << std::move(given) << std::move(dims);
    };
    const Tensor x = floats({3, 4});
    row({"Slice", {x, ints({Least, Least}), ints({Most, Most})}}, {3, 4});
    row({"Slice", {x, ints({Most, Most}), ints({Least, Least}), ints({0, 1}), ints({-1, -1})}}, {3, 4});
    row({"Slice", {x, ints({Most}), ints({Least}), ints({0}), ints({Least})}}, {1, 4});
    row({"Slice", {x, ints({0}), ints({Most}), ints({1}), ints({Most})}}, {3, 1});
    row({"Slice", {x, ints({2}), ints({1})}}, {0, 4});
    row({"OneHot", {ints({Least, Most, 1}), one(2), floatsOf({0, 1})}}, {3, 2});
    row({"Trilu", {x, one(Most)}}, {3, 4});
    row({"Trilu", {x, one(Least)}}, {3, 4});
    row({"Tile", {x, ints({0, Huge})}}, {0, 4 * Huge});
    row({"Expand", {floats({1, 1}), ints({0, Huge, Huge})}}, {0, Huge, Huge});
    row({"ConstantOfShape", {ints({0, Huge, Huge})}}, {0, Huge, Huge});
    row({"Range", {one(5), one(Least), one(Most)}}, {0});
    row({"Range", {one(Most - 1), one(Most), one(Most)}}, {1});
    row({"TopK", {x, ints({0})}, {}, 21, 2}, {3, 0});
    row({"Compress", {x, Tensor::of<bool>({4}, {true, true, true, true})}, {{"axis", std::int64_t(0)}}},
        {3, 4});
    row({"Pad", {x, ints({-1, -2, -2, -2})}}, {0, 0});
    row({"Div", {ints({Least}), ints({-1})}}, {1});
    row({"Mod", {ints({Least}), ints({-1})}}, {1});
    row({"Cast", {floatsOf({1e30f, -1e30f, std::nanf("")})}, {{"to", std::int64_t(7)}}}, {3});
    row({"BitShift",
         {Tensor::of<std::uint8_t>({2}, {1, 255}), Tensor::of<std::uint8_t>({2}, {200, 9})},
         {{"direction", std::string("LEFT")}}},
        {2});
    row({"QuantizeLinear",
         {floatsOf({1e38f, std::nanf("")}), Tensor::scalar(0.0f), Tensor::scalar<std::int8_t>(3)}},
        {2});
}

void HostileTest::accepted() {
    QFETCH(Case, given);
    QFETCH(std::vector<std::int64_t>, dims);
    const auto ran = runCase(given, limited());
    QVERIFY2(ran, ran ? "" : ran.error().message.c_str());
    QCOMPARE(ran->outputs[0].dims(), dims);
}

EDGEWRIGHT_TEST(HostileTest)

} // namespace edgewright::hostile_test

#include "hostile_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Traces joined to graphs: kinds, nodes, runs, partners, search, and what could not be matched.
#include "views/measure/timeline/model/timeline_model.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"
#include "tests/views/measure/timeline/timeline_example.h"
#include "views/measure/timeline/model/timeline_search.h"
#include "views/measure/timeline/timeline_card.h"

#include <QTest>

#include <algorithm>
#include <set>
#include <stop_token>

namespace edgewright::timeline_model_test {

using namespace edgewright::views;
using namespace edgewright::test;
using namespace Qt::StringLiterals;

namespace {

std::shared_ptr<const TimelineModel> modelOf(TimelineSource source, const TimelineGraphs& graphs) {
    auto model = TimelineModel::build(std::move(source), graphs);
    return model ? *model : nullptr;
}

std::set<std::string> namesOf(const TimelineScene& scene, const std::vector<SpanRef>& spans) {
    std::set<std::string> names;
    for (const SpanRef span : spans)
        names.insert(scene.model(span).name(span.at));
    return names;
}

} // namespace

class TimelineModelTest : public QObject {
    Q_OBJECT
    TimelineExample example;
    std::shared_ptr<const TimelineModel> ours, theirs;
    TimelineScene scene;

    SpanRef find(std::size_t source, const std::string& name, int nth = 0) {
        const TimelineModel& model = *scene.sources[source].model;
        for (std::uint32_t at = 0; at < model.index().size(); ++at)
            if (model.name(at) == name && nth-- == 0) return {source, at};
        return {};
    }

private slots:
    void init() {
        ours = modelOf(recordSource(example.record()), example.graphs());
        theirs = modelOf(traceSource(example.profile(), example.original.get(), u"ONNX Runtime"_s),
                         example.graphs());
        QVERIFY(ours && theirs);
        scene = TimelineScene::of({ours, theirs}, example.graphs());
    }

    void nodesAndKinds() {
        QCOMPARE(ours->index().size(), std::size_t(2));
        QCOMPARE(ours->nodes(0).front(), example.fused);
        QCOMPARE(ours->index().kind(0), ops::Category::Compute);
        const SpanRef relu = find(1, "relu_kernel_time");
        QCOMPARE(theirs->nodes(relu.at).front(), example.relu);
        QCOMPARE(theirs->index().kind(relu.at), ops::Category::Activation);
        // Of no node, but the tool names the operator.
        QCOMPARE(theirs->index().kind(find(1, "stranger_kernel_time").at), ops::Category::Activation);
        QCOMPARE(theirs->index().kind(find(1, "model_run").at), ops::Category::Unknown);
    }

    void positionsByEitherGraph() {
        const auto count = [](const TimelineModel& model, NodeId node) {
            return model.positionsOf(node).size();
        };
        QCOMPARE(count(*ours, example.fused), std::size_t(1));
        QCOMPARE(count(*ours, example.first), std::size_t(1)); // is in the group
        QCOMPARE(count(*ours, example.last), std::size_t(1));
        QCOMPARE(count(*theirs, example.first), std::size_t(3)); // a span in each run
        QCOMPARE(count(*theirs, example.fused), std::size_t(0)); // they know the original only
        QCOMPARE(count(*theirs, NodeId(4'000'000)), std::size_t(0));
        // A group that is selected stands for its members there.
        const auto selected = scene.positionsOf({example.fused});
        QCOMPARE(selected[0].size(), std::size_t(1));
        QCOMPARE(selected[1].size(), std::size_t(6));
        QVERIFY(std::ranges::is_sorted(selected[1]));
    }

    void threads() {
        QCOMPARE(ours->tracks().size(), std::size_t(1));
        QCOMPARE(ours->tracks()[0].name, u"Operators"_s);
        QCOMPARE(theirs->tracks().size(), std::size_t(2));
        QCOMPARE(theirs->tracks()[0].name, u"Thread 1"_s);
        QCOMPARE(theirs->tracks()[0].rows, 2u); // operators within the runs
        QCOMPARE(theirs->tracks()[1].spans, std::size_t(3));
        QCOMPARE(theirs->trackOf(find(1, "worker").at), std::size_t(1));
    }

    void runsBeginWithTheFirstOperator() {
        QCOMPARE(theirs->runs().size(), std::size_t(3));
        for (std::size_t run = 0; run < 3; ++run) {
            QVERIFY(std::abs(theirs->runs()[run].start - (2.5e-3 + 1e-3 * static_cast<double>(run))) < 1e-9);
            QVERIFY(std::abs(theirs->runs()[run].seconds() - (123e-6 - 4e-6 * static_cast<double>(run))) <
                    1e-9);
        }
        QCOMPARE(ours->runs().size(), std::size_t(1));
    }

    void theTypicalRunTookTheMedian() {
        TraceMaker maker;
        maker.trace.tool = trace::Tool::OnnxRuntime;
        const std::uint32_t thread = maker.track("1");
        double at = 0;
        for (const double took : {90.0, 30.0, 20.0, 40.0, 25.0}) {
            maker.span(thread, "conv1_kernel_time", at, took, "Conv");
            at += 100;
        }
        const auto model = modelOf(traceSource(maker.share(), example.original.get(), {}), example.graphs());
        QCOMPARE(model->runs().size(), std::size_t(5));
        QCOMPARE(model->typicalRun(), std::size_t(1));
    }

    // Among an even number it is the one nearest to the mean of the two in the middle, not the longer of them.
    void theTypicalRunOfAnEvenNumber() {
        TraceMaker maker;
        maker.trace.tool = trace::Tool::OnnxRuntime;
        const std::uint32_t thread = maker.track("1");
        double at = 0;
        for (const double took : {22.0, 24.0, 60.0, 90.0, 20.0, 62.0, 23.0, 26.0}) {
            maker.span(thread, "conv1_kernel_time", at, took, "Conv");
            at += 100;
        }
        const auto model = modelOf(traceSource(maker.share(), example.original.get(), {}), example.graphs());
        QCOMPARE(model->typicalRun(), std::size_t(1)); // 24, of a median of 25
    }

    // Two passes on a device: streams have rows named after their device, kernels the colour of their operator,
    // launches both ends; a node's time is that of its kernel.
    void kernelsOfADevice() {
        TraceMaker maker;
        maker.trace.tool = trace::Tool::PyTorch;
        const std::uint32_t host = maker.track("thread 457 (python3)", "457"),
                            stream = maker.track("stream 7", "GPU 0"), profiler = maker.track("profiler", "");
        maker.trace.tracks[stream].isDevice = true;
        maker.span(profiler, "Buffer", 0, 1);
        std::uint32_t correlation = 0;
        for (const double start : {0.0, 1000.0}) {
            double at = start;
            for (const char* op : {"aten::conv2d", "aten::relu", "aten::conv2d"}) {
                const auto add = [&](std::uint32_t track, const char* name, double from, double length,
                                     trace::Role role) {
                    maker.span(track, name, from, length);
                    maker.trace.spans.back().role = role;
                    maker.trace.spans.back().correlation = role == trace::Role::Operator ? 0 : correlation;
                };
                ++correlation;
                add(host, op, at, 50, trace::Role::Operator);
                add(host, "cudaLaunchKernel", at + 10, 5, trace::Role::Launch);
                add(stream, "sgemm", at + 40, 7, trace::Role::Kernel);
                at += 100;
            }
        }
        trace::arrange(maker.trace);
        const auto model = modelOf(traceSource(maker.share(), example.original.get(), {}), example.graphs());
        QCOMPARE(model->tracks().size(), std::size_t(3));
        QCOMPARE(model->tracks()[0].name, u"thread 457 (python3)"_s);
        QCOMPARE(model->tracks()[1].name, u"GPU 0 · stream 7"_s);
        QCOMPARE(model->tracks()[2].name, u"profiler"_s);
        QCOMPARE(model->launchesWithin(0, 1).size(), std::size_t(6));
        const auto first = model->launchesWithin(0, 1e-4);
        QCOMPARE(first.size(), std::size_t(1));
        QVERIFY(std::abs(model->index().start(first[0].kernel) - 40e-6) < 1e-9);
        QCOMPARE(model->index().kind(first[0].kernel), ops::Category::Compute);
        QCOMPARE(model->runs().size(), std::size_t(2));
        QVERIFY(std::abs(model->runs()[1].start - 1e-3) < 1e-9);
        QVERIFY(std::abs(model->runs()[1].seconds() - 250e-6) < 1e-9);
        const auto places = model->positionsOf(example.relu);
        QCOMPARE(places.size(), std::size_t(2)); // a kernel a pass
        for (const std::uint32_t at : places)
            QCOMPARE(model->span(at).role, trace::Role::Kernel);
    }

    void bothBeginAtZero() {
        for (const char* name : {"conv1_kernel_time"})
            QVERIFY(std::abs(scene.start(find(1, name, static_cast<int>(scene.sources[1].run)))) < 1e-9);
        QVERIFY(std::abs(scene.fit().to - 119e-6) < 1e-9);
        QVERIFY(scene.all().from < -2e-3);
        scene.showRun(1, 2);
        QVERIFY(std::abs(scene.start(find(1, "conv1_kernel_time", 2))) < 1e-9);
        // Alone a trace is shown from its beginning.
        const TimelineScene alone = TimelineScene::of({theirs}, example.graphs());
        QCOMPARE(alone.fit(), alone.all());
        QCOMPARE(alone.sources[0].origin, 0.0);
    }

    void partnersAreTheSameOperatorsInTheRunBeside() {
        scene.showRun(1, 1);
        const auto ofGroup = scene.partnersOf(find(0, "conv1+relu"));
        QCOMPARE(namesOf(scene, ofGroup), (std::set<std::string>{"conv1_kernel_time", "relu_kernel_time"}));
        for (const SpanRef partner : ofGroup)
            QVERIFY(scene.start(partner) > -1e-6 && scene.start(partner) < 200e-6);
        QCOMPARE(namesOf(scene, scene.partnersOf(find(1, "relu_kernel_time", 1))),
                 std::set<std::string>{"conv1+relu"});
        QCOMPARE(namesOf(scene, scene.partnersOf(find(1, "conv2_kernel_time", 1))),
                 std::set<std::string>{"conv2"});
        QVERIFY(scene.partnersOf(find(1, "worker")).empty());
        QVERIFY(scene.partnersOf({}).empty());
    }

    void whatIsNotMatchedIsListed() {
        QVERIFY(ours->unmatched().empty());
        QCOMPARE(theirs->unmatched().size(), std::size_t(1));
        const UnmatchedSpans& stranger = theirs->unmatched()[0];
        QCOMPARE(stranger.name, std::string("stranger_kernel_time"));
        QVERIFY(!stranger.ambiguous);
        QCOMPARE(stranger.count, std::size_t(3));
        QVERIFY(std::abs(stranger.seconds - 60e-6) < 1e-9);
    }

    void liveBytesComeFromThePlan() {
        pipeline::MemoryPlan plan;
        plan.liveness.steps = {example.fused, example.last};
        plan.liveBytes = {4096, 1024};
        const auto samples = memoryCurve(example.record(), plan);
        QCOMPARE(samples, (std::vector<MemorySample>{{0, 4096}, {31e-6, 1024}, {81e-6, 0}}));
        QVERIFY(memoryCurve(example.record(), pipeline::MemoryPlan()).empty());
        // In INT8 what runs has other numbers than the graph that operators are told of.
        device::VariantRecord quantized = example.record();
        quantized.variant = *device::variantNamed("int8");
        for (device::OperatorTime& each : quantized.operators)
            each.node = {};
        QCOMPARE(memoryCurve(quantized, plan), samples);
    }

    void countersOfMemoryAreTheCurve() {
        TraceMaker maker;
        maker.span(maker.track("1"), "a", 0, 10);
        const std::uint32_t load = maker.counter("load"), memory = maker.counter("mem_bytes_in_use");
        maker.trace.counters = {{load, 1e-6, 7}, {memory, 2e-6, 100}, {memory, 3e-6, -1}};
        const TimelineSource source = traceSource(maker.share(), nullptr, {});
        QCOMPARE(source.memory, (std::vector<MemorySample>{{2e-6, 100}}));
        QVERIFY(!source.matches);
    }

    void searchAgainstEverySpan() {
        for (const QString& words :
             {u"conv"_s, u"CONV kernel"_s, u"relu"_s, u"Gelu"_s, u"nothing"_s, u"conv1 relu"_s, u"e"_s}) {
            const auto hits = findSpans(scene, words);
            QVERIFY(hits);
            std::size_t expected = 0;
            for (std::size_t i = 0; i < scene.sources.size(); ++i) {
                const TimelineModel& model = *scene.sources[i].model;
                std::vector<std::uint32_t> found;
                for (std::uint32_t at = 0; at < model.index().size(); ++at) {
                    QString all = QString::fromStdString(model.name(at) + '\n' + model.op(at));
                    for (const NodeId id : model.nodes(at))
                        all += u'\n' + QString::fromStdString(scene.graphs.node(id)->label() + '\n' +
                                                              scene.graphs.node(id)->op);
                    if (std::ranges::all_of(words.split(u' '), [&](const QString& word) {
                            return all.contains(word, Qt::CaseInsensitive);
                        }))
                        found.push_back(at);
                }
                QCOMPARE(hits->bySource[i], found);
                expected += found.size();
            }
            QCOMPARE(hits->order.size(), expected);
            for (std::size_t i = 1; i < hits->order.size(); ++i)
                QVERIFY(scene.start(hits->order[i - 1]) <= scene.start(hits->order[i]));
            for (const double from : {-1.0, 0.0, 30e-6, 1.0})
                if (const std::size_t next = expected ? hits->nextFrom(scene, from) : 0; expected && next > 0)
                    QVERIFY(scene.start(hits->order[next]) >= from &&
                            scene.start(hits->order[next - 1]) < from);
        }
        const auto nothing = findSpans(scene, u"  "_s);
        QVERIFY(nothing && !nothing->asked() && nothing->order.empty());
    }

    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        const RunContext run{stop.get_token()};
        const auto model = TimelineModel::build(recordSource(example.record()), example.graphs(), run);
        QVERIFY(!model && model.error().code == ErrorCode::Cancelled);
        const auto hits = findSpans(scene, u"conv"_s, run);
        QVERIFY(!hits && hits.error().code == ErrorCode::Cancelled);
    }

    void labelsAreWithoutEndings() {
        QCOMPARE(theirs->label(find(1, "relu_kernel_time").at), std::string_view("relu"));
        QCOMPARE(theirs->label(find(1, "model_run").at), std::string_view("model_run"));
        QCOMPARE(ours->label(0), std::string_view("conv1+relu"));
        TraceMaker maker;
        maker.trace.tool = trace::Tool::OnnxRuntime;
        maker.span(maker.track("1"), "a_nchwc_kernel_time", 0, 1);
        maker.span(0, "_kernel_time", 1, 1);
        const auto model = modelOf(traceSource(maker.share(), nullptr, {}), {});
        QCOMPARE(model->label(0), std::string_view("a"));
        QCOMPARE(model->label(1), std::string_view("_kernel_time"));
    }

    // Members of a group may come under its id: that is one run all the same.
    void ourRecordIsOneRun() {
        device::VariantRecord variant = example.record();
        variant.operators[1].node = example.fused;
        variant.operators[1].name = variant.operators[0].name;
        const auto model = modelOf(recordSource(variant), example.graphs());
        QCOMPARE(model->runs().size(), std::size_t(1));
        QCOMPARE(model->positionsOf(example.fused).size(), std::size_t(2));
    }

    // Fused when it was measured, and in another way, or not, now: its ids mean nothing, what it stood for
    // does.
    void aRecordKnowsItsOrigins() {
        device::VariantRecord variant = example.record();
        variant.operators[0].node = NodeId(1000);
        variant.operators[0].op = "ConvRelu";
        variant.operators[0].origins = {example.first, example.relu};
        const TimelineGraphs now{example.original, nullptr};
        const auto model = modelOf(recordSource(variant), now);
        QCOMPARE(model->index().kind(0), ops::Category::Compute);
        QCOMPARE(model->positionsOf(example.relu).size(), std::size_t(1));
        QCOMPARE(model->origins(0, now), (std::vector<NodeId>{example.first, example.relu}));
        QCOMPARE(model->origins(1, now), std::vector<NodeId>{example.last});
        scene = TimelineScene::of({model, theirs}, now);
        QCOMPARE(namesOf(scene, scene.partnersOf({0, 0})),
                 (std::set<std::string>{"conv1_kernel_time", "relu_kernel_time"}));
        QCOMPARE(scene.partnersOf(find(1, "relu_kernel_time", 1)), std::vector<SpanRef>{(SpanRef{0, 0})});
    }

    void membersOfAGroupArePartnersTogether() {
        device::VariantRecord variant = example.record();
        variant.operators[1].node = example.fused;
        const auto model = modelOf(recordSource(variant), example.graphs());
        scene = TimelineScene::of({model, theirs}, example.graphs());
        QCOMPARE(scene.partnersOf(find(1, "relu_kernel_time", 1)),
                 (std::vector<SpanRef>{SpanRef{0, 0}, SpanRef{0, 1}}));
    }

    void wordsOfASpan() {
        scene.showRun(1, 1);
        const SpanRef group = find(0, "conv1+relu");
        const QString lines = spanLines(scene, group, scene.partnersOf(group));
        QVERIFY2(lines.startsWith(u"conv1+relu\n"_s), qPrintable(lines));
        QVERIFY2(lines.contains(u"Duration: 30.0 µs"_s), qPrintable(lines));
        QVERIFY2(lines.contains(u"ONNX Runtime, 2 spans: 50.0 µs, this is 0.60 ×"_s), qPrintable(lines));
        const QString card = spanCard(scene, find(1, "stranger_kernel_time"), {});
        QVERIFY2(card.contains(u"no node of the graph"_s), qPrintable(card));
        QVERIFY2(card.contains(u"Gelu"_s), qPrintable(card));
        QVERIFY(spanCard(scene, {}, {}).isEmpty());
    }

    // The name of the function is what is told of a kernel first, and all of it below.
    void kernelsAreTold() {
        constexpr const char* Name =
            "void at::native::(anonymous namespace)::depthwise<float, 3>(float const*, int)";
        trace::Trace trace;
        trace.tool = trace::Tool::PyTorch;
        trace.hasTimes = true;
        trace.tracks = {{"GPU 0", {{}, trace::Label::Kind::Stream, 7}, 0, true}};
        trace.names = {"", Name, "Memcpy HtoD (Pinned -> Device)"};
        for (std::uint32_t i = 0; i < 2; ++i) {
            trace::Span& span = trace.spans.emplace_back();
            span.name = i + 1;
            span.start = i;
            span.seconds = 0.5;
            span.role = trace::Role::Kernel;
        }
        const auto model =
            modelOf({u"PyTorch"_s, std::make_shared<const trace::Trace>(std::move(trace)), {}}, {});
        const TimelineScene kernels = TimelineScene::of({model}, {});
        const QString lines = spanLines(kernels, {0, 0}, {});
        QVERIFY2(lines.startsWith(u"at::native::(anonymous namespace)::depthwise\n"_s), qPrintable(lines));
        QVERIFY2(lines.contains(QString::fromUtf8(Name)) && lines.contains(u"Stream: "_s), qPrintable(lines));
        QVERIFY(spanLines(kernels, {0, 1}, {}).startsWith(u"Memcpy HtoD (Pinned -> Device)\n"_s));
    }

    void emptyTraces() {
        const auto none = modelOf({}, {});
        QVERIFY(none);
        QCOMPARE(none->tracks().size(), std::size_t(0));
        const TimelineScene empty = TimelineScene::of({none, none}, {});
        QVERIFY(empty.all().length() > 0 && empty.fit().length() > 0);
        QVERIFY(empty.kinds().empty());
    }

    void realProfiles_data() {
        QTest::addColumn<QString>("file");
        for (const QString& file : {u"ort_resnet18_2t.json"_s, u"torch_mobilenet_v2.json"_s,
                                    u"trt/examples_pytorch_resnet_A100_fp32_resnet.onnx.engine.profile.json"_s})
            QTest::newRow(qPrintable(file)) << file;
    }
    void realProfiles() {
        QFETCH(QString, file);
        const auto path = shared("traces/" + file.toStdString());
        if (path.empty()) QSKIP(sharedMissing());
        const auto source = profileSource(path, example.original.get());
        QVERIFY(source);
        const auto model = modelOf(*source, example.graphs());
        QVERIFY(model && model->index().size() > 20);
        QCOMPARE(model->index().leftOut(), std::size_t(0));
        QCOMPARE(model->unmatched().empty(),
                 source->matches->unmatched.empty() && source->matches->ambiguous.empty());
        std::size_t spans = 0;
        for (const TimelineTrack& track : model->tracks())
            spans += track.spans;
        QCOMPARE(spans, model->trace().spans.size());
    }
};

EDGEWRIGHT_TEST(TimelineModelTest)

} // namespace edgewright::timeline_model_test

#include "timeline_model_test.moc"

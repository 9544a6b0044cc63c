// SPDX-License-Identifier: GPL-3.0-or-later
// What is written runs as what it was written from; what is damaged, cut or made up is refused.
#include "core/bundle/bundle.h"
#include "core/bundle/graph_reader.h"
#include "core/bundle/graph_writer.h"
#include "core/exec/executor.h"
#include "core/pipeline/memory_plan.h"
#include "core/pipeline/study.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <random>

namespace edgewright::bundle_test {

namespace {

namespace fs = std::filesystem;

// A network with its inputs: as it is, fused, and fused in an arena.
struct Network {
    std::shared_ptr<const pipeline::Typed> typed;
    std::shared_ptr<const fusion::History> history;
    std::shared_ptr<const pipeline::MemoryPlan> plan;
    exec::Feeds feeds;
    bundle::Bundle bundle;

    explicit Network(const fs::path& file) {
        const auto opened = pipeline::open(file);
        if (!opened) qFatal("%s", opened.error().message.c_str());
        typed = pipeline::type(*opened, {}, true);
        history = *pipeline::fuse(*typed, {});
        feeds = *exec::seededFeeds(*typed->graph, 1);
        pipeline::PlanOptions options;
        options.seconds = 1;
        const auto planned = pipeline::plan(history->graph, history->opsets, options);
        if (!planned) qFatal("%s", planned.error().message.c_str());
        plan = *planned;
        for (const ValueId id : typed->graph->inputs)
            bundle.inputs.push_back(feeds.at(id));
        const auto arena =
            std::make_shared<const ir::ArenaPlan>(memory::arenaPlan(plan->liveness, plan->solution));
        bundle.programs = {{"baseline", typed->graph, opened->get()->model->opsets, nullptr},
                           {"fusion", {history, &history->graph}, history->opsets, nullptr},
                           {"both", {plan, &plan->graph()}, history->opsets, arena}};
    }
};

Result<exec::RunResult> runOf(const bundle::Program& program, const std::vector<ir::Tensor>& inputs) {
    exec::Feeds feeds;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        feeds[program.graph->inputs[i]] = inputs[i];
    exec::RunOptions options;
    options.arena = program.arena.get();
    options.guardArena = program.arena != nullptr;
    return exec::run(*program.graph, program.opsets, feeds, options);
}

bool isSame(const ir::Tensor& a, const ir::Tensor& b) {
    if (a.type() != b.type() || a.items().size() != b.items().size()) return false;
    for (std::size_t i = 0; i < a.items().size(); ++i)
        if (!isSame(a.items()[i], b.items()[i])) return false;
    return std::ranges::equal(a.bytes(), b.bytes()) &&
           (a.dtype() != ir::DataType::String || !a.isTensor() || a.strings() == b.strings());
}

std::vector<char> contentOf(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

} // namespace

class BundleTest : public QObject {
    Q_OBJECT
    QTemporaryDir m_folder;
    fs::path file(const char* name) const { return fs::path(m_folder.path().toStdString()) / name; }
    void setContent(const fs::path& to, const std::vector<char>& content) const {
        std::ofstream(to, std::ios::binary).write(content.data(), static_cast<std::streamsize>(content.size()));
    }

private slots:
    void runsAsBefore_data() {
        QTest::addColumn<QString>("file");
        for (const std::string& name : test::samples())
            QTest::newRow(name.c_str()) << QString::fromStdString(test::sample(name + ".onnx").string());
        for (const char* name :
             {"models/silero-vad-v4-if-lstm", "models/nuphar-lstm-loop", "models/shufflenet-v2-int8-qlinear",
              "models/squeezenet-fp16-caffe2-op7", "models/gtcrn-simplified", "exports/gpt_small"})
            if (const auto folder = test::shared(name); !folder.empty())
                QTest::newRow(name) << QString::fromStdString((folder / "model.onnx").string());
    }
    void runsAsBefore() {
        QFETCH(QString, file);
        Network network(file.toStdString());
        const fs::path to = this->file("network.bundle");
        const auto written = bundle::write(network.bundle, to);
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QCOMPARE(fs::file_size(to), written->bytes);
        const auto again = bundle::write(network.bundle, this->file("again.bundle"));
        QVERIFY(again && again->digest == written->digest);
        const auto checked = bundle::check(to);
        QVERIFY(checked && checked->digest == written->digest && checked->bytes == written->bytes);
        const auto read = bundle::open(to);
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->programs.size(), network.bundle.programs.size());
        for (std::size_t i = 0; i < read->programs.size(); ++i) {
            const bundle::Program &here = network.bundle.programs[i], &there = read->programs[i];
            QCOMPARE(there.name, here.name);
            QCOMPARE(there.graph->nodeCount(), here.graph->nodeCount());
            QCOMPARE(there.arena != nullptr, here.arena != nullptr);
            if (here.arena) {
                QCOMPARE(there.arena->arenaBytes, here.arena->arenaBytes);
                QCOMPARE(there.arena->places.size(), here.arena->places.size());
                QCOMPARE(there.arena->bodies.size(), here.arena->bodies.size());
            }
            const auto expected = runOf(here, network.bundle.inputs), actual = runOf(there, read->inputs);
            QVERIFY2(expected, expected ? "" : expected.error().message.c_str());
            QVERIFY2(actual, actual ? "" : actual.error().message.c_str());
            QCOMPARE(actual->outputs.size(), expected->outputs.size());
            for (std::size_t k = 0; k < actual->outputs.size(); ++k)
                QVERIFY(isSame(actual->outputs[k], expected->outputs[k]));
            QCOMPARE(actual->operatorCalls, expected->operatorCalls);
            QCOMPARE(actual->allocations, expected->allocations);
            QVERIFY(std::abs(actual->valueBytes - expected->valueBytes) <= 64);
        }
        // A bundle is made of its content, wherever it came from.
        const auto copied = bundle::write(*read, this->file("copy.bundle"));
        QVERIFY(copied && copied->digest == written->digest);
    }

    void weightsAreThereOnce() {
        const auto folder = test::shared("exports/squeezenet1_1");
        if (folder.empty()) QSKIP(test::sharedMissing());
        const Network network(folder / "model.onnx");
        const auto written = bundle::write(network.bundle, file("network.bundle"));
        QVERIFY(written);
        QVERIFY(network.typed->parameterBytes > 4'000'000); // for three programs
        QVERIFY(written->bytes < static_cast<std::uint64_t>(network.typed->parameterBytes) * 5 / 4);
    }

    void expectedOutputs() {
        Network network(test::sample("tiny_cnn_2d.onnx"));
        network.bundle.programs[0].expected = runOf(network.bundle.programs[0], network.bundle.inputs)->outputs;
        QVERIFY(bundle::write(network.bundle, file("expected.bundle")));
        const auto read = bundle::open(file("expected.bundle"));
        QVERIFY(read && read->programs[0].expected.size() == 1 && read->programs[1].expected.empty());
        QVERIFY(isSame(read->programs[0].expected[0], network.bundle.programs[0].expected[0]));
    }

    // Bytes changed, and lengths, everywhere.
    void damaged() {
        const Network network(test::sample("tiny_cnn_2d.onnx"));
        QVERIFY(bundle::write(network.bundle, file("whole.bundle")));
        const std::vector<char> whole = contentOf(file("whole.bundle"));
        const fs::path to = file("damaged.bundle");
        const auto isRefused = [&](const std::vector<char>& content) {
            setContent(to, content);
            const auto read = bundle::open(to);
            return !read && read.error().code == ErrorCode::BadInput &&
                   read.error().message.starts_with(to.string() + ": ") && !bundle::check(to);
        };
        for (std::size_t at = 0; at < whole.size(); at += at < 128 ? 1 : whole.size() / 300) {
            if ((at >= 20 && at < 24) || (at >= 72 && at < 128)) continue; // holds nothing
            std::vector<char> content = whole;
            content[at] = static_cast<char>(content[at] ^ 0x41);
            QVERIFY2(isRefused(content), qPrintable(QString::number(at)));
            content = whole;
            content.resize(at);
            QVERIFY2(isRefused(content), qPrintable(QString::number(at)));
        }
        std::vector<char> longer = whole;
        longer.push_back('\0');
        QVERIFY(isRefused(longer));
        QVERIFY(!bundle::open(file("missing.bundle")));
        QVERIFY(!bundle::open(m_folder.path().toStdString()));
    }

    // Structures with a few bytes changed, whose hash would be right.
    void madeUp() {
        Network network(test::sample("residual_cnn_2d.onnx"));
        bundle::ByteWriter writer;
        bundle::DataList list;
        writer.putCount(0);
        writer.putCount(1);
        writer.put(std::string_view("both"));
        writer.putCount(0);
        const bundle::Program& program = network.bundle.programs[2];
        ir::Graph graph = *program.graph;
        graph.inputs.clear(); // the structure begins with no input tensors
        bundle::writeGraph(writer, list, graph);
        writer.put(std::uint8_t(1));
        bundle::writePlan(writer, *program.arena, graph);
        writer.putCount(0);
        std::vector<std::byte> data(list.size());
        const std::string whole = writer.bytes();
        std::mt19937 random(3);
        std::size_t accepted = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::string changed = whole;
            for (int i = 0; i < 1 + round % 3; ++i)
                changed[random() % changed.size()] = static_cast<char>(random());
            const auto read = bundle::readStructure(std::as_bytes(std::span(changed)), {data, nullptr});
            if (!read) {
                QVERIFY(read.error().code == ErrorCode::BadInput && !read.error().message.empty());
                continue;
            }
            ++accepted;
            for (const bundle::Program& each : read->programs)
                if (each.arena)
                    for (const auto& [id, slot] : each.arena->places)
                        QVERIFY(slot.offset >= 0 && slot.size >= 0 &&
                                slot.offset + slot.size <= each.arena->arenaBytes);
        }
        QVERIFY(accepted < 20'000); // names and weights may be anything
    }

    void cannotBeWritten() {
        const Network network(test::sample("tiny_cnn_2d.onnx"));
        const fs::path nowhere = file("no folder") / "a.bundle";
        const auto written = bundle::write(network.bundle, nowhere);
        QVERIFY(!written && written.error().message.starts_with(nowhere.string() + ": cannot be written: "));
    }

    // FIPS 180-4, the examples of NIST.
    void hashes() {
        const auto of = [](std::string_view text) {
            return bundle::hexOf(bundle::digestOf(std::as_bytes(std::span(text))));
        };
        QCOMPARE(of("abc"), std::string("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"));
        QCOMPARE(of(""), std::string("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"));
        bundle::Hash hash;
        const std::string_view text = "abc";
        for (const char& each : text)
            hash.add(std::as_bytes(std::span(&each, 1)));
        QCOMPARE(bundle::hexOf(hash.digest()), of("abc"));
        QCOMPARE(bundle::hexOf(hash.digest()), of("abc")); // asked again
    }
};

EDGEWRIGHT_TEST(BundleTest)

} // namespace edgewright::bundle_test

#include "bundle_test.moc"

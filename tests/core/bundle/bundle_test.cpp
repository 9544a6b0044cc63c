// SPDX-License-Identifier: GPL-3.0-or-later
// What is written is read as it was; what is damaged, cut or made up is refused.
#include "core/bundle/bundle.h"
#include "core/bundle/graph_bytes.h"
#include "core/ir/builder.h"
#include "core/ir/storage/mapped_file.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <fstream>
#include <numeric>
#include <random>

namespace edgewright::bundle_test {

namespace {

namespace fs = std::filesystem;

using ir::DataType;

ir::Tensor counted(const ir::Dims& dims) {
    std::vector<float> elements(static_cast<std::size_t>(
        std::accumulate(dims.begin(), dims.end(), std::int64_t(1), std::multiplies<>())));
    std::iota(elements.begin(), elements.end(), 0.5f);
    return ir::Tensor::of(dims, elements);
}

// Conv and Relu, and an If: with a weight, a text, an open extent and subgraphs.
std::shared_ptr<const ir::Graph> plainNetwork(const ir::Tensor& weight) {
    ir::GraphBuilder branch("branch");
    branch.output(branch.constant("one", ir::Tensor::of(ir::Dims{1}, std::vector<float>{1})));
    const auto inner = std::make_shared<const ir::Graph>(branch.take());
    ir::GraphBuilder builder("plain");
    const ValueId x =
        builder.input("x", {DataType::Float32, std::vector<ir::Dim>{ir::Dim::named("batch"), 3, 8}});
    const ValueId which = builder.input("which", {DataType::Bool, ir::Dims{}});
    const ValueId conv =
        builder.node("Conv", {x, builder.constant("w", weight)},
                     {{"pads", std::vector<std::int64_t>{1, 1}}, {"auto_pad", std::string("NOTSET")}});
    builder.output(builder.node("Relu", {conv}));
    builder.output(builder.node("If", {which}, {{"then_branch", inner}, {"else_branch", inner}}));
    return std::make_shared<const ir::Graph>(builder.take());
}

// The same with Conv and Relu in a group.
std::shared_ptr<const ir::Graph> fusedNetwork(const ir::Tensor& weight) {
    ir::GraphBuilder body("body");
    const ir::TensorType type{DataType::Float32, ir::Dims{1, 3, 8}};
    const ValueId inside = body.input("x", type);
    body.output(body.node("Relu", {body.node("Conv", {inside, body.input("w", weight.type())})}));
    ir::GraphBuilder builder("fused");
    const ValueId x = builder.input("x", type);
    builder.input("which", {DataType::Bool, ir::Dims{}});
    const ValueId group = builder.node("Conv_Relu", {x, builder.constant("w", weight)});
    ir::Node& node = builder.graph().node(builder.graph().order()[0]);
    node.domain = ir::FusedDomain;
    node.body = std::make_shared<const ir::Graph>(body.take());
    builder.output(group);
    return std::make_shared<const ir::Graph>(builder.take());
}

// Places for the group, its scratch and the values in its body.
std::shared_ptr<const ir::ArenaPlan> planOf(const ir::Graph& graph) {
    ir::ArenaPlan inner{.arenaBytes = 128, .firstByte = 128};
    const NodeId group = graph.order()[0];
    inner.places[graph.node(group).body->outputs[0]] = {128, 96};
    ir::ArenaPlan plan{.arenaBytes = 256};
    plan.places[graph.inputs[0]] = {0, 96};
    plan.places[graph.outputs[0]] = {128, 96};
    plan.scratch[group] = {192, 64};
    plan.bodies[group] = {inner};
    return std::make_shared<const ir::ArenaPlan>(std::move(plan));
}

bundle::Bundle network() {
    const ir::Tensor weight = counted({3, 3, 3});
    const auto fused = fusedNetwork(weight);
    return {{{"baseline", plainNetwork(weight), {{"", 17}}, nullptr, {counted({1, 3, 8}), counted({1})}},
             {"both", fused, {{"", 17}}, planOf(*fused)}},
            {counted({1, 3, 8}), ir::Tensor::ofItems(ir::Container::Sequence, DataType::String,
                                                     {ir::Tensor::ofStrings({2}, {"a", "ü"})})}};
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
    void comesBack() {
        const bundle::Bundle given = network();
        const auto written = bundle::write(given, file("network.bundle"));
        QVERIFY2(written, written ? "" : written.error().message.c_str());
        QCOMPARE(fs::file_size(file("network.bundle")), written->bytes);
        const auto checked = bundle::check(file("network.bundle"));
        QVERIFY(checked && checked->digest == written->digest && checked->bytes == written->bytes);
        const auto read = bundle::open(file("network.bundle"));
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->programs.size(), given.programs.size());
        QCOMPARE(read->inputs.size(), given.inputs.size());
        for (std::size_t i = 0; i < read->inputs.size(); ++i)
            QVERIFY(isSame(read->inputs[i], given.inputs[i]));
        for (std::size_t i = 0; i < read->programs.size(); ++i) {
            const bundle::Program &there = read->programs[i], &here = given.programs[i];
            QCOMPARE(there.name, here.name);
            QCOMPARE(there.opsets, here.opsets);
            QCOMPARE(there.graph->name, here.graph->name);
            QCOMPARE(there.graph->nodeCount(), here.graph->nodeCount());
            QCOMPARE(there.graph->valueCount(), here.graph->valueCount());
            QCOMPARE(there.expected.size(), here.expected.size());
            for (std::size_t k = 0; k < there.expected.size(); ++k)
                QVERIFY(isSame(there.expected[k], here.expected[k]));
        }
        const ir::Graph& plain = *read->programs[0].graph;
        QCOMPARE(plain.value(plain.inputs[0]).type.shape->at(0).symbol(), std::string("batch"));
        QVERIFY(isSame(*plain.value(*plain.findValue("w")).constant, counted({3, 3, 3})));
        QCOMPARE(plain.node(plain.order()[0]).ints("pads"), (std::vector<std::int64_t>{1, 1}));
        QCOMPARE(plain.node(plain.order()[2]).graph("else_branch")->name, std::string("branch"));
        const ir::Graph& fused = *read->programs[1].graph;
        QCOMPARE(fused.node(fused.order()[0]).body->nodeCount(), std::size_t(2));
        const ir::ArenaPlan& plan = *read->programs[1].arena;
        QVERIFY(!read->programs[0].arena);
        QCOMPARE(plan.places.at(fused.outputs[0]).offset, std::int64_t(128));
        QCOMPARE(plan.scratch.at(fused.order()[0]).size, std::int64_t(64));
        QCOMPARE(plan.bodies.at(fused.order()[0]).at(0).firstByte, std::int64_t(128));
        // A bundle is made of its content, wherever it came from.
        const auto copied = bundle::write(*read, file("copy.bundle"));
        QVERIFY(copied && copied->digest == written->digest);
    }

    // Bytes changed, and lengths, everywhere.
    void damaged() {
        QVERIFY(bundle::write(network(), file("whole.bundle")));
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
        bundle::ByteWriter writer;
        bundle::DataList list;
        writer.putCount(0);
        writer.putCount(1);
        writer.put(std::string_view("both"));
        writer.putCount(0);
        const bundle::Bundle given = network();
        const bundle::Program& program = given.programs[1];
        ir::Graph graph = *program.graph;
        graph.inputs.clear(); // the structure begins with no input tensors
        bundle::writeGraph(writer, list, graph);
        writer.put(std::uint8_t(1));
        bundle::writePlan(writer, *program.arena, graph);
        writer.putCount(0);
        std::vector<std::byte> data(list.size());
        const std::vector<std::byte> whole = writer.take();
        std::mt19937 random(3);
        std::size_t accepted = 0;
        for (int round = 0; round < 20'000; ++round) {
            std::vector<std::byte> changed = whole;
            for (int i = 0; i < 1 + round % 3; ++i)
                changed[random() % changed.size()] = static_cast<std::byte>(random());
            const auto read = bundle::readStructure(changed, {data, nullptr});
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
        const fs::path nowhere = file("no folder") / "a.bundle";
        const auto written = bundle::write(network(), nowhere);
        QVERIFY(!written && written.error().message.starts_with(nowhere.string() + ": cannot be written: "));
    }

    // Weights that are cut off while they are written: their file is named, not the one that is written.
    void weightsThatShrink() {
        bundle::Bundle written = network();
        const fs::path weights = file("weights.bin");
        constexpr std::size_t Bytes = std::size_t(1) << 20;
        setContent(weights, std::vector<char>(Bytes, 'w'));
        const auto mapped = ir::MappedFile::open(weights);
        QVERIFY(mapped);
        written.inputs = {
            ir::Tensor::over(DataType::UInt8, {std::int64_t(Bytes)}, *mapped, (*mapped)->bytes())};
        fs::resize_file(weights, 4096);
        const auto result = bundle::write(written, file("cut.bundle"));
        QVERIFY(!result);
        QVERIFY2(result.error().message.starts_with(weights.string() + ": has shrunk while it was open"),
                 result.error().message.c_str());
        QVERIFY(!fs::exists(file("cut.bundle")));
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

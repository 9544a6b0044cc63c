// SPDX-License-Identifier: GPL-3.0-or-later
// Models that are damaged inside: what is whole opens, the rest is named.
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

namespace edgewright::salvage_test {

using namespace edgewright::test;

namespace {

edgewright::Result<edgewright::onnx::Imported> importBytes(const std::string& bytes) {
    QTemporaryDir folder;
    const std::filesystem::path path = std::filesystem::path(folder.path().toStdString()) / "damaged.onnx";
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return edgewright::onnx::importModel(path);
}

// Relu -> Conv -> Neg with weights and an attribute.
std::string threeNodes() {
    CraftedModel crafted;
    crafted.input("x", {1, 1, 4, 4});
    crafted.node("Relu", {"x"}, {"a"});
    auto& conv = crafted.node("Conv", {"a", "weights"}, {"b"});
    auto& pads = *conv.add_attribute();
    pads.set_name("kernel_shape");
    pads.set_type(pb::AttributeProto::INTS);
    pads.add_ints(1);
    pads.add_ints(1);
    crafted.node("Neg", {"b"}, {"y"});
    crafted.weights("weights", {1, 1, 1, 1}, std::string(4, '\1'));
    crafted.output("y", {1, 1, 4, 4});
    return crafted.model.SerializeAsString();
}

// Replaces the only occurrence of `from`, which is as long as `to`.
std::string replaced(std::string bytes, const std::string& from, const std::string& to) {
    const auto at = bytes.find(from);
    return at == std::string::npos ? std::string() : bytes.replace(at, from.size(), to);
}

std::vector<std::string> operators(const ir::Graph& graph) {
    std::vector<std::string> ops;
    for (const NodeId id : graph.order())
        ops.push_back(graph.node(id).op);
    return ops;
}

} // namespace

class SalvageTest : public QObject {
    Q_OBJECT

private slots:
    // The length of an attribute's name says more than there is: the attribute is lost, its node is not.
    void damagedAttribute() {
        const std::string name = "kernel_shape";
        const std::string bytes = replaced(threeNodes(), '\x0c' + name, '\x7f' + name);
        QVERIFY(!bytes.empty());
        const auto imported = importBytes(bytes);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(operators(imported->model->graph), (std::vector<std::string>{"Relu", "Conv", "Neg"}));
        QCOMPARE(count(imported->diagnostics, "damaged"), std::size_t(1));
        const Diagnostic& found = *find(imported->diagnostics, "damaged");
        QCOMPARE(found.place, std::string("attribute 0 of node 1 of graph"));
        QVERIFY(found.severity == Severity::Error);
    }

    // A node whose operator cannot be read stands as a node without one, with its edges.
    void damagedNode() {
        const std::string bytes =
            replaced(threeNodes(), std::string("\x22\x03Neg"), std::string("\x22\x7fNeg"));
        QVERIFY(!bytes.empty());
        const auto imported = importBytes(bytes);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->model->graph.nodeCount(), std::size_t(3));
        QCOMPARE(imported->model->graph.node(NodeId(0)).op, std::string("Relu"));
        const ir::Node& last = imported->model->graph.node(NodeId(2));
        QCOMPARE(last.op, std::string());
        QCOMPARE(last.inputs.size(), std::size_t(1));
        QVERIFY(count(imported->diagnostics, "damaged") > 0);
    }

    void damagedWeights() {
        // The field that holds the elements becomes one that protobuf has no type for.
        const std::string bytes =
            replaced(threeNodes(), std::string("\x4a\x04\1\1\1\1"), std::string("\x4f\x04\1\1\1\1"));
        QVERIFY(!bytes.empty());
        const auto imported = importBytes(bytes);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->model->graph.nodeCount(), std::size_t(3));
        QVERIFY(count(imported->diagnostics, "damaged") > 0);
    }

    // Every byte set to every of some values: it opens or says why not; never anything else.
    void anyByte() {
        const std::string whole = threeNodes();
        std::size_t opened = 0, tried = 0;
        for (std::size_t at = 0; at < whole.size(); ++at)
            for (const char value : {'\0', '\x7f', '\x80', '\xff'}) {
                std::string bytes = whole;
                bytes[at] = value;
                const auto imported = importBytes(bytes);
                ++tried;
                if (imported)
                    ++opened;
                else
                    QVERIFY(contains(imported.error().message, "damaged.onnx"));
            }
        QVERIFY2(opened > tried * 8 / 10, qPrintable(QStringLiteral("%1 of %2 opened").arg(opened).arg(tried)));
    }

    void manyDamagesAreCounted() {
        CraftedModel crafted;
        crafted.input("x");
        for (int i = 0; i < 150; ++i)
            crafted.node("Relu", {"x"}, {"y" + std::to_string(i)}).set_doc_string("Q");
        std::string bytes = crafted.model.SerializeAsString();
        for (auto at = bytes.find("\x32\x01Q"); at != std::string::npos; at = bytes.find("\x32\x01Q"))
            bytes[at + 1] = '\x7f';
        const auto imported = importBytes(bytes);
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        QCOMPARE(imported->model->graph.nodeCount(), std::size_t(150));
        QCOMPARE(count(imported->diagnostics, "damaged"), std::size_t(101));
    }
};

EDGEWRIGHT_TEST(SalvageTest)

} // namespace edgewright::salvage_test

#include "salvage_test.moc"

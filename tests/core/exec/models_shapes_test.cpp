// SPDX-License-Identifier: GPL-3.0-or-later
// With every extent of the inputs given, every value of every shared model has a full shape, but for those that
// the data decide.
#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/reading/import.h"
#include "core/ops/infer.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <filesystem>
#include <map>
#include <set>

namespace edgewright::models_shapes_test {

namespace fs = std::filesystem;

namespace {

// Model -> operators whose outputs have no shape before they run, and why. What only reads such a value may be
// open as well.
const std::map<std::string, std::map<std::string, std::string>> Exceptions{
    {"silero-vad-v5-if",
     {{"If", "the sampling rate, an input, chooses a branch, and only one fits the extents"}}},
};

// Findings that are true of the file: code of the diagnostic by model.
const std::map<std::string, std::string> TrueFindings{
    {"aecmos-gru", "shape-mismatch"},          // declares the output as [batch_size] for what is always [4]
    {"silero-vad-v5-if", "shape-error"},       // the branch for the other sampling rate
    {"tiny-gpt2-ort-fused", "shape-mismatch"}, // one name for the extents of the mask and of the longer past
};

// Extents as the first data set has them, where there is one; else the defaults.
ir::Bindings bindingsFor(const ir::Graph& graph, const fs::path& folder) {
    ir::Bindings bindings;
    std::set<std::string> ambiguous; // "?" stands for several extents in some files
    for (std::size_t i = 0; i < graph.inputs.size(); ++i) {
        const fs::path file = folder / "test_data_set_0" / ("input_" + std::to_string(i) + ".pb");
        if (!fs::exists(file)) break;
        const auto read = onnx::readTensorFile(file);
        if (!read) break;
        const auto byName = read->name.empty() ? std::nullopt : graph.findValue(read->name);
        const ir::Value& value = graph.value(byName ? *byName : graph.inputs[i]);
        if (!value.type.shape || value.type.shape->size() != read->tensor.dims().size()) continue;
        for (std::size_t axis = 0; axis < value.type.shape->size(); ++axis) {
            const ir::Dim& dim = (*value.type.shape)[axis];
            if (dim.known()) continue;
            const std::string key =
                dim.symbol().empty() ? value.name + "#" + std::to_string(axis) : dim.symbol();
            const auto [entry, added] = bindings.emplace(key, read->tensor.dims()[axis]);
            if (!added && entry->second != read->tensor.dims()[axis]) ambiguous.insert(key);
        }
    }
    for (const std::string& key : ambiguous)
        bindings.erase(key);
    return ops::defaultBindings(graph, bindings);
}

std::vector<fs::path> models() {
    std::vector<fs::path> result;
    for (const char* group : {"models", "exports"})
        for (const fs::path& folder : test::sharedCases(group))
            result.push_back(folder);
    return result;
}

} // namespace

class ModelsShapesTest : public QObject {
    Q_OBJECT

private slots:
    void everyShape_data() {
        QTest::addColumn<QString>("folder");
        for (const fs::path& folder : models())
            QTest::newRow(folder.filename().string().c_str()) << QString::fromStdString(folder.string());
        if (models().empty()) QTest::newRow("none") << QString();
    }

    void everyShape() {
        QFETCH(QString, folder);
        if (folder.isEmpty()) QSKIP(test::sharedMissing());
        const fs::path path = folder.toStdString();
        const auto imported = onnx::importModel(path / "model.onnx");
        QVERIFY2(imported, imported ? "" : imported.error().message.c_str());
        const ir::Model& model = *imported->model;
        const auto symbolic = ops::inferTypes(model.graph, model.opsets);

        const auto bound = ops::inferTypes(model.graph, model.opsets, bindingsFor(model.graph, path));
        for (const Diagnostic& each : bound.diagnostics)
            if (const auto it = TrueFindings.find(path.filename().string());
                it == TrueFindings.end() || it->second != each.code)
                QVERIFY2(each.severity != Severity::Error && each.code != "shape-mismatch",
                         each.message.c_str());
        const auto known = Exceptions.find(path.filename().string());
        std::set<std::string> open;
        std::set<ValueId> unresolved(bound.unresolved.begin(), bound.unresolved.end());
        const ir::Connections connections(bound.graph);
        for (const ValueId id : bound.unresolved) {
            const auto producer = connections.producer(id);
            const std::string op = producer ? bound.graph.node(*producer).op : "input";
            // Follows from another open value: that one is to blame.
            const bool inherited =
                producer && std::ranges::any_of(bound.graph.node(*producer).inputs,
                                                [&](ValueId in) { return unresolved.contains(in); });
            if (!inherited) open.insert(op);
            if (inherited || (known != Exceptions.end() && known->second.contains(op))) continue;
            const ir::Value& value = bound.graph.value(id);
            QFAIL(("'" + value.name + "' of " + op + " is " + value.type.text()).c_str());
        }
        if (known != Exceptions.end()) // the list is no longer than truth asks for
            for (const auto& [op, reason] : known->second)
                QVERIFY2(open.contains(op), (op + " needs no exception: " + reason).c_str());
        qInfo("%zu of %zu values open without extents, %zu with", symbolic.unresolved.size(),
              model.graph.valueCount(), bound.unresolved.size());
    }
};

EDGEWRIGHT_TEST(ModelsShapesTest)

} // namespace edgewright::models_shapes_test

#include "models_shapes_test.moc"

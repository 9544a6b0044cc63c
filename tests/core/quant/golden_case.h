// SPDX-License-Identifier: GPL-3.0-or-later
// A one-node model with the inputs and outputs that ONNX Runtime gave for it.
#pragma once

#include "core/onnx/arrays/tensor_file.h"
#include "core/onnx/reading/import.h"
#include "tests/support/shared_files.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string>

namespace edgewright::test {

class GoldenCase {
public:
    // Fails the running test and leaves node() null when the case cannot be read.
    explicit GoldenCase(const std::filesystem::path& folder) : m_folder(folder) {
        auto imported = onnx::importModel(folder / "model.onnx");
        if (imported)
            m_model = imported->model;
        else
            QTest::qFail(imported.error().message.c_str(), __FILE__, __LINE__);
    }
    const ir::Node* node() const {
        return m_model && m_model->graph.nodeCount() == 1 ? &m_model->graph.node(m_model->graph.order().front())
                                                          : nullptr;
    }
    // Undefined type for an omitted input.
    ir::Tensor input(std::size_t index) const {
        if (!node()->hasInput(index)) return {};
        const ir::Graph& graph = m_model->graph;
        const ValueId id = node()->inputs[index];
        if (const ir::Tensor* known = graph.value(id).known()) return *known;
        const auto at = std::ranges::find(graph.inputs, id) - graph.inputs.begin();
        return read("input_" + std::to_string(at) + ".pb");
    }
    // `run`: a folder with the outputs of another run, where those differ; without it, or without such a
    // folder, what the model gives.
    ir::Tensor output(std::size_t index, const std::string& run = {}) const {
        const bool isThere = !run.empty() && std::filesystem::exists(m_folder / run);
        return read("output_" + std::to_string(index) + ".pb", isThere ? run : Data);
    }

private:
    static constexpr const char* Data = "test_data_set_0";

    ir::Tensor read(const std::string& file, const std::string& folder = Data) const {
        auto tensor = onnx::readTensorFile(m_folder / folder / file);
        if (tensor) return tensor->tensor;
        QTest::qFail(tensor.error().message.c_str(), __FILE__, __LINE__);
        return {};
    }

    std::filesystem::path m_folder;
    std::shared_ptr<const ir::Model> m_model;
};

// One data row for each case whose folder name starts with one of the prefixes; one empty row, to be skipped,
// where the collection is absent.
inline void addCases(std::initializer_list<const char*> prefixes) {
    QTest::addColumn<QString>("folder");
    const auto cases = sharedCases("golden/int8");
    if (cases.empty()) QTest::newRow("absent") << QString();
    for (const auto& path : cases) {
        const std::string name = path.filename().string();
        const auto starts = [&name](const char* prefix) { return name.starts_with(prefix); };
        if (std::any_of(prefixes.begin(), prefixes.end(), starts))
            QTest::newRow(name.c_str()) << QString::fromStdString(path.string());
    }
}

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// A model on its way through a file.
#pragma once

#include "core/onnx/export.h"
#include "tests/core/onnx/crafted_model.h"

namespace edgewright::test {

class WrittenModel {
public:
    pb::ModelProto written(const ir::Model& model) {
        const auto done = edgewright::onnx::exportModel(model, model.graph, file());
        pb::ModelProto proto;
        std::ifstream stream(file(), std::ios::binary);
        if (!done || !proto.ParseFromIstream(&stream)) qWarning("not written");
        return proto;
    }
    std::filesystem::path file() const {
        return std::filesystem::path(m_folder.path().toStdString()) / "out.onnx";
    }
    static ir::Model modelOf(ir::Graph graph) {
        ir::Model model;
        model.irVersion = 7;
        model.opsets[""] = 13;
        model.graph = std::move(graph);
        return model;
    }

private:
    QTemporaryDir m_folder;
};

} // namespace edgewright::test

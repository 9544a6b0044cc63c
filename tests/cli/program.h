// SPDX-License-Identifier: GPL-3.0-or-later
// The real program, run as its users run it.
#pragma once

#include "core/ir/graph.h"
#include "core/onnx/export.h"
#include "tests/support/shared_files.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>

#include <filesystem>

namespace edgewright::test {

struct Outcome {
    int status = -1;
    QByteArray out, err;
    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

inline Outcome cli(const QStringList& arguments) {
    QProcess process;
    process.start(QStringLiteral(EDGEWRIGHT_CLI), arguments);
    if (!process.waitForFinished(120000)) return {};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

inline QString text(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }
inline QString sampleFile(const char* name) { return text(sample(name)); }

// Whether the graph could be written as a model of opset 17 (and com.example 1).
inline bool writeModel(ir::Graph graph, const std::filesystem::path& file) {
    ir::Model model;
    model.irVersion = 8;
    model.opsets = {{"", 17}, {"com.example", 1}};
    model.graph = std::move(graph);
    return onnx::exportModel(model, model.graph, file).has_value();
}

} // namespace edgewright::test

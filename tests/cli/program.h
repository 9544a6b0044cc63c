// SPDX-License-Identifier: GPL-3.0-or-later
// The real program, run as its users run it.
#pragma once

#include "core/ir/graph.h"
#include "core/onnx/export.h"
#include "tests/support/paths/paths.h"
#include "tests/support/shared_files.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QProcess>
#include <QString>
#include <QStringList>
#include <QTemporaryDir>

#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <functional>

namespace edgewright::test {

struct Outcome {
    int status = -1;
    QByteArray out, err;
    QJsonObject json() const { return QJsonDocument::fromJson(out).object(); }
};

inline QString text(const std::filesystem::path& file) { return QString::fromStdString(file.string()); }
inline QString cliProgram() { return text(program("edgewright-cli")); }

inline Outcome cli(const QStringList& arguments) {
    QProcess process;
    process.start(cliProgram(), arguments);
    if (!process.waitForFinished(-1)) return {}; // ctest ends a test that hangs
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            process.readAllStandardOutput(), process.readAllStandardError()};
}

// The bytes of a file; empty where it cannot be read.
inline QByteArray contents(const QString& file) {
    QFile stream(file);
    return stream.open(QIODevice::ReadOnly) ? stream.readAll() : QByteArray();
}

// A file with this text; its path, empty where it cannot be written.
inline QString written(const QTemporaryDir& folder, const QString& name, const QByteArray& text) {
    QFile file(folder.filePath(name));
    if (!file.open(QIODevice::WriteOnly)) return {};
    file.write(text);
    return file.fileName();
}

// One of the plans in the document of `plan --json`.
inline QJsonObject only(const QJsonObject& document, qsizetype index = 0) {
    return document[QStringLiteral("results")].toArray().at(index).toObject();
}

// True if the process has begun to answer SIGINT itself, by /proc/<pid>/status.
inline bool catchesInterrupt(const QProcess& process) {
    QFile status(QStringLiteral("/proc/%1/status").arg(process.processId()));
    if (!status.open(QIODevice::ReadOnly)) return false;
    for (const QByteArray& line : status.readAll().split('\n'))
        if (line.startsWith("SigCgt:"))
            return line.mid(7).trimmed().toULongLong(nullptr, 16) & (1ULL << (SIGINT - 1));
    return false;
}

// The processor time of the process in seconds: fields 14 and 15 of /proc/<pid>/stat.
inline double cpuSeconds(qint64 process) {
    QFile file(QStringLiteral("/proc/%1/stat").arg(process));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    const QByteArray line = file.readAll();
    const QList<QByteArray> fields = line.mid(line.lastIndexOf(')') + 2).split(' '); // from field 3 on
    if (fields.size() < 13) return 0;
    return (fields[11].toDouble() + fields[12].toDouble()) / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

inline double cpuSeconds(const QProcess& process) { return cpuSeconds(process.processId()); }

// The programs that it has started: measuring is the work of an agent.
inline QList<qint64> childrenOf(const QProcess& process) {
    const QString tasks =
        QStringLiteral("/proc/%1/task").arg(process.processId()); // any thread starts children
    QList<qint64> children;
    for (const QString& task : QDir(tasks).entryList(QDir::Dirs | QDir::NoDotAndDotDot)) {
        QFile file(tasks + QLatin1Char('/') + task + QStringLiteral("/children"));
        if (file.open(QIODevice::ReadOnly))
            for (const QByteArray& child : file.readAll().simplified().split(' '))
                if (const qint64 id = child.toLongLong(); id > 0) children << id;
    }
    return children;
}

inline double childrensCpuSeconds(const QProcess& process) {
    double seconds = 0;
    for (const qint64 child : childrenOf(process))
        seconds += cpuSeconds(child);
    return seconds;
}

// Sends SIGINT as soon as the program catches it and `ready` holds, and waits for its end. False when the
// program ended before.
inline bool interrupt(
    QProcess& process, const std::function<bool()>& ready = [] { return true; }) {
    if (!process.waitForStarted()) return false;
    while (!catchesInterrupt(process) || !ready())
        if (process.waitForFinished(1)) return false; // lets other processes run
    ::kill(static_cast<pid_t>(process.processId()), SIGINT);
    return process.waitForFinished(-1);
}

inline QString sampleFile(const char* name) { return text(sample(name)); }

// True if the graph could be written as a model of opset 17 (and com.example 1).
inline bool writeModel(ir::Graph graph, const std::filesystem::path& file) {
    ir::Model model;
    model.irVersion = 8;
    model.opsets = {{"", 17}, {"com.example", 1}};
    model.graph = std::move(graph);
    return onnx::exportModel(model, model.graph, file).has_value();
}

} // namespace edgewright::test

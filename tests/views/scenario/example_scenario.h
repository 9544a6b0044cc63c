// SPDX-License-Identifier: GPL-3.0-or-later
// A scenario of two models in a folder of its own, with a file of their times.
#pragma once

#include <QFile>
#include <QString>
#include <QTemporaryDir>

namespace edgewright::test {

class ScenarioFolder {
public:
    // "quick" takes 2 ms every 10 ms, "slow" 3 ms, in two operators, at `rate` a second; one core.
    bool write(int rate = 50) const {
        return put(QStringLiteral("times.json"), R"({"edgewright_service": 1, "models": [
            {"name": "quick", "operators": ["a"], "batches": [{"size": 1, "runs_us": [[2000]]}]},
            {"name": "slow", "operators": ["b", "c"], "batches": [{"size": 1, "runs_us": [[1000, 2000]]}]}]})") &&
               put(QStringLiteral("two.json"),
                   QByteArray(
                       R"({"edgewright_scenario": 1, "policy": "edf", "seconds": 5, "cores": 1, "models": [
            {"name": "quick", "file": "quick.onnx", "deadline_ms": 10,
             "arrivals": {"kind": "periodic", "period_ms": 10}},
            {"name": "slow", "file": "slow.onnx", "priority": 2, "deadline_ms": 40,
             "arrivals": {"kind": "poisson", "rate": RATE}}]})")
                       .replace("RATE", QByteArray::number(rate)));
    }
    QString path(const QString& name) const { return m_folder.filePath(name); }
    bool put(const QString& name, const QByteArray& text) const {
        QFile file(path(name));
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    }

private:
    QTemporaryDir m_folder;
};

} // namespace edgewright::test

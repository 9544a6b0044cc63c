// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged copies of real files: every one opens or fails with a message; none crashes (run under sanitizers too).
#include "core/ir/graph.h"
#include "core/onnx/import.h"
#include "tests/support/shared_files.h"

#include <QTemporaryDir>
#include <QtTest>

#include <fstream>
#include <iterator>
#include <random>

using namespace edgewright;
using namespace edgewright::test;

class ImportFuzzTest : public QObject {
    Q_OBJECT

private slots:
    void truncated();
    void flippedBits_data();
    void flippedBits();

private:
    static std::string bytesOf(const std::filesystem::path& file) {
        std::ifstream stream(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }
    // True when the bytes open as a model; touches what was read.
    bool opens(std::string_view bytes) {
        const auto file = std::filesystem::path(m_folder.path().toStdString()) / "damaged.onnx";
        std::ofstream(file, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        const auto imported = onnx::importModel(file);
        if (!imported) {
            m_silent = m_silent || imported.error().message.size() <= file.string().size() + 2;
            return false;
        }
        const ir::Graph& graph = imported->model->graph;
        for (std::size_t i = 0; i < graph.valueCount(); ++i) {
            const auto& constant = graph.value(ValueId(i)).constant;
            if (!constant || !constant->hasData()) continue;
            for (const std::byte each : constant->bytes()) m_sum += std::to_integer<unsigned>(each);
        }
        return true;
    }
    QTemporaryDir m_folder;
    unsigned m_sum = 0;
    bool m_silent = false;
};

void ImportFuzzTest::truncated() {
    const std::string bytes = bytesOf(sample("tiny_cnn_2d.onnx"));
    QVERIFY(bytes.size() > 1000);
    QVERIFY(opens(bytes));
    int opened = 0;
    for (std::size_t length = 0; length < bytes.size(); length += 1 + bytes.size() / 4000)
        opened += opens(std::string_view(bytes).substr(0, length));
    QVERIFY(!m_silent);
    // Only a cut between the outermost fields behind the graph leaves a whole model.
    QVERIFY2(opened <= 40, std::to_string(opened).c_str());
}

void ImportFuzzTest::flippedBits_data() {
    QTest::addColumn<QString>("file");
    const auto row = [](const char* name, const std::filesystem::path& path) {
        if (!path.empty()) QTest::newRow(name) << QString::fromStdString(path.string());
    };
    row("tiny", sample("tiny_cnn_2d.onnx"));
    row("mnist", shared("models/mnist-8-cntk/model.onnx"));
    row("loop", shared("models/nuphar-lstm-loop/model.onnx"));
    row("custom domain", shared("bad-files/custom-domain-finn.onnx"));
}

void ImportFuzzTest::flippedBits() {
    QFETCH(QString, file);
    const std::string bytes = bytesOf(file.toStdString());
    std::mt19937 random(20240517);
    int opened = 0;
    for (int round = 0; round < 300; ++round) {
        std::string damaged = bytes;
        // Most bytes are weights, where nothing can break: half of the damage goes to the first part, the structure.
        const std::size_t reach = round % 2 ? damaged.size() : std::min<std::size_t>(damaged.size(), 3000);
        for (int flip = 0; flip <= round % 4; ++flip)
            damaged[random() % reach] = static_cast<char>(random());
        opened += opens(damaged);
    }
    QVERIFY(!m_silent);
    QVERIFY(opened > 0);
}

QTEST_GUILESS_MAIN(ImportFuzzTest)
#include "import_fuzz_test.moc"

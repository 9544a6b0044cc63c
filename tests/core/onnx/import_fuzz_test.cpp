// SPDX-License-Identifier: GPL-3.0-or-later
// Damaged copies of real files: every one opens or fails with a message; none crashes (run under sanitizers
// too).
#include "core/ir/graph.h"
#include "core/onnx/reading/import.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <iterator>
#include <random>

namespace edgewright::import_fuzz_test {

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
    std::filesystem::path file() const {
        return std::filesystem::path(m_folder.path().toStdString()) / "damaged.onnx";
    }
    void write(std::string_view bytes) const {
        std::ofstream(file(), std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    }
    // True when the file opens as a model; touches what was read.
    bool opens() {
        const auto imported = onnx::importModel(file());
        if (!imported) {
            m_silent = m_silent || imported.error().message.size() <= file().string().size() + 2;
            return false;
        }
        const ir::Graph& graph = imported->model->graph;
        for (std::size_t i = 0; i < graph.valueCount(); ++i) {
            const auto& constant = graph.value(ValueId(i)).constant;
            if (!constant || !constant->hasData()) continue;
            for (const std::byte each : constant->bytes())
                m_sum += std::to_integer<unsigned>(each);
        }
        return true;
    }
    QTemporaryDir m_folder;
    unsigned m_sum = 0;
    bool m_silent = false;
};

void ImportFuzzTest::truncated() {
    const auto small = shared("models/mnist-8-cntk/model.onnx");
    const std::string bytes = bytesOf(small.empty() ? sample("signal_cnn_1d.onnx") : small);
    QVERIFY(bytes.size() > 1000);
    write(bytes);
    QVERIFY(opens());
    const std::size_t step = small.empty() ? 41 : 7;
    int opened = 0;
    for (std::size_t length = bytes.size() - 1; length > step; length -= step) {
        std::filesystem::resize_file(file(), length);
        opened += opens();
    }
    QVERIFY(!m_silent);
    // Only a cut between the outermost fields behind the graph leaves a whole model.
    QVERIFY2(opened <= 5, std::to_string(opened).c_str());
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
        // Most bytes are weights, where nothing can break: half of the damage goes to the first part, the
        // structure.
        const std::size_t reach = round % 2 ? damaged.size() : std::min<std::size_t>(damaged.size(), 3000);
        for (int flip = 0; flip <= round % 4; ++flip)
            damaged[random() % reach] = static_cast<char>(random());
        write(damaged);
        opened += opens();
    }
    QVERIFY(!m_silent);
    QVERIFY(opened > 0);
}

EDGEWRIGHT_TEST(ImportFuzzTest)

} // namespace edgewright::import_fuzz_test

#include "import_fuzz_test.moc"

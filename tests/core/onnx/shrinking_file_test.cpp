// SPDX-License-Identifier: GPL-3.0-or-later
// Weights in a file that is cut off while the model is open: an error that names it, everywhere, and no SIGBUS.
#include "core/exec/executor.h"
#include "core/ir/storage/mapped_file.h"
#include "core/onnx/export.h"
#include "core/pipeline/study.h"
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <numeric>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace edgewright::shrinking_file_test {

using namespace edgewright::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t Floats = 1 << 18;

// y = x + w, with w in a file of 1 MiB.
void write(CraftedModel& crafted) {
    std::ofstream(crafted.folder() / "weights.bin") << std::string(Floats * 4, '\1');
    crafted.input("x", {Floats});
    auto& weights = crafted.weights("w", {Floats}, "");
    weights.clear_raw_data();
    weights.set_data_location(pb::TensorProto::EXTERNAL);
    auto& entry = *weights.add_external_data();
    entry.set_key("location");
    entry.set_value("weights.bin");
    crafted.node("Add", {"x", "w"}, {"y"});
    crafted.output("y", {Floats});
}

unsigned sumOf(std::span<const std::byte> bytes) {
    return std::accumulate(bytes.begin(), bytes.end(), 0U,
                           [](unsigned sum, std::byte each) { return sum + std::to_integer<unsigned>(each); });
}

} // namespace

class ShrinkingFileTest : public QObject {
    Q_OBJECT

private slots:
    void stages();
    void zerosBehindTheEnd();
    void replacedFile();
    void manyFiles();
    void foreignFault();
};

void ShrinkingFileTest::stages() {
    for (const std::uintmax_t left :
         {std::uintmax_t(0), std::uintmax_t(Floats * 2), std::uintmax_t(Floats * 4 - 1)}) {
        CraftedModel crafted;
        write(crafted);
        const auto opened = pipeline::open(crafted.save());
        QVERIFY(opened.has_value());
        const auto typed = pipeline::type(*opened, {}, true);
        const ir::Graph& graph = *typed->graph;
        const ir::Opsets& opsets = (*opened)->model->opsets;
        const auto feeds = ir::seededFeeds(graph, 1);
        QVERIFY(exec::run(graph, opsets, *feeds, {}).has_value());
        fs::resize_file(crafted.folder() / "weights.bin", left);
        const auto names = [](const Error& error) {
            return error.code == ErrorCode::BadInput &&
                   contains(error.message,
                            "weights.bin: has shrunk while it was open: 1048576 bytes were expected");
        };
        const auto ran = exec::run(graph, opsets, *feeds, {});
        QVERIFY2(!ran && names(ran.error()), ran ? "ran" : ran.error().message.c_str());
        const auto fused = pipeline::fuse(*typed, {});
        QVERIFY(!fused && names(fused.error()));
        const auto file = crafted.folder() / "written.onnx";
        const auto written = edgewright::onnx::exportModel(*(*opened)->model, graph, file);
        QVERIFY2(!written && names(written.error()), written ? "written" : written.error().message.c_str());
        QVERIFY(!fs::exists(file));
        QVERIFY(!fs::exists(crafted.folder() / "written.onnx.data"));
    }
    QVERIFY(ir::mappedFilesIntact().has_value()); // once it is closed, it is nobody's concern
}

void ShrinkingFileTest::zerosBehindTheEnd() {
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "bytes";
    constexpr std::size_t Size = 1 << 20;
    std::ofstream(path) << std::string(Size, '\1');
    const auto file = ir::MappedFile::open(path);
    QVERIFY(file.has_value());
    QCOMPARE(sumOf((*file)->bytes()), unsigned(Size));
    QVERIFY((*file)->intact().has_value());
    fs::resize_file(path, Size / 2);
    unsigned sums[2] = {}; // two threads that run into it at once
    {
        std::jthread other([&] { sums[1] = sumOf((*file)->bytes()); });
        sums[0] = sumOf((*file)->bytes());
    }
    QCOMPARE(sums[0], unsigned(Size / 2));
    QCOMPARE(sums[1], unsigned(Size / 2));
    fs::resize_file(path, Size); // it has its size again, but what was read is not what it held
    QVERIFY(!(*file)->intact());
}

// Programs replace files by renaming: the mapping is of the old one, which is whole.
void ShrinkingFileTest::replacedFile() {
    const QTemporaryDir folder;
    const fs::path path = fs::path(folder.path().toStdString()) / "bytes";
    std::ofstream(path) << std::string(10000, '\1');
    const auto file = ir::MappedFile::open(path);
    QVERIFY(file.has_value());
    std::ofstream(path.string() + ".new") << "x";
    fs::rename(path.string() + ".new", path);
    QVERIFY((*file)->intact().has_value());
    QCOMPARE(sumOf((*file)->bytes()), 10000U);
    fs::remove(path);
    QVERIFY((*file)->intact().has_value());
}

void ShrinkingFileTest::manyFiles() {
    const QTemporaryDir folder;
    std::vector<std::shared_ptr<const ir::MappedFile>> files;
    for (int i = 0; i < 700; ++i) {
        const fs::path path = fs::path(folder.path().toStdString()) / std::to_string(i);
        std::ofstream(path) << std::string(9000, '\1');
        files.push_back(*ir::MappedFile::open(path));
    }
    fs::resize_file(fs::path(folder.path().toStdString()) / "666", 1);
    QCOMPARE(sumOf(files[666]->bytes()), 1U);
    QVERIFY(!files[666]->intact() && files[667]->intact());
    const auto any = ir::mappedFilesIntact();
    QVERIFY(!any && contains(any.error().message, "/666: has shrunk"));
}

// What is not in a mapped file is answered by the handler that was there before, which ends the program.
void ShrinkingFileTest::foreignFault() {
    const pid_t child = ::fork();
    if (child == 0) {
        std::raise(SIGBUS);
        std::_Exit(0);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    QVERIFY((WIFSIGNALED(status) && WTERMSIG(status) == SIGBUS) ||
            (WIFEXITED(status) && WEXITSTATUS(status) != 0));
}

EDGEWRIGHT_TEST(ShrinkingFileTest)

} // namespace edgewright::shrinking_file_test

#include "shrinking_file_test.moc"

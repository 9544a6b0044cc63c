// SPDX-License-Identifier: GPL-3.0-or-later
// What files may cost that are made to cost much, measured at the real program.
#include "tests/cli/program.h"
#include "tests/core/onnx/bombs.h"
#include "tests/core/onnx/crafted_model.h"
#include "tests/support/sanitizers.h"
#include "tests/support/test_class.h"

#include <QTemporaryDir>
#include <QTest>

#include <fcntl.h>
#include <fstream>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace edgewright::cli_limits_test {

using namespace edgewright::test;
namespace fs = std::filesystem;

namespace {

constexpr std::int64_t MaxResidentBytes = 300'000'000; // for any file of at most MaxBombBytes

struct Peak {
    int status = -1; // exit status; -1: ended by a signal
    std::int64_t residentBytes = 0;
};

pid_t start(const std::vector<std::string>& arguments, const std::string& errors = "/dev/null") {
    std::vector<char*> argv;
    std::string program = test::program("edgewright-cli");
    argv.push_back(program.data());
    std::vector<std::string> own = arguments;
    for (std::string& each : own)
        argv.push_back(each.data());
    argv.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addopen(&files, STDERR_FILENO, errors.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
    pid_t child = -1;
    const int failed = ::posix_spawn(&child, program.c_str(), &files, nullptr, argv.data(), environ);
    posix_spawn_file_actions_destroy(&files);
    return failed == 0 ? child : -1;
}

Peak finish(pid_t child) {
    int status = 0;
    struct rusage usage {};
    if (child < 0 || ::wait4(child, &status, 0, &usage) != child) return {};
    return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, std::int64_t(usage.ru_maxrss) * 1024};
}

std::string textOf(const fs::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Whether the process has mapped a file of this name.
bool hasMapped(pid_t process, const std::string& name) {
    return textOf("/proc/" + std::to_string(process) + "/maps").find(name) != std::string::npos;
}

// A Loop that adds the same 4 MiB of external data to what it carries, trip after trip.
fs::path longRun(const fs::path& folder) {
    CraftedModel crafted;
    constexpr std::int64_t Floats = std::int64_t(1) << 20;
    std::ofstream(folder / "weights.bin") << std::string(Floats * 4, '\0');
    crafted.input("x", {Floats});
    auto& trips = *crafted.graph().add_initializer();
    trips.set_name("trips");
    trips.set_data_type(pb::TensorProto::INT64);
    trips.add_int64_data(3000);
    auto& weights = crafted.weights("w", {Floats}, "");
    weights.clear_raw_data();
    weights.set_data_location(pb::TensorProto::EXTERNAL);
    auto& entry = *weights.add_external_data();
    entry.set_key("location");
    entry.set_value("weights.bin");
    auto& attribute = *crafted.node("Loop", {"trips", "", "x"}, {"y"}).add_attribute();
    attribute.set_name("body");
    attribute.set_type(pb::AttributeProto::GRAPH);
    auto& body = *attribute.mutable_g();
    for (const auto& [name, type] :
         {std::pair("i", pb::TensorProto::INT64), std::pair("c", pb::TensorProto::BOOL)}) {
        auto& input = *body.add_input();
        CraftedModel::typed(input, name, {});
        input.mutable_type()->mutable_tensor_type()->set_elem_type(type);
    }
    CraftedModel::typed(*body.add_input(), "s", {Floats});
    CraftedModel::node(body, "Identity", {"c"}, {"d"});
    CraftedModel::node(body, "Add", {"s", "w"}, {"t"});
    body.add_output()->set_name("d");
    CraftedModel::typed(*body.add_output(), "t", {Floats});
    crafted.output("y", {Floats});
    std::ofstream stream(folder / "model.onnx", std::ios::binary);
    crafted.model.SerializeToOstream(&stream);
    return folder / "model.onnx";
}

} // namespace

class CliLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void smallFiles_data();
    void smallFiles();
    void shrinkingFile();
};

void CliLimitsTest::smallFiles_data() {
    QTest::addColumn<int>("index");
    QTest::addColumn<QString>("verb");
    constexpr const char* Verbs[] = {"inspect", "fuse", "plan", "cost"};
    const auto add = [](const char* verb, std::size_t bomb) {
        QTest::addRow("%s %s", verb, bombs()[bomb].name.c_str())
            << static_cast<int>(bomb) << QString::fromLatin1(verb);
    };
    for (std::size_t i = 0; i < bombs().size(); ++i) {
        for (std::size_t verb = 0; verb < std::size(Verbs); ++verb)
            if (!UnderAddressSanitizer || verb == i % std::size(Verbs)) add(Verbs[verb], i); // slow: one each
        // Running it may cost what its results do; decoding a file that is cut off may not.
        if (bombs()[i].name == "tiff") add("run", i);
    }
}

void CliLimitsTest::smallFiles() {
    QFETCH(int, index);
    QFETCH(QString, verb);
    const QTemporaryDir folder;
    const fs::path model = bombs()[static_cast<std::size_t>(index)].write(folder.path().toStdString());
    QVERIFY(fs::file_size(model) <= MaxBombBytes);
    const Peak peak = finish(start({verb.toStdString(), model.string()}));
    qInfo("%lld MB", static_cast<long long>(peak.residentBytes / 1'000'000));
    QVERIFY2(peak.status == 0 || peak.status == 1 || peak.status == 3, std::to_string(peak.status).c_str());
    if (!UnderAddressSanitizer) QVERIFY(peak.residentBytes <= MaxResidentBytes);
}

// Weights that are cut off while they are read: a message that names them, and no signal.
void CliLimitsTest::shrinkingFile() {
    const QTemporaryDir folder;
    const fs::path here = folder.path().toStdString();
    const fs::path model = longRun(here);
    const pid_t child = start({"run", model.string()}, (here / "errors").string());
    QVERIFY(child > 0);
    QTRY_VERIFY_WITH_TIMEOUT(hasMapped(child, "weights.bin"), 20000);
    fs::resize_file(here / "weights.bin", 4096);
    const Peak peak = finish(child);
    const std::string errors = textOf(here / "errors");
    QCOMPARE(peak.status, 3);
    QVERIFY2(errors.find("weights.bin: has shrunk while it was open") != std::string::npos, errors.c_str());
}

EDGEWRIGHT_TEST(CliLimitsTest)

} // namespace edgewright::cli_limits_test

#include "cli_limits_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of real tools, and documents that are none: cut, overlapping, without times that make sense.
#include "core/trace/trace_file.h"

#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QTest>

#include <zlib.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>

namespace edgewright::trace_read_test {

using namespace edgewright::trace;

namespace {

Result<Trace> read(const std::string& text) {
    std::istringstream stream(text);
    return readTrace(stream, "a.json");
}

std::string lasting(const char* name, double start, double duration, int thread = 1) {
    return std::string(R"({"ph":"X","name":")") + name + R"(","pid":1,"tid":)" + std::to_string(thread) +
           R"(,"ts":)" + std::to_string(start) + R"(,"dur":)" + std::to_string(duration) + "}";
}

const std::string Nameless = R"(,{"ph":"B","pid":1,"tid":1,"ts":1},{"ph":"E","pid":1,"tid":1,"ts":5})";

// An operator of ONNX Runtime with the memory in use.
std::string inUse(const char* bytes) {
    return std::string(R"({"cat":"Node","ph":"X","name":"a_kernel_time","pid":1,"tid":1,"ts":0,"dur":1,)") +
           R"("args":{"op_name":"Add","mem_bytes_in_use":")" + bytes + R"("}})";
}

bool hasNote(const Trace& trace, const char* what) {
    return std::ranges::any_of(trace.notes,
                               [&](const std::string& note) { return note.find(what) != std::string::npos; });
}

std::size_t countOf(const Trace& trace, const std::string& ending) {
    return static_cast<std::size_t>(std::ranges::count_if(
        trace.spans, [&](const Span& span) { return trace.nameOf(span).ends_with(ending); }));
}

} // namespace

class TraceReadTest : public QObject {
    Q_OBJECT private slots : void realProfiles_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("tool");
        QTest::addColumn<bool>("hasTimes");
        const auto row = [](const char* file, Tool tool, bool hasTimes) {
            QTest::newRow(file) << QString::fromLatin1(file) << static_cast<int>(tool) << hasTimes;
        };
        row("ort_mobilenet_v2_1t.json", Tool::OnnxRuntime, true);
        row("ort_mobilenet_v2_2t.json", Tool::OnnxRuntime, true);
        row("ort_resnet18_1t.json", Tool::OnnxRuntime, true);
        row("ort_resnet18_2t.json", Tool::OnnxRuntime, true);
        row("torch_mobilenet_v2.json", Tool::PyTorch, true);
        row("cuda_shim_fake.json", Tool::Unknown, true);
        row("cuda/torch_gpu_resnet18.json.gz", Tool::PyTorch, true);
        row("cuda/torch_gpu_mobilenet_v2.json.gz", Tool::PyTorch, true);
        row("cuda/torch_gpu_encoder.json.gz", Tool::PyTorch, true);
        row("trt/examples_pytorch_resnet_A100_fp16_resnet.onnx.engine.profile.json", Tool::TensorRt, false);
        row("trt/examples_pytorch_resnet_A100_fp32_resnet.onnx.engine.profile.json", Tool::TensorRt, false);
        row("trt/examples_pytorch_resnet_A100_qat_resnet-qat.onnx.engine.profile.json", Tool::TensorRt, false);
        row("trt/tests_inputs_mobilenet_v2_residuals.qat.onnx.engine.profile.json", Tool::TensorRt, false);
    }
    void realProfiles() {
        QFETCH(QString, file);
        const auto path = test::shared("traces/" + file.toStdString());
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(path);
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QTEST(static_cast<int>(trace->tool), "tool");
        QTEST(trace->hasTimes, "hasTimes");
        QVERIFY(trace->spans.size() > 4);
        QVERIFY2(trace->notes.empty(), trace->notes.empty() ? "" : trace->notes.front().c_str());
        for (const Span& span : trace->spans) {
            QVERIFY(span.start >= 0 && span.seconds >= 0 && span.track < trace->tracks.size());
            QVERIFY(!trace->nameOf(span).empty());
        }
        // What it writes is what it read.
        const auto again = read(chromeText(*trace));
        QVERIFY2(again, again ? "" : again.error().message.c_str());
        QCOMPARE(again->spans.size(), trace->spans.size());
        for (std::size_t i = 0; i < trace->spans.size(); ++i) {
            QCOMPARE(again->nameOf(again->spans[i]), trace->nameOf(trace->spans[i]));
            QVERIFY(std::abs(again->spans[i].seconds - trace->spans[i].seconds) < 1e-9);
        }
    }

    void onnxRuntimesKernels() {
        const auto path = test::shared("traces/ort_mobilenet_v2_1t.json");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(path);
        QVERIFY(trace);
        QVERIFY(countOf(*trace, "_kernel_time") > 50);
        QVERIFY(!trace->counters.empty()); // bytes in use
        const auto kernel = std::ranges::find_if(trace->spans, [&](const Span& span) { return span.op != 0; });
        QVERIFY(kernel != trace->spans.end());
        QCOMPARE(trace->names[kernel->op], std::string("Conv"));
        QVERIFY(kernel->depth > 0); // inside of the run
    }

    // Streams are tracks behind those of the host, kernels have their launches and operators.
    void kernelsOfADevice() {
        const auto path = test::shared("traces/cuda/torch_gpu_mobilenet_v2.json.gz");
        if (path.empty()) QSKIP(test::sharedMissing());
        const auto trace = readTrace(path);
        QVERIFY(trace);
        QCOMPARE(trace->machine, std::string("NVIDIA H100 80GB HBM3"));
        QCOMPARE(trace->firstShape, (std::vector<std::int64_t>{4, 3, 224, 224}));
        QCOMPARE(trace->tracks.size(), std::size_t(4));
        QVERIFY(!trace->tracks[0].isDevice && trace->tracks[1].isDevice);
        QCOMPARE(trace->tracks[1].process, std::string("GPU 0"));
        QVERIFY((trace->tracks[1].thread == Label{{}, Label::Kind::Stream, 7}));
        QCOMPARE(launchesOf(*trace).size(), std::size_t(302));
        double seconds = 0;
        for (const Span& span : trace->spans) {
            if (span.role != Role::Kernel) continue;
            QVERIFY(trace->tracks[span.track].isDevice && span.op != 0);
            seconds += span.seconds;
        }
        QVERIFY(std::abs(seconds - 1276.398e-6) < 1e-9); // of two passes
        for (const Track& track : trace->tracks)
            QVERIFY(track.process != "-1");
    }

    // A file that is packed is read as it is; packed twice, or into next to nothing, it is refused at once.
    void packed() {
        const std::string events = "[" + lasting("a", 0, 5) + "," + lasting("b", 5, 5) + "]";
        const auto gzip = [](const std::string& plain) {
            z_stream stream{};
            std::string out(compressBound(static_cast<uLong>(plain.size())) + 64, '\0');
            deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
            std::string in = plain;
            stream.next_in = reinterpret_cast<Bytef*>(in.data());
            stream.avail_in = static_cast<uInt>(in.size());
            stream.next_out = reinterpret_cast<Bytef*>(out.data());
            stream.avail_out = static_cast<uInt>(out.size());
            deflate(&stream, Z_FINISH);
            out.resize(out.size() - stream.avail_out);
            deflateEnd(&stream);
            return out;
        };
        const auto whole = read(gzip(events));
        QVERIFY2(whole, whole ? "" : whole.error().message.c_str());
        QVERIFY(whole->isWhole && whole->notes.empty());
        QCOMPARE(whole->spans.size(), std::size_t(2));
        const auto parts = read(gzip(events.substr(0, 20)) + gzip(events.substr(20)));
        QVERIFY(parts && parts->isWhole && parts->spans.size() == 2);
        const auto twice = read(gzip(gzip(events)));
        QVERIFY(!twice);
        QVERIFY2(twice.error().message.find("gzip twice") != std::string::npos, twice.error().message.c_str());
        const auto bomb = read(gzip("[" + std::string(std::size_t(80) << 20, ' ') + lasting("a", 0, 5) + "]"));
        QVERIFY(!bomb);
        QVERIFY2(bomb.error().message.find("packed bytes") != std::string::npos, bomb.error().message.c_str());
        std::string many = "[";
        for (int i = 0; i < 20'000; ++i)
            many += (i ? "," : "") + lasting(i % 3 ? "a" : "b", i * 3, i % 7);
        const std::string packed = gzip(many + "]");
        const auto cut = read(packed.substr(0, packed.size() / 2));
        QVERIFY(cut && !cut->isWhole && !cut->spans.empty());
        QVERIFY(hasNote(*cut, "the packed file is cut off at byte"));
        std::string wrong = packed;
        wrong[wrong.size() - 6] = static_cast<char>(wrong[wrong.size() - 6] ^ 1); // of the checksum
        const auto damaged = read(wrong);
        QVERIFY(damaged && !damaged->isWhole && damaged->spans.size() == 20'000);
        QVERIFY(!read(packed.substr(0, 8)));
    }

    // The runs behind the damage are counted, not read.
    void runsThatWereRead() {
        const auto folder = test::shared("wild/profile-malformed");
        if (folder.empty()) QSKIP(test::sharedMissing());
        std::ifstream file(folder / "good.json", std::ios::binary);
        std::string text{std::istreambuf_iterator<char>(file), {}};
        const auto cut = read(text.substr(0, 20'000));
        QVERIFY(cut && hasNote(*cut, "5 of at least 6 runs"));
        text.insert(6'000, "\x01");
        const auto damaged = read(text);
        QVERIFY(damaged && hasNote(*damaged, "1 of 20 runs"));
    }

    void nesting() {
        const auto trace =
            read("[" + lasting("run", 0, 100) + "," + lasting("a", 10, 20) + "," + lasting("b", 30, 40) + "," +
                 lasting("inner", 35.5, 4) + "," + lasting("other", 5, 50, 2) + "]");
        QVERIFY(trace);
        QCOMPARE(trace->tracks.size(), std::size_t(2));
        std::vector<std::pair<std::string, std::uint32_t>> depths;
        for (const Span& span : trace->spans)
            depths.emplace_back(trace->nameOf(span), span.depth);
        QCOMPARE(depths, (std::vector<std::pair<std::string, std::uint32_t>>{
                             {"run", 0}, {"a", 1}, {"b", 1}, {"inner", 2}, {"other", 0}}));
    }

    void overlapsHaveTracksOfTheirOwn() {
        const auto trace =
            read("[" + lasting("a", 0, 20) + "," + lasting("b", 10, 20) + "," + lasting("c", 15, 30) + "]");
        QVERIFY(trace);
        QCOMPARE(trace->spans.size(), std::size_t(3));
        QCOMPARE(trace->tracks.size(), std::size_t(3));
        QCOMPARE(trace->tracks[2].overflow, 2);
        QVERIFY(hasNote(*trace, "overlap"));
    }

    void beginningsAndEnds() {
        const auto trace = read(R"([{"ph":"B","name":"a","pid":"p","tid":"t","ts":10},
            {"ph":"B","name":"b","pid":"p","tid":"t","ts":12},{"ph":"E","pid":"p","tid":"t","ts":15},
            {"ph":"E","pid":"p","tid":"t","ts":20},{"ph":"E","pid":"p","tid":"t","ts":21},
            {"ph":"B","name":"never","pid":"p","tid":"t","ts":30}])");
        QVERIFY(trace);
        QCOMPARE(trace->spans.size(), std::size_t(2));
        QVERIFY(std::abs(trace->spans[0].seconds - 10e-6) < 1e-12 &&
                std::abs(trace->spans[1].seconds - 3e-6) < 1e-12);
        QVERIFY(hasNote(*trace, "never end") && hasNote(*trace, "without a beginning"));
    }

    void cutOffKeepsWhatIsWhole() {
        const std::string whole =
            R"({"traceEvents":[)" + lasting("a", 0, 5) + "," + lasting("b", 5, 5) + "," + lasting("c", 10, 5);
        const auto trace = read(whole.substr(0, whole.size() - 20));
        QVERIFY(trace);
        QCOMPARE(trace->spans.size(), std::size_t(2));
        QVERIFY(hasNote(*trace, "behind event 2"));
        QVERIFY(!trace->isWhole);
        const std::string byte = "at byte " + std::to_string(whole.size() - 19); // where it expects more
        QVERIFY2(hasNote(*trace, byte.c_str()), trace->notes.front().c_str());
    }

    // ONNX Runtime leaves ",]" behind the shapes of nodes whose last input is no tensor.
    void commasBehindTheLast() {
        const std::string name = "a,]\",}"; // texts stay
        const auto trace = read(
            "[" + lasting("a,]\\\",}", 0, 5) +
            R"(,{"ph":"X","name":"b","ts":5,"dur":5,"args":{"shapes":[{"float":[1,2]},],"more":{"c":[],}}},)" +
            lasting("c", 10, 5) + ", \n]");
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QVERIFY2(trace->notes.empty(), trace->notes.empty() ? "" : trace->notes.front().c_str());
        QVERIFY(trace->isWhole);
        QCOMPARE(trace->spans.size(), std::size_t(3));
        QCOMPARE(trace->nameOf(trace->spans[0]), name);
        QVERIFY(!read("[,]") && !read("[,,]"));
    }

    // Wherever pieces of the file end.
    void commasBetweenPieces() {
        for (std::size_t blanks = (1 << 18) - 250; blanks < (1 << 18) + 50; ++blanks) {
            const auto trace =
                read("[" + std::string(blanks, ' ') + lasting("a\\\"\\u00e9\\ud83d\\ude00\\\\", 12.5, 5) +
                     ",\n" + lasting("b", 20, 5.25) + " , true ]");
            QVERIFY(trace);
            QCOMPARE(trace->spans.size(), std::size_t(2));
            QCOMPARE(trace->nameOf(trace->spans[0]), std::string("a\"\xc3\xa9\xf0\x9f\x98\x80\\"));
            QVERIFY(std::abs(trace->spans[1].start - 7.5e-6) < 1e-12 &&
                    std::abs(trace->spans[1].seconds - 5.25e-6) < 1e-12);
            QVERIFY2(trace->notes.empty(), std::to_string(blanks).c_str());
        }
    }

    void noJson_data() {
        QTest::addColumn<QByteArray>("behind");
        for (const char* each : {"tru",         "nul",      "[1 2]",       "{\"a\" 1}",   "{\"a\":}",
                                 "{1:2}",       "\"\\x\"",  "\"\\u12g4\"", "\"\\ud800\"", "\"\\ud800\\u0041\"",
                                 "\"\\udc00\"", "\"\1\"",   "-",           "1.",          "1e",
                                 "+1",          ".5",       "1-2",         "--1",         "{,}",
                                 "[,1]",        "[1,,2]",   "]x",          "}",           "\"never ends",
                                 "[1}",         "{\"a\":1]"})
            QTest::newRow(each) << QByteArray(each);
    }
    // What stands before is kept.
    void noJson() {
        QFETCH(QByteArray, behind);
        const auto trace = read("[" + lasting("a", 0, 5) + "," + behind.toStdString());
        QVERIFY(trace);
        QCOMPARE(trace->spans.size(), std::size_t(1));
        QVERIFY(!trace->isWhole && hasNote(*trace, "behind event 1"));
    }

    // Of a text without an end no more is read than some memory holds.
    void endlessText() {
        class Endless : public std::streambuf {
        public:
            explicit Endless(std::string begin) : m_begin(std::move(begin)) {}
            std::uint64_t given() const { return m_given; }

        protected:
            std::streamsize xsgetn(char* to, std::streamsize most) override {
                for (std::streamsize i = 0; i < most; ++i, ++m_given)
                    to[i] = m_given < m_begin.size() ? m_begin[m_given] : 'a';
                return most;
            }
            int_type underflow() override { return 'a'; }

        private:
            std::string m_begin;
            std::uint64_t m_given = 0;
        };
        for (const char* behind : {"\"", "1", "{\"args\":{\"x\":\""}) {
            Endless bytes("[" + lasting("a", 0, 5) + "," + behind);
            std::istream stream(&bytes);
            const auto trace = readTrace(stream, "endless.json");
            QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
            QVERIFY(trace->spans.size() == 1 && !trace->isWhole && hasNote(*trace, "behind event 1"));
            QVERIFY(bytes.given() < std::uint64_t(100) << 20);
        }
    }

    // PyTorch tells of each change of what it has given out; of the host nothing is taken.
    void memoryOfADevice() {
        const auto changed = [](double time, int kind, const char* bytes) {
            return R"({"ph":"i","cat":"cpu_instant_event","name":"[memory]","pid":1,"tid":1,"ts":)" +
                   std::to_string(time) + R"(,"args":{"Total Allocated":)" + bytes + R"(,"Device Type":)" +
                   std::to_string(kind) + R"(,"Device Id":)" + (kind > 0 ? "1" : "-1") + "}},";
        };
        const auto trace = read("[" + changed(3, 1, "4096") + changed(2, 1, "1024") + changed(4, 0, "7") +
                                changed(5, 1, "-1") + changed(1e300, 1, "1") + lasting("a", 0, 10) + "]");
        QVERIFY(trace);
        QCOMPARE(trace->counters.size(), std::size_t(2));
        QVERIFY((trace->counterNames[trace->counters[0].counter] == Label{{}, Label::Kind::GpuMemory, 1}));
        QCOMPARE(trace->counters[0].value, 1024.0);
        QCOMPARE(trace->counters[1].value, 4096.0);
        QVERIFY(hasNote(*trace, "2 events"));
    }

    void aRealOneWithCommas() {
        const auto folder = test::shared("wild/profile-malformed");
        if (folder.empty()) QSKIP(test::sharedMissing());
        const auto good = readTrace(folder / "good.json"), comma = readTrace(folder / "comma.json");
        QVERIFY(good && comma);
        QVERIFY(comma->notes.empty());
        QCOMPARE(comma->spans.size(), good->spans.size());
        QCOMPARE(countOf(*comma, "/fc/MatMul_kernel_time"), std::size_t(20)); // runs
    }

    void senselessTimesAreLeftOut() {
        const auto trace = read("[" + lasting("good", 0, 5) + "," + lasting("negative", 3, -5) +
                                R"(,{"ph":"X","name":"huge","ts":1e300,"dur":1},{"ph":"X","ts":1,"dur":1},)" +
                                R"({"ph":"X","name":"text","ts":"x","dur":1}])");
        QVERIFY(trace);
        QCOMPARE(trace->spans.size(), std::size_t(1));
        QVERIFY(hasNote(*trace, "4 events"));
    }

    void zerosAreZero() {
        for (const char* zero : {"0", "0.0", "-0.0", "0e100", "0.000e-999", "1e-400"}) {
            const auto trace = read(std::string(R"([{"ph":"X","name":"a","pid":1,"tid":1,"ts":)") + zero +
                                    R"(,"dur":5},)" + lasting("b", 1e6, 5) + "]");
            QVERIFY2(trace, zero);
            QCOMPARE(trace->spans.size(), std::size_t(2));
            QCOMPARE(trace->spans[1].start, 1.0);
        }
    }

    void whatHasNoNameIsNoSpan() {
        const auto trace = read("[" + lasting("good", 0, 5) + Nameless + "]");
        QVERIFY(trace);
        QCOMPARE(trace->spans.size(), std::size_t(1));
        QVERIFY(hasNote(*trace, "1 events"));
    }

    void bytesInUseAreNumbers() {
        const auto trace =
            read("[" + inUse("4096") + "," + inUse("inf") + "," + inUse("nan") + "," + inUse("") + "]");
        QVERIFY(trace);
        QCOMPARE(trace->counters.size(), std::size_t(1));
        QCOMPARE(trace->counters[0].value, 4096.0);
    }

    void tvmReport() {
        const auto trace =
            read(R"json({"calls":[{"Name":"fused_nn_conv2d_add","Duration (us)":{"microseconds":12.5},
            "Count":{
    "count" : 1}},{"Name":"fused_nn_dense","Duration (us)":{"microseconds":2.0}}],"device_metrics":{}
    })json");
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->tool, Tool::Tvm);
        QVERIFY(!trace->hasTimes);
        QCOMPARE(trace->spans.size(), std::size_t(2));
        QVERIFY(std::abs(trace->spans[1].start - 12.5e-6) < 1e-12);
    }

    // Times are of one run, however many the profile is of and whichever of them it has.
    void trtexecProfile() {
        const auto trace = read(R"([{"count":500},
            {"name":"a","timeMs":100,"averageMs":0.2,"medianMs":0.1,"percentage":50},
            {"name":"b","timeMs":100,"averageMs":0.2},{"name":"c","timeMs":100}])");
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->tool, Tool::TensorRt);
        QCOMPARE(trace->runs, std::size_t(500));
        QCOMPARE(trace->spans.size(), std::size_t(3));
        QVERIFY(std::abs(trace->spans[0].seconds - 0.1e-3) < 1e-12);
        QVERIFY(std::abs(trace->spans[1].seconds - 0.2e-3) < 1e-12);
        QVERIFY(std::abs(trace->spans[2].seconds - 0.2e-3) < 1e-12);
        const auto odd = read(R"([{"count":-1},{"name":"a","timeMs":1}])");
        QVERIFY(odd && odd->runs == 0);
    }

    void noProfiles_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("nothing") << QByteArray();
        QTest::newRow("no JSON") << QByteArray("hello");
        QTest::newRow("a number") << QByteArray("7");
        QTest::newRow("an empty list") << QByteArray("[]");
        QTest::newRow("another object") << QByteArray(R"({"a":[{"b":1}]})");
        QTest::newRow("instants only") << QByteArray(R"([{"ph":"i","name":"x","ts":1}])");
        QTest::newRow("deep") << QByteArray(100'000, '[');
        QTest::newRow("binary") << QByteArray("\x00\xff\xfe\x7b", 4);
    }
    void noProfiles() {
        QFETCH(QByteArray, text);
        const auto trace = read(text.toStdString());
        QVERIFY(!trace);
        QVERIFY2(trace.error().message.starts_with("a.json: "), trace.error().message.c_str());
    }

    void notThere() { QVERIFY(!readTrace(std::filesystem::path("/nowhere/trace.json"))); }

    void canBeStopped() {
        std::string text = "[";
        for (int i = 0; i < 10'000; ++i)
            text += (i ? "," : "") + lasting("a", i, 1);
        std::stop_source stop;
        stop.request_stop();
        std::istringstream stream(text + "]");
        const auto trace = readTrace(stream, "a.json", {stop.get_token(), nullptr});
        QVERIFY(!trace && trace.error().code == ErrorCode::Cancelled);
    }
};

EDGEWRIGHT_TEST(TraceReadTest)

} // namespace edgewright::trace_read_test

#include "trace_read_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Programs traced with a driver and a CUPTI that are fakes (fakes/): what is recorded, and that the programs go
// on as they would without.
#include "core/trace/trace_file.h"

#include "tests/support/paths/paths.h"
#include "tests/support/shared_files.h"
#include "tests/support/test_class.h"

#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMap>
#include <QProcess>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

namespace edgewright::cuda_trace_test {

using namespace Qt::StringLiterals;
using trace::Role, trace::Span, trace::Trace;

namespace {

const QString Fakes = QString::fromStdString(test::fakeCuda()),
              Library = QString::fromStdString(test::loadable("libedgewright-cuda-trace.so"));
const QString HostTimes = u"without CUPTI only calls on the host are recorded"_s;

struct Run {
    int status = -1;
    bool isCrash = false;
    QByteArray out, err;
};

enum Way { Plain, Shim, Injection, Both };

class Program {
public:
    QStringList drivers{u"driver"_s, u"cupti"_s};
    QStringList variables; // NAME=value

    QString file(const QString& name) const { return m_folder.filePath(name); }
    QStringList traces() const {
        return QDir(m_folder.path()).entryList({u"t*.json"_s}, QDir::Files, QDir::Name);
    }

    Run run(Way way, const QString& word, const QString& program = u"edgewright_cuda_client"_s) const {
        QProcess process;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        QStringList folders;
        for (const QString& each : drivers)
            folders << Fakes + u'/' + each;
        environment.insert(u"LD_LIBRARY_PATH"_s, folders.join(u':'));
        environment.insert(u"FAKE_CUDA_LOG"_s, file(u"log"_s));
        if (way != Plain) environment.insert(u"EDGEWRIGHT_CUDA_TRACE"_s, file(u"t.json"_s));
        if (way == Shim || way == Both) environment.insert(u"LD_PRELOAD"_s, Library);
        if (way == Injection || way == Both) environment.insert(u"CUDA_INJECTION64_PATH"_s, Library);
        for (const QString& each : variables)
            environment.insert(each.section(u'=', 0, 0), each.section(u'=', 1));
        process.setProcessEnvironment(environment);
        process.start(Fakes + u'/' + program, {word});
        if (!process.waitForFinished(-1)) return {};
        return {process.exitCode(), process.exitStatus() == QProcess::CrashExit,
                process.readAllStandardOutput(), process.readAllStandardError()};
    }

    QByteArrayList log() const {
        QFile stream(file(u"log"_s));
        if (!stream.open(QIODevice::ReadOnly)) return {};
        return stream.readAll().trimmed().split('\n');
    }

    QJsonObject document(const QString& name = u"t.json"_s) const {
        QFile stream(file(name));
        return stream.open(QIODevice::ReadOnly) ? QJsonDocument::fromJson(stream.readAll()).object()
                                                : QJsonObject();
    }

private:
    QTemporaryDir m_folder;
};

QList<QJsonObject> events(const QJsonObject& document, const QString& phase, const QString& category = {}) {
    QList<QJsonObject> found;
    for (const auto& each : document[u"traceEvents"_s].toArray()) {
        const QJsonObject event = each.toObject();
        if (event[u"ph"_s] == phase && (category.isEmpty() || event[u"cat"_s] == category)) found << event;
    }
    return found;
}

QByteArrayList names(const QList<QJsonObject>& events) {
    QByteArrayList found;
    for (const QJsonObject& each : events)
        found << each[u"name"_s].toString().toUtf8();
    return found;
}

QJsonValue argument(const QJsonObject& event, const QString& name) { return event[u"args"_s].toObject()[name]; }

// Last value and largest one of each counter.
QMap<QString, QPair<qint64, qint64>> memory(const QJsonObject& document) {
    QMap<QString, QPair<qint64, qint64>> found;
    for (const QJsonObject& each : events(document, u"C"_s)) {
        auto& values = found[each[u"name"_s].toString()];
        values.first = argument(each, u"bytes"_s).toInteger();
        values.second = std::max(values.first, values.second);
    }
    return found;
}

void ways() {
    QTest::addColumn<int>("way");
    QTest::newRow("driver's calls") << int(Shim);
    QTest::newRow("CUPTI") << int(Injection);
    QTest::newRow("both") << int(Both);
}

} // namespace

class CudaTraceTest : public QObject {
    Q_OBJECT

private slots:
    // Every function of the list, in each of its variants, in the order in which the driver saw them.
    void eachCallOnceAndItsVariant_data() {
        QTest::addColumn<QString>("driver");
        QTest::addColumn<int>("functions");
        QTest::newRow("newest") << u"driver"_s << 129;
        QTest::newRow("older") << u"old_driver"_s << 116;
    }
    void eachCallOnceAndItsVariant() {
        QFETCH(QString, driver);
        QFETCH(int, functions);
        Program program;
        program.drivers = {driver};
        const Run run = program.run(Shim, u"sweep"_s);
        QVERIFY2(run.status == 0, run.err.constData());
        const QByteArrayList called = names(events(program.document(), u"X"_s));
        QCOMPARE(called, program.log());
        QCOMPARE(called.size(), functions);
        QCOMPARE(QSet<QByteArray>(called.begin(), called.end()).size(), functions);
        QVERIFY(called.contains("cuMemcpyHtoDAsync_v2_ptsz") && called.contains("cuMemcpyDtoH_v2_ptds"));
        QCOMPARE(called.contains("cuMemcpyBatchAsync_v2_ptsz"), driver == u"driver"_s);
        for (const QJsonObject& each : events(program.document(), u"X"_s))
            QVERIFY(each[u"cat"_s] == u"cuda_driver"_s && each[u"dur"_s].toDouble() >= 0);
    }

    void callsOnTheHost() {
        Program program;
        const Run plain = program.run(Plain, u"work"_s);
        QCOMPARE(plain.status, 0);
        QVERIFY(QFile::remove(program.file(u"log"_s)));
        const Run run = program.run(Shim, u"work"_s);
        QCOMPARE(run.out, plain.out);
        QVERIFY2(run.err.contains(HostTimes.toUtf8()) && run.err.count('\n') == 1, run.err.constData());
        const QJsonObject document = program.document();
        QCOMPARE(document[u"edgewright"_s][u"times"_s].toString(), u"of calls on the host"_s);
        // What is captured does not run; all else is there.
        QByteArrayList expected = program.log();
        QCOMPARE(expected.removeIf([](const QByteArray& line) { return line.endsWith(" captured"); }), 5);
        QCOMPARE(names(events(document, u"X"_s)), expected);
        QCOMPARE(expected.count("cuGraphLaunch"), 3);

        const QList<QJsonObject> calls = events(document, u"X"_s);
        const auto launch = std::ranges::find_if(
            calls, [](const QJsonObject& each) { return each[u"name"_s] == u"cuLaunchKernel_ptsz"_s; });
        QVERIFY(launch != calls.end());
        QCOMPARE(argument(*launch, u"kernel"_s).toString(), u"saxpy(int, float, float const*, float*)"_s);
        QCOMPARE(argument(*launch, u"grid"_s).toArray(), (QJsonArray{4, 2, 1}));
        QCOMPARE(argument(*launch, u"block"_s).toArray(), (QJsonArray{256, 1, 1}));
        QCOMPARE(argument(*launch, u"shared memory"_s).toInt(), 1024);
        // The legacy default stream, that of the thread and one that was made are three.
        QSet<int> streams;
        for (const QJsonObject& each : calls)
            if (each[u"name"_s].toString().startsWith(u"cuLaunchKernel"_s))
                streams << argument(each, u"stream"_s).toInt();
        QCOMPARE(streams.size(), 3);
        QSet<int> results;
        for (const QJsonObject& each : calls)
            results << argument(each, u"result"_s).toInt();
        QCOMPARE(results, (QSet<int>{0, 1, 2})); // the driver's refusals
        // What was refused is not counted; what a graph allocates for itself neither.
        QCOMPARE(memory(document)[u"GPU 0 memory"_s].first, 4096 + 1000 + 512 * 3 + 8192 + (1 << 21));
        QCOMPARE(memory(document)[u"Pinned host memory"_s].first, 2048);
    }

    void timesOfTheDevice() {
        Program program;
        const Run run = program.run(Injection, u"work"_s);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), run.err.constData());
        const QJsonObject document = program.document();
        QCOMPARE(document[u"schemaVersion"_s].toInt(), 1);
        QCOMPARE(document[u"edgewright"_s][u"times"_s].toString(), u"of devices"_s);
        QCOMPARE(document[u"edgewright"_s][u"source"_s].toString(), u"libcupti.so.12"_s);
        QCOMPARE(document[u"droppedEvents"_s].toInt(-1), 0);
        QCOMPARE(document[u"senselessEvents"_s].toInt(-1), 1); // a kernel whose times were not collected
        const QList<QJsonObject> kernels = events(document, u"X"_s, u"kernel"_s);
        QCOMPARE(kernels.size(), 11);
        QCOMPARE(argument(kernels.front(), u"registers per thread"_s).toInt(), 16);
        QCOMPARE(argument(kernels.front(), u"blocks per SM"_s).toDouble(), 0.0606061);
        QCOMPARE(argument(kernels.front(), u"warps per SM"_s).toDouble(), 0.484848);
        const QByteArrayList copies = names(events(document, u"X"_s, u"gpu_memcpy"_s));
        QCOMPARE(copies, (QByteArrayList{"Memcpy HtoD (Pinned -> Device)", "Memcpy HtoD (Pinned -> Device)",
                                         "Memcpy DtoH (Device -> Pinned)"}));
        QCOMPARE(names(events(document, u"X"_s, u"gpu_memset"_s)), QByteArrayList{"Memset (Device)"});
        QCOMPARE(names(events(document, u"X"_s, u"cuda_runtime"_s)), QByteArrayList(8, "cudaLaunchKernel"));
        // A flow to each, from a call of the same number that is there.
        QSet<int> begun;
        for (const QJsonObject& each : events(document, u"s"_s, u"ac2g"_s))
            begun << each[u"id"_s].toInt();
        const QList<QJsonObject> ends = events(document, u"f"_s, u"ac2g"_s);
        QCOMPARE(ends.size(), 15);
        for (const QJsonObject& each : ends)
            QVERIFY(begun.contains(each[u"id"_s].toInt()) && each[u"bp"_s] == u"e"_s);

        const auto read = trace::readTrace(program.file(u"t.json"_s).toStdString());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(read->isWhole && read->notes.empty() && read->hasKernels());
        QCOMPARE(read->machine, std::string("Fake \"GPU\""));
        QCOMPARE(trace::launchesOf(*read).size(), std::size_t(15)); // those of graphs too
        QCOMPARE(read->counters.size(), std::size_t(6));
        const auto device = std::ranges::find_if(read->tracks, &trace::Track::isDevice);
        QVERIFY(device != read->tracks.end());
        QCOMPARE(device->process, std::string("GPU 0"));
        QVERIFY((device->thread == trace::Label{{}, trace::Label::Kind::Stream, 7}));
    }

    // What a real CUPTI recorded of a program on an H100, through our library into our reader.
    void recordsOfARealCupti() {
        const auto recorded = test::shared("traces/cuda/cupti_app_static.jsonl");
        if (recorded.empty()) QSKIP(test::sharedMissing());
        Program program;
        program.variables = {u"FAKE_CUPTI_RECORDED="_s + QString::fromStdString(recorded.string())};
        const Run run = program.run(Injection, u"free"_s);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), run.err.constData());
        const QJsonObject document = program.document();
        QCOMPARE(document[u"senselessEvents"_s].toInt(-1), 0);
        const QList<QJsonObject> kernels = events(document, u"X"_s, u"kernel"_s);
        QCOMPARE(names(kernels).count("saxpy(int, float, float const*, float*)"), 18);
        const auto tile = std::ranges::find_if(kernels, [](const QJsonObject& each) {
            return argument(each, u"shared memory"_s).toInt() == 8448;
        });
        QVERIFY(tile != kernels.end());
        QVERIFY2(std::abs((*tile)[u"dur"_s].toDouble() - 304.324) < 1e-6,
                 qPrintable(QString::number((*tile)[u"dur"_s].toDouble(), 'f', 6)));
        const QByteArrayList runtime = names(events(document, u"X"_s, u"cuda_runtime"_s));
        QVERIFY(runtime.contains("cudaGraphLaunch") && !runtime.contains("cudaGetErrorString"));

        const auto read = trace::readTrace(program.file(u"t.json"_s).toStdString());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QVERIFY(read->isWhole && read->notes.empty());
        QCOMPARE(kernels.size(), 19);
        QCOMPARE(events(document, u"X"_s, u"gpu_memcpy"_s).size(), 6);
        QCOMPARE(events(document, u"X"_s, u"gpu_memset"_s).size(), 1);
        QCOMPARE(std::ranges::count(read->spans, Role::Kernel, &Span::role), std::ptrdiff_t(19 + 6 + 1));
        QCOMPARE(trace::launchesOf(*read).size(), std::size_t(19 + 6 + 1)); // those of graphs too
        QCOMPARE(read->counters.size(), std::size_t(7));                    // memory taken and given back
        const auto counters = memory(document);
        QCOMPARE(counters[u"GPU 0 memory"_s], qMakePair(qint64(0), qint64(3 * (4 << 20))));
        QCOMPARE(counters[u"Pinned host memory"_s], qMakePair(qint64(4 << 20), qint64(4 << 20)));
    }

    // A CUPTI that cannot leave them out records them; the trace does not have them either.
    void queriesAreLeftOut() {
        Program program;
        program.variables = {u"FAKE_CUPTI_RECORDS_QUERIES=1"_s};
        QCOMPARE(program.run(Injection, u"work"_s).status, 0);
        QCOMPARE(names(events(program.document(), u"X"_s, u"cuda_runtime"_s)),
                 QByteArrayList(8, "cudaLaunchKernel"));
    }

    void memoryEndsAtZero_data() { ways(); }
    void memoryEndsAtZero() {
        QFETCH(int, way);
        for (const QString& word : {u"free"_s, u"free-at-exit"_s}) {
            Program program;
            const Run run = program.run(Way(way), word);
            QVERIFY2(run.status == 0, run.err.constData());
            const auto counters = memory(program.document());
            QCOMPARE(counters.size(), 2);
            QCOMPARE(counters[u"GPU 0 memory"_s],
                     qMakePair(qint64(0), qint64(4096 + 8192 + (1 << 21) + (1 << 20))));
            QCOMPARE(counters[u"Pinned host memory"_s], qMakePair(qint64(0), qint64(512)));
        }
    }

    void manyThreads_data() { ways(); }
    void manyThreads() {
        QFETCH(int, way);
        Program program;
        const Run run = program.run(Way(way), u"threads"_s);
        QVERIFY2(run.status == 0, run.err.constData());
        const QJsonObject document = program.document();
        QMap<QString, int> calls;
        QSet<int> numbers;
        int all = 0;
        for (const QJsonObject& each : events(document, u"X"_s)) {
            if (each[u"cat"_s] == u"kernel"_s) continue;
            ++all;
            ++calls[each[u"name"_s].toString()];
            numbers << argument(each, u"correlation"_s).toInt();
        }
        QCOMPARE(numbers.size(), all);
        QCOMPARE(calls[u"cuMemAlloc_v2"_s], 2000);
        QCOMPARE(calls[way == Shim ? u"cuLaunchKernel"_s : u"cudaLaunchKernel"_s], 2000);
        const auto bytes = memory(document)[u"GPU 0 memory"_s];
        QCOMPARE(bytes.first, 0);
        QVERIFY(bytes.second >= 256 && bytes.second <= 4 * 256);
    }

    // However it ends, it ends as it would.
    void endsOfPrograms_data() {
        QTest::addColumn<int>("way");
        QTest::addColumn<QString>("word");
        for (const Way way : {Shim, Injection, Both})
            for (const QString& word : {u"exit"_s, u"_exit"_s, u"crash"_s})
                QTest::addRow("%d %s", way, qPrintable(word)) << int(way) << word;
    }
    void endsOfPrograms() {
        QFETCH(int, way);
        QFETCH(QString, word);
        Program program;
        const Run plain = program.run(Plain, word);
        const Run run = program.run(Way(way), word);
        QCOMPARE(run.out, plain.out);
        QCOMPARE(run.status, plain.status);
        QCOMPARE(run.isCrash, word == u"crash"_s);
        const auto read = trace::readTrace(program.file(u"t.json"_s).toStdString());
        QVERIFY2(read, read ? "" : read.error().message.c_str());
        QCOMPARE(read->isWhole, word == u"exit"_s);
        QCOMPARE(read->notes.empty(), word == u"exit"_s);
        QVERIFY(std::ranges::any_of(
            read->spans, [&](const Span& span) { return read->nameOf(span) == "cuCtxSynchronize"; }));
    }

    // Each has a message, the program goes on, and there is no trace.
    void noTrace_data() {
        QTest::addColumn<int>("way");
        QTest::addColumn<QString>("variable");
        QTest::addColumn<QByteArray>("message");
        const auto row = [](Way way, const char* variable, const char* message) {
            QTest::addRow("%d %s", way, variable)
                << int(way) << QString::fromLatin1(variable) << QByteArray(message);
        };
        for (const Way way : {Shim, Injection}) {
            row(way, "EDGEWRIGHT_CUDA_TRACE=/nowhere/t.json",
                "/nowhere/t.json: cannot be written (No such file or directory); the program runs without a "
                "trace");
            row(way, "EDGEWRIGHT_CUDA_TRACE=/dev/full",
                "/dev/full: cannot be written (No space left on device); it stops here, and the program goes "
                "on");
            row(way, "EDGEWRIGHT_CUDA_TRACE=",
                "EDGEWRIGHT_CUDA_TRACE names no file to write to; the program runs without a trace");
        }
        row(Injection, "EDGEWRIGHT_CUPTI=/nowhere/libcupti.so",
            "CUPTI cannot be loaded: /nowhere/libcupti.so: cannot open shared object file: No such file or "
            "directory; "
            "the program runs without a trace");
        row(Injection, "FAKE_CUPTI_REFUSES=1",
            "libcupti.so.12 does not record kernels: 35 (CUPTI_ERROR_INSUFFICIENT_PRIVILEGES); the program "
            "runs "
            "without a trace");
    }
    void noTrace() {
        QFETCH(int, way);
        QFETCH(QString, variable);
        QFETCH(QByteArray, message);
        Program program;
        const Run plain = program.run(Plain, u"exit"_s);
        program.variables = {variable};
        const Run run = program.run(Way(way), u"exit"_s);
        QCOMPARE(run.status, plain.status);
        QCOMPARE(run.out, plain.out);
        QVERIFY2(run.err.startsWith("edgewright-cuda-trace: ") && run.err.contains(message),
                 run.err.constData());
        QCOMPARE(program.traces(), QStringList());
    }

    void whereCuptiIsMissing() {
        Program program;
        program.drivers = {u"driver"_s};
        const Run alone = program.run(Injection, u"free"_s);
        QCOMPARE(alone.status, 0);
        QVERIFY2(
            alone.err.contains("CUPTI cannot be loaded: no libcupti.so of the driver's version was found") &&
                alone.err.contains("the program runs without a trace") && alone.err.count('\n') == 1,
            alone.err.constData());
        QCOMPARE(program.traces(), QStringList());
        // The driver's calls stand in for it, unless they are not wanted.
        program.variables = {u"EDGEWRIGHT_CUDA_TRACE_BY=cupti"_s};
        const Run unwanted = program.run(Both, u"free"_s);
        QVERIFY2(unwanted.err.contains("the program runs without a trace"), unwanted.err.constData());
        QCOMPARE(program.traces(), QStringList());
        program.variables.clear();
        const Run run = program.run(Both, u"free"_s);
        QCOMPARE(run.status, 0);
        QVERIFY2(run.err.contains("CUPTI cannot be loaded") && run.err.contains(HostTimes.toUtf8()) &&
                     !run.err.contains("without a trace"),
                 run.err.constData());
        QCOMPARE(memory(program.document())[u"GPU 0 memory"_s].first, 0);
    }

    void sourceByChoice() {
        Program program;
        program.variables = {u"EDGEWRIGHT_CUDA_TRACE_BY=driver"_s};
        const Run run = program.run(Both, u"free"_s);
        QVERIFY2(run.status == 0 && run.err.isEmpty(), run.err.constData());
        QCOMPARE(program.document()[u"edgewright"_s][u"source"_s].toString(), u"calls of the driver"_s);
        QVERIFY(QFile::remove(program.file(u"t.json"_s)));
        program.variables = {u"EDGEWRIGHT_CUDA_TRACE_BY=cupty"_s};
        const Run wrong = program.run(Both, u"free"_s);
        QVERIFY2(wrong.err.contains("'cupty' is none of auto, cupti, driver"), wrong.err.constData());
        QCOMPARE(program.document()[u"edgewright"_s][u"source"_s].toString(), u"libcupti.so.12"_s);
    }

    void linkedWithTheDriver() {
        for (const QString& driver : {u"driver"_s, u"old_driver"_s}) {
            Program program;
            program.drivers = {driver};
            const Run run = program.run(Shim, {}, u"edgewright_cuda_linked_client"_s);
            QVERIFY2(run.status == 0, run.err.constData());
            QCOMPARE(names(events(program.document(), u"X"_s)),
                     (QByteArrayList{"cuInit", "cuMemAlloc_v2", "cuMemFree_v2"}));
        }
    }

    void threadsWithoutAContext() {
        Program program;
        program.variables = {u"FAKE_CUDA_NO_CONTEXT=1"_s};
        const Run run = program.run(Shim, u"free"_s);
        QVERIFY2(run.status == 0, run.err.constData());
        QCOMPARE(memory(program.document())[u"GPU 0 memory"_s].first, 0);
    }

    void programsWithoutCuda() {
        Program program;
        const Run run = program.run(Both, u"none"_s);
        QCOMPARE(run.status, 3);
        QVERIFY2(run.err.isEmpty(), run.err.constData());
        QCOMPARE(program.traces(), QStringList());
    }

    // A process that has one of its own writes its own file; one that is forked behind the first call has none.
    void severalProcesses_data() { ways(); }
    void severalProcesses() {
        QFETCH(int, way);
        Program program;
        const Run run = program.run(Way(way), u"fork"_s);
        QVERIFY2(run.status == 0 && run.err.contains("t.json is there already; this process writes to"),
                 run.err.constData());
        const QStringList files = program.traces();
        QCOMPARE(files.size(), 2);
        for (const QString& file : files) {
            const QJsonObject document = program.document(file);
            QVERIFY2(!document.isEmpty(), qPrintable(file));
            QCOMPARE(names(events(document, u"X"_s)).count("cuMemFree_v2"), 1);
            QCOMPARE(memory(document)[u"GPU 0 memory"_s].first, 0);
        }
    }
};

EDGEWRIGHT_TEST(CudaTraceTest)

} // namespace edgewright::cuda_trace_test

#include "cuda_trace_test.moc"

// SPDX-License-Identifier: GPL-3.0-or-later
// Databases as Nsight Systems exports them, of a newer and an older schema, and some that are none.
#include "core/trace/device_use.h"
#include "core/trace/trace_file.h"

#include "tests/support/test_class.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <algorithm>
#include <cmath>

namespace edgewright::nsight_test {

using namespace edgewright::trace;

namespace {

// Nanoseconds since 1970: a double has no single ones of them.
const std::string Origin = "1790857026000000000";

// Columns in an order of their own, some that no reader knows.
const std::string Newer = R"(
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'void saxpy<float>(int)'), (2, 'saxpy'), (3, 'cudaLaunchKernel_v7000'),
  (4, 'cudaMemcpyAsync_v3020');
CREATE TABLE TARGET_INFO_GPU (vmId INTEGER, id INTEGER, name TEXT);
INSERT INTO TARGET_INFO_GPU VALUES (0, 0, 'NVIDIA H100');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (demangledName INTEGER, shortName INTEGER, greenContextId INTEGER,
  streamId INTEGER, deviceId INTEGER, correlationId INTEGER, end INTEGER, start INTEGER, whatComesNext TEXT);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1, 2, NULL, 7, 0, 11, ORIGIN + 30001, ORIGIN + 20000, 'x';
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1, 2, NULL, 7, 0, 12, ORIGIN + 90001, ORIGIN + 80001, 'x';
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,
  correlationId INTEGER, bytes INTEGER, copyKind INTEGER, srcKind INTEGER, dstKind INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMCPY SELECT ORIGIN + 10000, ORIGIN + 20000, 0, 7, 10, 4096, 1, 1, 2;
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,
  correlationId INTEGER, value INTEGER, bytes INTEGER, memKind INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET SELECT ORIGIN + 90001, ORIGIN + 91001, 0, 7, 13, 0, 64, 2;
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, eventClass INTEGER, globalTid INTEGER,
  correlationId INTEGER, nameId INTEGER, returnValue INTEGER, callchainId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT ORIGIN, ORIGIN + 5000, 0, (457 << 24) | 458, 10, 4, 0, NULL;
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT ORIGIN + 6000, ORIGIN + 9000, 0, (457 << 24) | 458, 11, 3, 0, NULL;
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT ORIGIN + 70000, ORIGIN + 75000, 0, (457 << 24) | 458, 12, 3, 0, NULL;
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER, deviceId INTEGER, address INTEGER, bytes INTEGER,
  memKind INTEGER, memoryOperationType INTEGER);
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS SELECT ORIGIN + 2000, 0, 4096, 1048576, 2, 0;
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS SELECT ORIGIN + 95000, 0, 4096, 1048576, 2, 1;
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS SELECT ORIGIN + 1000, 0, 8192, 2097152, 2, 0;
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS SELECT ORIGIN + 1500, NULL, 1, 512, 1, 0;
)";

const std::string Older = R"(
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (2, 'saxpy');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, shortName INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (10, 20, 1, 2);
)";

} // namespace

class NsightTest : public QObject {
    Q_OBJECT

    QTemporaryDir m_folder;

    // A database that these words make.
    std::string made(const char* name, std::string words) const {
        const std::string file = m_folder.filePath(QString::fromLatin1(name)).toStdString();
        for (std::size_t at = words.find("ORIGIN"); at != words.npos; at = words.find("ORIGIN"))
            words.replace(at, 6, Origin);
        sqlite3* database = nullptr;
        char* fault = nullptr;
        sqlite3_open(file.c_str(), &database);
        if (sqlite3_exec(database, words.c_str(), nullptr, nullptr, &fault) != SQLITE_OK) qFatal("%s", fault);
        sqlite3_close(database);
        return file;
    }

private slots:
    void newer() {
        const auto trace = readTrace(std::filesystem::path(made("a #1?.sqlite", Newer)));
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QVERIFY(trace->isWhole && trace->notes.empty() && trace->hasTimes);
        QCOMPARE(trace->machine, std::string("NVIDIA H100"));
        QCOMPARE(trace->spans.size(), std::size_t(7));
        QCOMPARE(trace->tracks.size(), std::size_t(2));
        QCOMPARE(trace->tracks[0].process, std::string("457"));
        QVERIFY((trace->tracks[0].thread == Label{{}, Label::Kind::Thread, 458}));
        QCOMPARE(trace->tracks[1].process, std::string("GPU 0"));
        QVERIFY((trace->tracks[1].thread == Label{{}, Label::Kind::Stream, 7}));
        std::vector<std::string> names;
        for (const Span& span : trace->spans)
            names.push_back(trace->nameOf(span));
        QCOMPARE(names, (std::vector<std::string>{"cudaMemcpyAsync", "cudaLaunchKernel", "cudaLaunchKernel",
                                                  "Memcpy HtoD (Pinned -> Device)", "void saxpy<float>(int)",
                                                  "void saxpy<float>(int)", "Memset (Device)"}));
        QCOMPARE(launchesOf(*trace).size(), std::size_t(3)); // that of the fill was not recorded
        QVERIFY(std::abs(trace->spans[4].seconds - 10001e-9) < 1e-15);
        QVERIFY(std::abs(trace->spans[5].start - 80001e-9) < 1e-15);
        const GpuUse use = gpuUse(*trace);
        QCOMPARE(use.kernels, std::size_t(2));
        QCOMPARE(use.launches, std::size_t(2));
        QVERIFY(std::abs(use.devices.at(0).forLaunches - 50e-6) < 1e-12);
        QCOMPARE(use.peaks.size(), std::size_t(2));
        QVERIFY((use.peaks[0].name == Label{{}, Label::Kind::GpuMemory, 0}));
        QVERIFY((use.peaks[1].name == Label{{}, Label::Kind::PinnedMemory}));
        QCOMPARE(use.peaks[0].bytes, 3. * 1048576); // by time, not by row
        QCOMPARE(trace->counters.back().value, 2. * 1048576);
    }

    // Ranges hold the calls of their thread; marks and what has no name are none.
    void ranges() {
        const auto trace = readTrace(std::filesystem::path(made("ranges.sqlite", Newer + R"(
INSERT INTO StringIds VALUES (9, 'from the table');
CREATE TABLE NVTX_EVENTS (start INTEGER, end INTEGER, eventType INTEGER, color INTEGER, text TEXT, textId INTEGER,
  globalTid INTEGER, whatComesNext BLOB);
INSERT INTO NVTX_EVENTS SELECT ORIGIN + 5500, ORIGIN + 9500, 59, NULL, 'conv1', NULL, (457 << 24) | 458, NULL;
INSERT INTO NVTX_EVENTS SELECT ORIGIN + 69000, ORIGIN + 76000, 60, NULL, NULL, 9, (457 << 24) | 458, NULL;
INSERT INTO NVTX_EVENTS SELECT ORIGIN + 1, NULL, 34, NULL, 'a mark', NULL, (457 << 24) | 458, NULL;
INSERT INTO NVTX_EVENTS SELECT ORIGIN + 1, ORIGIN + 2, 59, NULL, NULL, 77, (457 << 24) | 458, NULL;
INSERT INTO NVTX_EVENTS SELECT ORIGIN + 9, ORIGIN + 2, 59, NULL, 'ends before', NULL, (457 << 24) | 458, NULL;
)")));
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->spans.size(), std::size_t(9));
        QCOMPARE(trace->tracks.size(), std::size_t(2));
        std::vector<std::string> held; // calls, by the range that they lie in
        for (const Span& span : trace->spans)
            if (span.track == 0 && (span.depth == 1 || span.role == Role::Plain))
                held.push_back(trace->nameOf(span));
        QCOMPARE(held,
                 (std::vector<std::string>{"conv1", "cudaLaunchKernel", "from the table", "cudaLaunchKernel"}));
        QCOMPARE(trace->notes.size(), std::size_t(1)); // the one that ends before it begins
    }

    // Each process counts its calls from 1: a kernel is of a call of its own process.
    void severalProcesses() {
        const auto trace = readTrace(std::filesystem::path(made("processes.sqlite", R"(
CREATE TABLE StringIds (id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);
INSERT INTO StringIds VALUES (1, 'one'), (2, 'two'), (3, 'cudaLaunchKernel_v7000');
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER, deviceId INTEGER, streamId INTEGER,
  correlationId INTEGER, globalPid INTEGER, demangledName INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (500, 600, 0, 7, 1, 100 << 24, 1), (700, 800, 0, 7, 1, 200 << 24, 2);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME (start INTEGER, end INTEGER, globalTid INTEGER, correlationId INTEGER,
  nameId INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME VALUES (300, 310, (200 << 24) | 201, 1, 3), (100, 110, (100 << 24) | 101, 1, 3);
)")));
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        const auto launches = launchesOf(*trace);
        QCOMPARE(launches.size(), std::size_t(2));
        for (const Launch& launch : launches)
            QCOMPARE(trace->tracks[trace->spans[launch.call].track].process,
                     std::string(trace->nameOf(trace->spans[launch.kernel]) == "one" ? "100" : "200"));
    }

    void older() {
        const auto trace = readTrace(std::filesystem::path(made("older.sqlite", Older)));
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->spans.size(), std::size_t(1));
        QCOMPARE(trace->nameOf(trace->spans[0]), std::string("saxpy"));
        QCOMPARE(trace->tracks[0].process, std::string("GPU 1"));
    }

    void senselessRows() {
        const auto trace = readTrace(std::filesystem::path(made("odd.sqlite", Older + R"(
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL VALUES (20, 10, 0, 2), (-5, 10, 0, 2), ('soon', 10, 0, 2), (10, NULL, 0, 2),
  (10, 20, 0, 99), (10, 20, 'x', 'y'), (1.5, 20, 0, 2);
CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS (start INTEGER, bytes INTEGER, memoryOperationType INTEGER);
INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS VALUES (1, -5, 0), (2, 9223372036854775807, 0), (NULL, 1, 0);
)")));
        QVERIFY2(trace, trace ? "" : trace.error().message.c_str());
        QCOMPARE(trace->spans.size(), std::size_t(1));
        QVERIFY(trace->counters.empty());
        QCOMPARE(trace->notes, (std::vector<std::string>{
                                   "10 events without a name or a time that makes sense are left out"}));
    }

    // What is no table of rows is not looked at: it could be computed for ever.
    void noExports() {
        const auto refused = [&](const std::string& file, const char* why) {
            const auto trace = readTrace(std::filesystem::path(file));
            return !trace && trace.error().code == ErrorCode::BadInput &&
                   trace.error().message.find(file) == 0 &&
                   trace.error().message.find(why) != std::string::npos;
        };
        QVERIFY(refused(made("other.sqlite", "CREATE TABLE a (b INTEGER);"), "no export of Nsight Systems"));
        QVERIFY(
            refused(made("view.sqlite", R"(CREATE VIEW CUPTI_ACTIVITY_KIND_KERNEL AS WITH RECURSIVE n(start) AS
            (SELECT 1 UNION ALL SELECT start + 1 FROM n) SELECT start, start AS end FROM n;)"),
                    "no export of Nsight Systems"));
        QVERIFY(refused(
            made("empty.sqlite", "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER, end INTEGER);"),
            "holds no event that lasts"));
        QVERIFY(refused(made("lacks.sqlite", "CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL (start INTEGER);"),
                        "no export of Nsight Systems"));
        const QString garbage = m_folder.filePath(QStringLiteral("garbage.sqlite"));
        QFile file(garbage);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(QByteArray("SQLite format 3\0", 16) + QByteArray(5000, 'x'));
        file.close();
        QVERIFY(refused(garbage.toStdString(), "no export of Nsight Systems"));
    }

    // Cut anywhere, it is read up to there and says so, or is refused; so is one with bytes that changed.
    void damaged() {
        std::string rows = Newer;
        for (int i = 0; i < 400; ++i)
            rows += "INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1, 2, NULL, 7, 0, 12, ORIGIN + " +
                    std::to_string(100000 + i * 10 + 5) + ", ORIGIN + " + std::to_string(100000 + i * 10) +
                    ", 'x';\n";
        QFile whole(QString::fromStdString(made("whole.sqlite", "BEGIN;" + rows + "COMMIT;")));
        QVERIFY(whole.open(QIODevice::ReadOnly));
        const QByteArray bytes = whole.readAll();
        const QString path = m_folder.filePath(QStringLiteral("cut.sqlite"));
        const auto readAs = [&](const QByteArray& content) {
            QFile file(path);
            if (!file.open(QIODevice::WriteOnly | QIODevice::Truncate)) qFatal("cannot be written");
            file.write(content);
            file.close();
            return readTrace(std::filesystem::path(path.toStdString()));
        };
        QCOMPARE(readAs(bytes)->spans.size(), std::size_t(407));
        int refused = 0, partly = 0;
        for (qsizetype length = 0; length < bytes.size(); length += 1024) {
            const auto trace = readAs(bytes.left(length));
            if (!trace) {
                QVERIFY(trace.error().message.find("cut.sqlite") != std::string::npos);
                ++refused;
            } else if (trace->spans.size() < 407) {
                QVERIFY(!trace->isWhole && !trace->notes.empty());
                ++partly;
            }
        }
        QVERIFY(refused > 0 && partly > 0);
        for (qsizetype at = 0; at < bytes.size(); at += 97) {
            QByteArray changed = bytes;
            changed[at] = static_cast<char>(changed[at] ^ 0xff);
            const auto trace = readAs(changed);
            if (!trace) continue;
            for (const Span& span : trace->spans)
                QVERIFY(span.start >= 0 && span.seconds >= 0 && span.track < trace->tracks.size());
        }
    }
};

EDGEWRIGHT_TEST(NsightTest)

} // namespace edgewright::nsight_test

#include "nsight_test.moc"

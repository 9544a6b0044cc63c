// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/nsight.h"

#include "core/base/say.h"
#include "core/trace/calls.h"
#include "core/trace/track_names.h"

#include <sqlite3.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

namespace edgewright::trace {

namespace {

constexpr std::string_view Magic("SQLite format 3\0", 16);
constexpr std::size_t MaxRows = 20'000'000;
constexpr int MaxText = 1 << 20, MaxShownName = 4096; // bytes
constexpr double MaxNanoseconds = 1e19;
constexpr int StepsBetweenLooks = 100'000; // of SQLite's machine, at whether it is to stop

using Database = std::unique_ptr<sqlite3, decltype(&sqlite3_close)>;
using Statement = std::unique_ptr<sqlite3_stmt, decltype(&sqlite3_finalize)>;

const char* const CopyNames[] = {"Unknown", "HtoD", "DtoH", "HtoA", "AtoH", "AtoA",
                                 "AtoD",    "DtoA", "DtoD", "HtoH", "PtoP"};
const char* const MemoryNames[] = {"Pageable", "Pinned", "Device", "Array", "Managed", "Device", "Managed"};

template <std::size_t count>
const char* named(const char* const (&names)[count], std::optional<std::int64_t> number) {
    return number && *number >= 0 && *number < std::int64_t(count) ? names[*number] : "Unknown";
}

// A name of a file as SQLite's addresses have it.
std::string addressOf(const std::filesystem::path& file) {
    constexpr const char* Digits = "0123456789ABCDEF";
    std::string address = "file:";
    std::error_code failed;
    for (const char each : std::filesystem::absolute(file, failed).string()) {
        const auto byte = static_cast<unsigned char>(each);
        if ((byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') ||
            byte == '/')
            address += each;
        else
            ((address += '%') += Digits[byte >> 4]) += Digits[byte & 15];
    }
    // It is not changed by anybody meanwhile: no lock, no file beside it.
    return address + "?immutable=1";
}

// The bytes that a database says it has, by the pages in its header; 0: it does not say.
std::uintmax_t bytesOf(const std::filesystem::path& file) {
    constexpr std::size_t PageSize = 16, Changes = 24, Pages = 28, ChangesThen = 92, Length = 100;
    unsigned char head[Length] = {};
    std::ifstream stream(file, std::ios::binary);
    if (!stream.read(reinterpret_cast<char*>(head), Length)) return 0;
    const auto number = [&](std::size_t at, std::size_t bytes) {
        std::uintmax_t value = 0;
        for (std::size_t i = 0; i < bytes; ++i)
            value = value << 8 | head[at + i];
        return value;
    };
    if (number(Changes, 4) != number(ChangesThen, 4)) return 0; // written by a very old version
    const std::uintmax_t page = number(PageSize, 2);
    return (page == 1 ? 65536 : page) * number(Pages, 4);
}

class ExportReader {
public:
    explicit ExportReader(sqlite3* database) : m_database(database) { m_trace.names.emplace_back(); }

    bool readAll() {
        const bool hasKernels =
            readDevice("CUPTI_ACTIVITY_KIND_KERNEL", {"demangledName", "shortName", "mangledName"},
                       [](ExportReader&, Row& row) {
                           return row.text(row.firstOf({"demangledName", "shortName", "mangledName"}));
                       });
        const bool hasCopies = readDevice(
            "CUPTI_ACTIVITY_KIND_MEMCPY", {"copyKind", "srcKind", "dstKind"}, [](ExportReader&, Row& row) {
                return std::string("Memcpy ") + named(CopyNames, row.number("copyKind")) + " (" +
                       named(MemoryNames, row.number("srcKind")) + " -> " +
                       named(MemoryNames, row.number("dstKind")) + ')';
            });
        const bool hasFills =
            readDevice("CUPTI_ACTIVITY_KIND_MEMSET", {"memKind"}, [](ExportReader&, Row& row) {
                return std::string("Memset (") + named(MemoryNames, row.number("memKind")) + ')';
            });
        const bool hasCalls = readCalls();
        readRanges();
        readMemory();
        readMachine();
        return hasKernels || hasCopies || hasFills || hasCalls;
    }

    void tell(std::string fault) { m_fault = std::move(fault); }
    bool isRefused() const { return m_rows > MaxRows; }
    Trace result() {
        if (m_senseless > 0)
            m_trace.notes.push_back(
                say("{1} events without a name or a time that makes sense are left out", m_senseless));
        if (!m_fault.empty()) {
            m_trace.isWhole = false;
            m_trace.notes.push_back(
                say("the database is damaged ({1}); only what could be read is there", m_fault));
        }
        if (m_trace.spans.empty()) return std::move(m_trace);
        tellProcessesApart();
        // Nanoseconds of a long time are no double: they are counted from the first.
        std::int64_t first = m_times.front().first;
        for (const auto& [start, end] : m_times)
            first = std::min(first, start);
        for (std::size_t i = 0; i < m_times.size(); ++i) {
            m_trace.spans[i].start = static_cast<double>(m_times[i].first - first) * 1e-9;
            m_trace.spans[i].seconds = static_cast<double>(m_times[i].second - m_times[i].first) * 1e-9;
        }
        for (const auto& [time, counter, value] : m_points)
            m_trace.counters.push_back({counter, static_cast<double>(time - first) * 1e-9, value});
        nameTracks(m_trace, {});
        return std::move(m_trace);
    }

private:
    // A row of a table, by the names of those columns that are there.
    class Row {
    public:
        Row(ExportReader& reader, sqlite3_stmt* statement,
            const std::map<std::string, int, std::less<>>& columns)
            : m_reader(reader), m_statement(statement), m_columns(columns) {}

        std::optional<std::int64_t> number(std::string_view column) const {
            const auto found = m_columns.find(column);
            if (found == m_columns.end() || sqlite3_column_type(m_statement, found->second) != SQLITE_INTEGER)
                return {};
            return sqlite3_column_int64(m_statement, found->second);
        }
        // Of a column that refers to the table of texts.
        std::string text(std::string_view column) const {
            const auto id = number(column);
            return id ? m_reader.textOf(*id) : std::string();
        }
        // Of a column of texts.
        std::string words(std::string_view column) const {
            const auto found = m_columns.find(column);
            if (found == m_columns.end() || sqlite3_column_type(m_statement, found->second) != SQLITE_TEXT)
                return {};
            std::string text = reinterpret_cast<const char*>(sqlite3_column_text(m_statement, found->second));
            if (text.size() > MaxShownName) text.resize(MaxShownName);
            return text;
        }
        std::string_view firstOf(std::initializer_list<std::string_view> columns) const {
            for (const std::string_view each : columns)
                if (number(each)) return each;
            return *columns.begin();
        }

    private:
        ExportReader& m_reader;
        sqlite3_stmt* m_statement;
        const std::map<std::string, int, std::less<>>& m_columns;
    };

    // None: the database is damaged there, as every statement is made for columns that are there.
    Statement prepared(const std::string& words) {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_database, words.c_str(), -1, &statement, nullptr) != SQLITE_OK) noteFault();
        return {statement, sqlite3_finalize};
    }
    // True: there is another row.
    bool next(const Statement& statement) {
        if (!statement) return false;
        const int state = sqlite3_step(statement.get());
        if (state != SQLITE_ROW && state != SQLITE_DONE) noteFault();
        return state == SQLITE_ROW;
    }
    void noteFault() {
        if (m_fault.empty()) m_fault = sqlite3_errmsg(m_database);
    }

    // Those of a real table: a view could compute for ever.
    std::set<std::string> columnsOf(const std::string& table) {
        std::set<std::string> columns;
        const Statement type =
            prepared("SELECT 1 FROM sqlite_master WHERE type='table' AND name='" + table + "'");
        if (!next(type)) return columns;
        const Statement info = prepared("PRAGMA table_info('" + table + "')");
        while (next(info))
            if (const auto name = reinterpret_cast<const char*>(sqlite3_column_text(info.get(), 1)))
                columns.insert(name);
        return columns;
    }

    // False: there is no such table, or it lacks one of `needed`.
    bool eachRow(const std::string& table, std::initializer_list<const char*> needed,
                 const std::vector<const char*>& wanted, const std::function<void(Row&)>& take) {
        const std::set<std::string> there = columnsOf(table);
        if (!std::ranges::all_of(needed, [&](const char* each) { return there.count(each) > 0; })) return false;
        std::map<std::string, int, std::less<>> columns;
        std::string list;
        const auto add = [&](const char* column) {
            if (there.count(column) == 0 || columns.count(column) > 0) return;
            list += (list.empty() ? "\"" : ", \"") + std::string(column) + '"';
            columns.emplace(column, static_cast<int>(columns.size()));
        };
        for (const char* each : needed)
            add(each);
        for (const char* each : wanted)
            add(each);
        const Statement rows = prepared("SELECT " + list + " FROM \"" + table + '"');
        while (m_rows <= MaxRows && next(rows)) {
            ++m_rows;
            Row row(*this, rows.get(), columns);
            take(row);
        }
        return true;
    }

    std::string textOf(std::int64_t id) {
        const auto [known, isNew] = m_texts.try_emplace(id);
        if (!isNew) return known->second;
        if (!m_hasTexts.has_value()) m_hasTexts = columnsOf("StringIds").count("value") > 0;
        if (!*m_hasTexts) return {};
        const Statement find = prepared("SELECT value FROM StringIds WHERE id=?");
        if (find) sqlite3_bind_int64(find.get(), 1, id);
        if (!next(find) || sqlite3_column_type(find.get(), 0) != SQLITE_TEXT) return {};
        known->second = reinterpret_cast<const char*>(sqlite3_column_text(find.get(), 0));
        if (known->second.size() > MaxShownName) known->second.resize(MaxShownName);
        return known->second;
    }

    std::uint32_t nameIndex(const std::string& name) {
        const auto [known, isNew] = m_names.try_emplace(name, static_cast<std::uint32_t>(m_trace.names.size()));
        if (isNew) m_trace.names.push_back(name);
        return known->second;
    }
    std::uint32_t trackIndex(std::int64_t process, std::int64_t thread, bool isDevice) {
        const auto [known, isNew] = m_tracks.try_emplace({process, thread, isDevice},
                                                         static_cast<std::uint32_t>(m_trace.tracks.size()));
        if (isNew) m_trace.tracks.push_back({std::to_string(process), {std::to_string(thread)}, 0, isDevice});
        return known->second;
    }

    // Of globalPid and globalTid: the process, which stands above the thread.
    static constexpr std::int64_t IdPart = 0xffffff;
    static std::int64_t processOf(std::int64_t global) { return (global >> 24) & IdPart; }

    void add(const Row& row, const std::string& name, std::uint32_t track, Role role, std::int64_t process) {
        const auto start = row.number("start"), end = row.number("end"),
                   correlation = row.number("correlationId");
        if (name.empty() || !start || !end || *start < 0 || *end < *start ||
            static_cast<double>(*end) > MaxNanoseconds) {
            ++m_senseless;
            return;
        }
        const bool hasNumber = correlation && *correlation > 0 && *correlation <= 4294967295;
        m_times.emplace_back(*start, *end);
        m_processes.push_back(static_cast<std::uint32_t>(process));
        m_trace.spans.push_back({nameIndex(name), 0, track, 0, 0, 0,
                                 hasNumber ? static_cast<std::uint32_t>(*correlation) : 0, 0, role});
    }

    bool readDevice(const char* table, std::vector<const char*> more,
                    const std::function<std::string(ExportReader&, Row&)>& nameOf) {
        more.insert(more.end(), {"deviceId", "streamId", "correlationId", "globalPid"});
        return eachRow(table, {"start", "end"}, more, [&](Row& row) {
            const std::uint32_t track =
                trackIndex(row.number("deviceId").value_or(0), row.number("streamId").value_or(0), true);
            const auto process = row.number("globalPid");
            m_hasProcesses = m_hasProcesses && process.has_value();
            add(row, nameOf(*this, row), track, Role::Kernel, processOf(process.value_or(0)));
        });
    }
    bool readCalls() {
        return eachRow("CUPTI_ACTIVITY_KIND_RUNTIME", {"start", "end", "nameId"},
                       {"globalTid", "correlationId"}, [&](Row& row) {
                           const std::int64_t thread = row.number("globalTid").value_or(0);
                           std::string name = row.text("nameId"); // "cudaLaunchKernel_v7000"
                           if (const std::size_t at = name.rfind("_v");
                               at != name.npos && name.size() - at > 5 &&
                               name.find_first_not_of("0123456789", at + 2) == name.npos)
                               name.resize(at);
                           const std::int64_t process = processOf(thread);
                           add(row, name, trackIndex(process, thread & IdPart, false), Role::Launch, process);
                       });
    }
    // NVTX: pushed and popped on a thread, or begun and ended anywhere. Marks have no end.
    void readRanges() {
        eachRow("NVTX_EVENTS", {"start", "end"}, {"text", "textId", "globalTid"}, [&](Row& row) {
            std::string name = row.words("text");
            if (name.empty()) name = row.text("textId");
            if (name.empty() || !row.number("end")) return;               // marks, domains, categories
            if (name.starts_with("aten::")) m_trace.tool = Tool::PyTorch; // its emit_nvtx()
            const std::int64_t thread = row.number("globalTid").value_or(0), process = processOf(thread);
            add(row, name, trackIndex(process, thread & IdPart, false), Role::Plain, process);
        });
    }
    // Each process counts its calls from 1.
    void tellProcessesApart() {
        const bool isOne =
            std::ranges::adjacent_find(m_processes, std::ranges::not_equal_to()) == m_processes.end();
        if (isOne || !m_hasProcesses) return;
        std::unordered_map<std::uint64_t, std::uint32_t> known;
        for (std::size_t i = 0; i < m_processes.size(); ++i)
            if (std::uint32_t& number = m_trace.spans[i].correlation; number != 0)
                number = known
                             .try_emplace(std::uint64_t(m_processes[i]) << 32 | number,
                                          static_cast<std::uint32_t>(known.size() + 1))
                             .first->second;
    }
    void readMemory() {
        constexpr std::int64_t Pinned = 1, OfHost = -1, Allocated = 0;
        struct Change {
            std::int64_t time, device, bytes;
        };
        std::vector<Change> changes;
        eachRow("CUDA_GPU_MEMORY_USAGE_EVENTS", {"start", "bytes", "memoryOperationType"},
                {"deviceId", "memKind"}, [&](Row& row) {
                    const auto time = row.number("start"), bytes = row.number("bytes");
                    const auto operation = row.number("memoryOperationType"), kind = row.number("memKind");
                    if (!time || !bytes || !operation || *time < 0 || *bytes < 0 ||
                        *bytes > (std::int64_t(1) << 50)) {
                        ++m_senseless;
                        return;
                    }
                    const std::int64_t device =
                        kind && *kind <= Pinned ? OfHost
                                                : std::max<std::int64_t>(row.number("deviceId").value_or(0), 0);
                    changes.push_back({*time, device, *operation == Allocated ? *bytes : -*bytes});
                });
        std::ranges::stable_sort(changes, {}, &Change::time);
        std::map<std::int64_t, double> inUse;
        for (const Change& each : changes) {
            double& bytes = inUse[each.device];
            bytes += static_cast<double>(each.bytes);
            const Label label = each.device == OfHost ? Label{{}, Label::Kind::PinnedMemory}
                                                      : Label{{}, Label::Kind::GpuMemory, each.device};
            m_points.push_back({each.time, m_counterIndex(m_trace, label), std::max(bytes, 0.)});
        }
    }
    void readMachine() {
        const std::set<std::string> there = columnsOf("TARGET_INFO_GPU");
        if (there.count("name") == 0) return;
        const Statement rows = prepared("SELECT DISTINCT name FROM TARGET_INFO_GPU LIMIT 64");
        while (next(rows))
            if (sqlite3_column_type(rows.get(), 0) == SQLITE_TEXT)
                m_trace.machine +=
                    (m_trace.machine.empty() ? "" : ", ") +
                    std::string(reinterpret_cast<const char*>(sqlite3_column_text(rows.get(), 0)));
    }

    struct Point {
        std::int64_t time;
        std::uint32_t counter;
        double value;
    };

    sqlite3* m_database;
    Trace m_trace;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_times; // nanoseconds, of the spans
    std::vector<std::uint32_t> m_processes;                     // likewise
    bool m_hasProcesses = true;                                 // of every kernel its process is told
    std::vector<Point> m_points;
    CounterIndex m_counterIndex;
    std::unordered_map<std::int64_t, std::string> m_texts;
    std::optional<bool> m_hasTexts;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<std::tuple<std::int64_t, std::int64_t, bool>, std::uint32_t> m_tracks;
    std::size_t m_rows = 0, m_senseless = 0;
    std::string m_fault;
};

} // namespace

bool beginsAsDatabase(std::string_view bytes) { return bytes.starts_with(Magic); }

Result<Trace> readNsight(const std::filesystem::path& file, const RunContext& run) {
    sqlite3* opened = nullptr;
    const int state = sqlite3_open_v2(addressOf(file).c_str(), &opened,
                                      SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX, nullptr);
    const Database database(opened, sqlite3_close);
    if (state != SQLITE_OK)
        return badInput(say("{1}: cannot be read as a database: {2}", file.string(), sqlite3_errmsg(opened)));
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, MaxText);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_progress_handler(
        opened, StepsBetweenLooks,
        [](void* context) { return static_cast<const RunContext*>(context)->stopped() ? 1 : 0; },
        const_cast<RunContext*>(&run));
    ExportReader reader(opened);
    std::error_code failed;
    const std::uintmax_t whole = bytesOf(file), there = std::filesystem::file_size(file, failed);
    if (!failed && there < whole) reader.tell(say("{1} of {2} bytes are there", there, whole));
    const bool isExport = reader.readAll();
    if (run.stopped()) return cancelled();
    if (reader.isRefused()) return badInput(say("{1}: has more than {2} events", file.string(), MaxRows));
    Trace trace = reader.result();
    if (trace.spans.empty()) {
        if (isExport && trace.isWhole) return badInput(say("{1}: holds no event that lasts", file.string()));
        return badInput(say("{1}: is a database, but no export of Nsight Systems; expected tables such as {2}",
                            file.string(), "CUPTI_ACTIVITY_KIND_KERNEL"));
    }
    arrange(trace);
    nameOperators(trace);
    return trace;
}

} // namespace edgewright::trace

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record_text.h"

#include "core/pipeline/json_reader.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>

namespace edgewright::device {

namespace {

using Json = nlohmann::ordered_json;
using pipeline::JsonValue;

constexpr const char* Format = "edgewright measurement";
constexpr std::array<std::string_view, 3> EndNames{"known", "time up", "cancelled"}; // by measure::End
constexpr double MaxSeconds = 1e9;
constexpr std::int64_t MaxCount = INT64_MAX, MaxThreads = 4096;
constexpr std::uintmax_t MaxFileBytes = 256u << 20;

Json conditionsJson(const measure::Conditions& conditions) {
    Json json = Json::object();
    if (conditions.megahertz) json["megahertz"] = *conditions.megahertz;
    if (conditions.celsius) json["celsius"] = *conditions.celsius;
    if (conditions.loadAverage) json["load"] = *conditions.loadAverage;
    return json;
}

Json machineJson(const measure::Machine& machine) {
    Json caches = Json::array();
    for (const measure::Cache& cache : machine.caches)
        caches.push_back({{"level", cache.level}, {"bytes", cache.bytes}, {"shared_by", cache.sharedBy}});
    return {{"name", machine.name},
            {"processor", machine.processor},
            {"architecture", machine.architecture},
            {"kernel", machine.kernel},
            {"governor", machine.governor},
            {"threads", machine.threads},
            {"cores", machine.cores},
            {"memory_bytes", machine.memoryBytes},
            {"caches", std::move(caches)}};
}

Json variantJson(const VariantRecord& record) {
    Json wall = Json::array(), cpu = Json::array(), operators = Json::array();
    for (const measure::Timing& timing : record.blocks) {
        wall.push_back(timing.wall);
        cpu.push_back(timing.cpu);
    }
    for (const OperatorTime& each : record.operators)
        operators.push_back({{"node", each.node.index()},
                             {"name", each.name},
                             {"op", each.op},
                             {"seconds", each.seconds},
                             {"start", each.start},
                             {"macs", each.macs},
                             {"bytes", each.bytes}});
    return {{"name", record.variant.name},
            {"fusion", record.variant.fusion},
            {"reuse", record.variant.reuse},
            {"threads", record.variant.threads},
            {"backend", record.variant.backend},
            {"first", {{"wall", record.first.wall}, {"cpu", record.first.cpu}}},
            {"wall", std::move(wall)},
            {"cpu", std::move(cpu)},
            {"disturbed", record.disturbed},
            {"profiled_seconds", record.profiledSeconds},
            {"operators", std::move(operators)},
            {"peak_bytes", record.peakBytes},
            {"value_bytes", record.valueBytes},
            {"arena_bytes", record.arenaBytes},
            {"allocations", record.allocations},
            {"operator_calls", record.operatorCalls}};
}

void readOptional(const JsonValue& value, const char* key, std::optional<double>& into) {
    double number = std::nan("");
    value.read(key, number, -1e6, 1e9);
    if (!std::isnan(number)) into = number;
}

measure::Conditions conditionsOf(const JsonValue& root, const char* key) {
    measure::Conditions conditions;
    if (const auto value = root.object(key)) {
        readOptional(*value, "megahertz", conditions.megahertz);
        readOptional(*value, "celsius", conditions.celsius);
        readOptional(*value, "load", conditions.loadAverage);
    }
    return conditions;
}

measure::Machine machineOf(const JsonValue& value) {
    measure::Machine machine;
    value.read("name", machine.name);
    value.read("processor", machine.processor);
    value.read("architecture", machine.architecture);
    value.read("kernel", machine.kernel);
    value.read("governor", machine.governor);
    value.read("threads", machine.threads, 1, MaxThreads);
    value.read("cores", machine.cores, 0, MaxThreads);
    value.read("memory_bytes", machine.memoryBytes, 0, MaxCount);
    for (const JsonValue& each : value.list("caches")) {
        measure::Cache cache;
        each.read("level", cache.level, 1, 8);
        each.read("bytes", cache.bytes, 1, MaxCount);
        each.read("shared_by", cache.sharedBy, 1, MaxThreads);
        machine.caches.push_back(cache);
    }
    return machine;
}

double secondsOf(const JsonValue& item) {
    if (item.raw().is_number())
        if (const double seconds = item.raw().get<double>(); seconds >= 0 && seconds <= MaxSeconds)
            return seconds;
    item.expected("seconds, a number from 0 on");
    return 0;
}

void readTimings(const JsonValue& value, VariantRecord& record) {
    const std::vector<JsonValue> wall = value.list("wall"), cpu = value.list("cpu");
    if (wall.size() != cpu.size()) return value.expected("as many samples in \"wall\" as in \"cpu\"");
    for (std::size_t i = 0; i < wall.size(); ++i)
        record.blocks.push_back({secondsOf(wall[i]), secondsOf(cpu[i])});
    if (const auto first = value.object("first")) {
        first->read("wall", record.first.wall, 0, MaxSeconds);
        first->read("cpu", record.first.cpu, 0, MaxSeconds);
    }
}

VariantRecord variantOf(const JsonValue& value) {
    VariantRecord record;
    value.read("name", record.variant.name);
    value.read("fusion", record.variant.fusion);
    value.read("reuse", record.variant.reuse);
    value.read("threads", record.variant.threads, 1, MaxThreads);
    value.read("backend", record.variant.backend);
    readTimings(value, record);
    value.read("disturbed", record.disturbed, 0, 1);
    value.read("profiled_seconds", record.profiledSeconds, 0, MaxSeconds);
    for (const JsonValue& each : value.list("operators")) {
        OperatorTime time;
        std::uint32_t node = 0;
        each.read("node", node, 0, UINT32_MAX - 1);
        time.node = NodeId(node);
        each.read("name", time.name);
        each.read("op", time.op);
        each.read("seconds", time.seconds, 0, MaxSeconds);
        each.read("start", time.start, 0, MaxSeconds);
        each.read("macs", time.macs, INT64_MIN, MaxCount);
        each.read("bytes", time.bytes, 0, MaxCount);
        record.operators.push_back(std::move(time));
    }
    value.read("peak_bytes", record.peakBytes, 0, MaxCount);
    value.read("value_bytes", record.valueBytes, 0, MaxCount);
    value.read("arena_bytes", record.arenaBytes, 0, MaxCount);
    value.read("allocations", record.allocations, 0, MaxCount);
    value.read("operator_calls", record.operatorCalls, 0, MaxCount);
    return record;
}

std::string decimal(double number) {
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.9g", number);
    return text.data();
}

// A field of a CSV line (RFC 4180).
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace

std::string recordJson(const Record& record) {
    Json variants = Json::array();
    for (const VariantRecord& each : record.variants)
        variants.push_back(variantJson(each));
    const Json json{{"format", Format},
                    {"version", 1},
                    {"model", record.model},
                    {"date", record.date},
                    {"isa", record.isa},
                    {"machine", machineJson(record.machine)},
                    {"before", conditionsJson(record.before)},
                    {"after", conditionsJson(record.after)},
                    {"end", EndNames[static_cast<std::size_t>(record.end)]},
                    {"seconds", record.seconds},
                    {"variants", std::move(variants)}};
    return json.dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Result<Record> readRecord(const std::filesystem::path& file) {
    const auto fail = [&](const std::string& why) { return badInput(file.string() + ": " + why); };
    std::error_code problem;
    if (const auto bytes = std::filesystem::file_size(file, problem); problem || bytes > MaxFileBytes)
        return fail(problem ? "cannot be read" : "is larger than 256 MiB");
    std::ifstream stream(file, std::ios::binary);
    std::stringstream text;
    text << stream.rdbuf();
    const nlohmann::json document = nlohmann::json::parse(text.str(), nullptr, false);
    if (!stream || document.is_discarded()) return fail("is no JSON document");
    pipeline::JsonFindings findings;
    const JsonValue root(document, "", findings);
    std::string format;
    root.read("format", format);
    if (format != Format) return fail("format: expected \"" + std::string(Format) + "\"");
    Record record;
    root.read("model", record.model);
    root.read("date", record.date);
    root.read("isa", record.isa);
    if (const auto machine = root.object("machine")) record.machine = machineOf(*machine);
    record.before = conditionsOf(root, "before");
    record.after = conditionsOf(root, "after");
    if (const auto end = root.word("end", {EndNames.begin(), EndNames.end()}))
        record.end = static_cast<measure::End>(*end);
    root.read("seconds", record.seconds, 0, MaxSeconds);
    for (const JsonValue& each : root.list("variants"))
        record.variants.push_back(variantOf(each));
    if (!findings.fault.empty()) return fail(findings.fault);
    return record;
}

std::string samplesCsv(const Record& record) {
    std::string csv = "variant,threads,block,wall_ms,cpu_ms\n";
    for (const VariantRecord& each : record.variants)
        for (std::size_t block = 0; block < each.blocks.size(); ++block)
            csv += field(each.variant.name) + ',' + std::to_string(each.variant.threads) + ',' +
                   std::to_string(block) + ',' + decimal(each.blocks[block].wall * 1e3) + ',' +
                   decimal(each.blocks[block].cpu * 1e3) + '\n';
    return csv;
}

std::string operatorsCsv(const Record& record) {
    std::string csv = "variant,position,name,op,us,share,macs,gmac_per_s,bytes\n";
    for (const VariantRecord& each : record.variants) {
        const double total = each.operatorSeconds();
        for (std::size_t at = 0; at < each.operators.size(); ++at) {
            const OperatorTime& time = each.operators[at];
            const double rate = time.seconds > 0 ? static_cast<double>(time.macs) / time.seconds / 1e9 : 0;
            csv += field(each.variant.name) + ',' + std::to_string(at) + ',' + field(time.name) + ',' +
                   field(time.op) + ',' + decimal(time.seconds * 1e6) + ',' +
                   decimal(total > 0 ? time.seconds / total : 0) + ',' + std::to_string(time.macs) + ',' +
                   decimal(rate) + ',' + std::to_string(time.bytes) + '\n';
        }
    }
    return csv;
}

} // namespace edgewright::device

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/record/json_parts.h"

#include "core/base/field_json.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/record/record_text.h"
#include "core/kernels/parameter_fields.h"
#include "core/measure/effort_fields.h"

#include <array>
#include <cfloat>
#include <cmath>

namespace edgewright::device {

namespace {

constexpr const char* Format = "edgewright measurement";
constexpr std::array<std::string_view, 3> EndNames{"known", "time up", "cancelled"}; // by measure::End
constexpr std::int64_t MaxNode = UINT32_MAX - 1;
constexpr std::int64_t MaxSamples = std::int64_t(1) << 40;

Json operatorJson(const OperatorTime& time) {
    Json origins = Json::array();
    for (const NodeId node : time.origins)
        origins.push_back(node.index());
    Json json{{"node", time.node.valid() ? Json(time.node.index()) : Json()},
              {"name", time.name},
              {"op", time.op},
              {"seconds", time.seconds},
              {"start", time.start},
              {"macs", time.macs},
              {"bytes", time.bytes},
              {"origins", std::move(origins)},
              {"features", featuresJson(time.features)},
              {"arithmetic", nameOf(time.arithmetic)}};
    if (time.ranBy != RanBy::Target) json["ran_by"] = RanByNames[static_cast<std::size_t>(time.ranBy)];
    return json;
}

// How it ran.
Json wayJson(const Variant& variant) {
    Json json{{"name", variant.name},
              {"fusion", variant.fusion},
              {"reuse", variant.reuse},
              {"quantized", variant.quantized}};
    writeFields<Json, kernels::KernelChoice>(json, kernels::choiceFields(), variant);
    if (!variant.tuned.empty()) {
        Json& tuned = json["tuned"] = Json::array();
        for (const kernels::TunedKernel& each : variant.tuned) {
            tuned.push_back({{"kernel", each.key}});
            writeFields(tuned.back(), kernels::parameterFields(), each.parameters);
        }
    }
    for (const kernels::GeneratedChoice& each : variant.generated)
        json["generated"].push_back(
            {{"kernel", each.key}, {"object", each.object}, {"schedule", each.schedule}});
    return json;
}

Json variantJson(const VariantRecord& record) {
    Json wall = Json::array(), cpu = Json::array(), operators = Json::array(), outputs = Json::array();
    for (const measure::Timing& timing : record.blocks) {
        wall.push_back(timing.wall);
        cpu.push_back(timing.cpu);
    }
    for (const OperatorTime& each : record.operators)
        operators.push_back(operatorJson(each));
    for (const OutputAgreement& each : record.outputs)
        outputs.push_back({{"max_abs", each.maxAbs},
                           {"rel_norm", each.relNorm},
                           {"identical", each.identical},
                           {"agrees", each.agrees}});
    Json calibration;
    if (record.calibratedOn)
        calibration = {{"source", record.calibratedOn->source},
                       {"samples", record.calibratedOn->samples},
                       {"random", record.calibratedOn->isRandom}};
    Json json = wayJson(record.variant);
    const Json measured{{"calibration", std::move(calibration)},
                        {"first", {{"wall", record.first.wall}, {"cpu", record.first.cpu}}},
                        {"warmups", record.warmups ? Json(*record.warmups) : Json()},
                        {"wall", std::move(wall)},
                        {"cpu", std::move(cpu)},
                        {"disturbed", record.disturbed},
                        {"pace", paceJson(record.pace)},
                        {"profiled_seconds", record.profiledSeconds},
                        {"input_copy_seconds", record.inputCopySeconds},
                        {"operators", std::move(operators)},
                        {"peak_bytes", record.peakBytes},
                        {"value_bytes", record.valueBytes},
                        {"arena_bytes", record.arenaBytes},
                        {"allocations", record.allocations},
                        {"operator_calls", record.operatorCalls},
                        {"weight_bytes", record.weightBytes},
                        {"outputs", std::move(outputs)}};
    json.update(measured);
    return json;
}

void readTimings(const JsonValue& value, VariantRecord& record) {
    const std::vector<JsonValue> wall = value.list("wall"), cpu = value.list("cpu");
    if (wall.size() != cpu.size()) return value.expected(say("as many samples in \"wall\" as in \"cpu\""));
    for (std::size_t i = 0; i < wall.size(); ++i)
        record.blocks.push_back({secondsOf(wall[i]), secondsOf(cpu[i])});
    if (const auto first = value.object("first")) {
        first->read("wall", record.first.wall, 0, MaxSeconds);
        first->read("cpu", record.first.cpu, 0, MaxSeconds);
    }
}

NodeId nodeOf(std::int64_t index) { return NodeId(static_cast<std::uint32_t>(index)); }

OperatorTime operatorOf(const JsonValue& value) {
    OperatorTime time;
    std::uint32_t node = NodeId().index(); // null: it has none
    value.read("node", node, 0, MaxNode);
    time.node = nodeOf(node);
    value.read("name", time.name);
    value.read("op", time.op);
    value.read("seconds", time.seconds, 0, MaxSeconds);
    value.read("start", time.start, 0, MaxSeconds);
    value.read("macs", time.macs, INT64_MIN, MaxCount);
    value.read("bytes", time.bytes, 0, MaxCount);
    for (const JsonValue& origin : value.list("origins"))
        if (const auto index = origin.integer(0, MaxNode)) time.origins.push_back(nodeOf(*index));
    if (const auto features = value.object("features")) time.features = featuresOf(*features);
    if (const auto word = value.word("arithmetic", {ArithmeticNames.begin(), ArithmeticNames.end()}))
        time.arithmetic = static_cast<Arithmetic>(*word);
    if (const auto word = value.word("ran_by", {RanByNames.begin(), RanByNames.end()}))
        time.ranBy = static_cast<RanBy>(*word);
    return time;
}

Variant wayOf(const JsonValue& value) {
    Variant variant;
    value.read("name", variant.name);
    value.read("fusion", variant.fusion);
    value.read("reuse", variant.reuse);
    value.read("quantized", variant.quantized);
    readFields<kernels::KernelChoice>(value, kernels::choiceFields(), variant);
    for (const JsonValue& each : value.list("tuned")) {
        kernels::TunedKernel& kernel = variant.tuned.emplace_back();
        each.read("kernel", kernel.key);
        readFields(each, kernels::parameterFields(), kernel.parameters);
    }
    std::ranges::sort(variant.tuned, {}, &kernels::TunedKernel::key);
    for (const JsonValue& each : value.list("generated")) {
        kernels::GeneratedChoice& kernel = variant.generated.emplace_back();
        each.read("kernel", kernel.key);
        each.read("object", kernel.object);
        each.read("schedule", kernel.schedule);
    }
    std::ranges::sort(variant.generated, {}, &kernels::GeneratedChoice::key);
    return variant;
}

VariantRecord variantOf(const JsonValue& value) {
    VariantRecord record;
    record.variant = wayOf(value);
    if (const auto calibration = value.object("calibration")) {
        CalibratedOn& on = record.calibratedOn.emplace();
        calibration->read("source", on.source);
        calibration->read("samples", on.samples, 0, MaxSamples);
        calibration->read("random", on.isRandom);
    }
    readTimings(value, record);
    int warmups = -1;
    value.read("warmups", warmups, 0, measure::MaxBlocks);
    if (warmups >= 0) record.warmups = warmups;
    value.read("disturbed", record.disturbed, 0, 1);
    if (const auto pace = value.object("pace")) record.pace = paceOf(*pace);
    value.read("profiled_seconds", record.profiledSeconds, 0, MaxSeconds);
    value.read("input_copy_seconds", record.inputCopySeconds, 0, MaxSeconds);
    for (const JsonValue& each : value.list("operators"))
        record.operators.push_back(operatorOf(each));
    value.read("peak_bytes", record.peakBytes, 0, MaxCount);
    value.read("value_bytes", record.valueBytes, 0, MaxCount);
    value.read("arena_bytes", record.arenaBytes, 0, MaxCount);
    value.read("allocations", record.allocations, 0, MaxCount);
    value.read("operator_calls", record.operatorCalls, 0, MaxCount);
    value.read("weight_bytes", record.weightBytes, 0, MaxCount);
    for (const JsonValue& each : value.list("outputs")) {
        OutputAgreement& output = record.outputs.emplace_back();
        output.maxAbs = output.relNorm = HUGE_VAL; // null: JSON has no infinity
        each.read("max_abs", output.maxAbs, 0, DBL_MAX);
        each.read("rel_norm", output.relNorm, 0, DBL_MAX);
        each.read("identical", output.identical);
        each.read("agrees", output.agrees);
    }
    return record;
}

} // namespace

Json documentOf(const Record& record) {
    Json variants = Json::array(), leftOut = Json::array();
    for (const VariantRecord& each : record.variants)
        variants.push_back(variantJson(each));
    for (const LeftOut& each : record.leftOut) {
        leftOut.push_back(wayJson(each.variant));
        leftOut.back()["reason"] = each.reason;
    }
    Json document{{"format", Format},
                  {"version", 1},
                  {"model", record.model},
                  {"device", record.device},
                  {"date", record.date},
                  {"isa", record.isa},
                  {"machine", machineJson(record.machine)},
                  {"before", conditionsJson(record.before)},
                  {"after", conditionsJson(record.after)},
                  {"end", EndNames[static_cast<std::size_t>(record.end)]},
                  {"seconds", record.seconds},
                  {"variants", std::move(variants)},
                  {"left_out", std::move(leftOut)}};
    if (!record.profiledBy.empty()) document["profiled_by"] = record.profiledBy;
    return document;
}

std::string recordJson(const Record& record) {
    return documentOf(record).dump(1, ' ', false, Json::error_handler_t::replace) + '\n';
}

Record recordOf(const JsonValue& root) {
    Record record;
    if (!root.isFormat(Format)) return record;
    root.read("model", record.model);
    root.read("device", record.device);
    root.read("date", record.date);
    root.read("isa", record.isa);
    root.read("profiled_by", record.profiledBy);
    if (const auto machine = root.object("machine")) record.machine = machineOf(*machine);
    record.before = conditionsOf(root, "before");
    record.after = conditionsOf(root, "after");
    if (const auto end = root.word("end", {EndNames.begin(), EndNames.end()}))
        record.end = static_cast<measure::End>(*end);
    root.read("seconds", record.seconds, 0, MaxSeconds);
    for (const JsonValue& each : root.list("variants"))
        record.variants.push_back(variantOf(each));
    for (const JsonValue& each : root.list("left_out")) {
        LeftOut& out = record.leftOut.emplace_back();
        out.variant = wayOf(each);
        each.read("reason", out.reason);
    }
    return record;
}

Result<Record> readRecord(const std::filesystem::path& file) {
    Record record;
    RETURN_IF_ERROR(
        readJsonFile(file, MeasuredLimits, [&](const JsonValue& root) { record = recordOf(root); }));
    return record;
}

} // namespace edgewright::device

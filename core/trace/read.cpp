// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_file.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/trace/calls.h"
#include "core/trace/gunzip.h"
#include "core/trace/json_scanner.h"
#include "core/trace/nsight.h"
#include "core/trace/trace.h"
#include "core/trace/track_names.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>

namespace edgewright::trace {

namespace {

constexpr std::size_t MaxEvents = 20'000'000;
constexpr std::size_t MaxNesting = 64;
constexpr double MaxSeconds = 1e10;
constexpr double MaxRuns = 1e12;
constexpr std::size_t MaxDevices = 64, MaxRank = 16;

// Roles by PyTorch's categories, and those of its like for other devices ("xpu_runtime").
Role roleOf(const std::string& category) {
    if (category == "cpu_op") return Role::Operator;
    if (category.ends_with("_runtime") || category.ends_with("_driver")) return Role::Launch;
    const bool isKernel = category == "kernel" || category == "gpu_memcpy" || category == "gpu_memset";
    return isKernel ? Role::Kernel : Role::Plain;
}

std::uint32_t idOf(double number) {
    return number >= 1 && number <= 4294967295.0 ? static_cast<std::uint32_t>(number) : 0;
}

// One event as it is being read.
struct Event {
    std::string name, phase, category, process, thread, op, named;
    double time = std::nan(""), duration = std::nan("");                               // microseconds
    double milliseconds = std::nan(""), average = std::nan(""), median = std::nan(""); // trtexec's
    double microseconds = std::nan("");                                                // TVM's
    double count = std::nan("");          // {"count": n}, which trtexec begins with
    double correlation = 0, external = 0; // of PyTorch's, in "args"
    std::vector<std::int64_t> shape;      // of the first input, likewise
    bool hasShape = false;
    std::vector<std::pair<std::string, double>> numbers; // in "args"
};

class Reader : public JsonHandler {
public:
    explicit Reader(const RunContext& run) : m_run(run) { m_trace.names.emplace_back(); }

    bool number(double number) override { return take(number); }
    bool text(std::string& text) override {
        if (m_event == 0 && m_levels.size() == 3 && m_levels[0].key == "deviceProperties" &&
            m_levels[2].key == "name" && m_devices.size() < MaxDevices)
            m_devices.push_back(text);
        if (m_levels.size() == m_event + 1 && m_event > 0)
            takeText(text);
        else if (m_levels.size() == m_event + 2 && m_event > 0 && m_levels[m_event].key == "args")
            takeArgument(text);
        return true;
    }
    bool key(std::string& key) override {
        m_levels.back().key = std::move(key);
        return true;
    }
    bool beginObject() override {
        if (m_levels.size() >= MaxNesting) return fail(say("is nested more than {1} deep", MaxNesting));
        if (m_event == 0 && isEventList()) {
            m_event = m_levels.size();
            m_now = {};
        }
        m_levels.push_back({});
        return true;
    }
    bool endObject() override {
        m_levels.pop_back();
        if (m_event > 0 && m_levels.size() == m_event) {
            m_event = 0;
            ++m_events;
            if (m_events > MaxEvents) return fail(say("has more than {1} events", MaxEvents));
            if (m_events % 4096 == 0 && m_run.stopped()) return false;
            finish();
        }
        return true;
    }
    bool beginArray() override {
        if (m_levels.size() >= MaxNesting) return fail(say("is nested more than {1} deep", MaxNesting));
        m_levels.push_back({.isArray = true});
        if (m_levels.size() == 2 && m_levels[0].key == "calls") m_isTvm = true;
        return true;
    }
    bool endArray() override {
        if (m_levels.size() == m_event + 4 && isInShapes()) m_now.hasShape = true;
        m_levels.pop_back();
        return true;
    }
    const std::string& fault() const { return m_fault; }
    std::size_t events() const { return m_events; }

    Trace result() {
        if (m_profile) {
            m_trace.tool = Tool::TensorRt;
        } else if (m_isTvm) {
            m_trace.tool = Tool::Tvm;
        }
        m_trace.hasTimes = !m_profile && !m_isTvm;
        nameMachine();
        std::size_t open = 0;
        for (const auto& [track, spans] : m_open)
            open += spans.size();
        if (m_senseless > 0)
            m_trace.notes.push_back(
                say("{1} events without a name or a time that makes sense are left out", m_senseless));
        if (open > 0) m_trace.notes.push_back(say("{1} spans begin and never end; they are left out", open));
        if (m_unopened > 0)
            m_trace.notes.push_back(say("{1} ends without a beginning are left out", m_unopened));
        Trace trace = std::move(m_trace);
        nameTracks(trace, m_trackNames);
        return trace;
    }

private:
    struct Level {
        bool isArray = false;
        std::string key = {}; // of an object: the key that is being read
    };

    // The devices that something ran on, each name once.
    void nameMachine() {
        for (std::size_t i = 0; i < m_devices.size(); ++i) {
            const bool isUsed = std::ranges::any_of(m_trace.tracks, [&](const Track& track) {
                return track.isDevice && track.process == std::to_string(i);
            });
            if (!isUsed || m_trace.machine.find(m_devices[i]) != std::string::npos) continue;
            m_trace.machine += (m_trace.machine.empty() ? "" : ", ") + m_devices[i];
        }
    }
    bool fail(std::string why) {
        m_fault = std::move(why);
        return false;
    }
    // An array at the root, or one of those that hold events.
    bool isEventList() const {
        if (m_levels.empty() || !m_levels.back().isArray) return false;
        return m_levels.size() == 1 ||
               (m_levels.size() == 2 && (m_levels[0].key == "traceEvents" || m_levels[0].key == "calls"));
    }

    bool take(double number) {
        if (m_event == 0) return true;
        if (m_levels.size() == m_event + 1) {
            const std::string& key = m_levels.back().key;
            if (key == "ts") m_now.time = number;
            if (key == "dur") m_now.duration = number;
            if (key == "pid") m_now.process = idText(number);
            if (key == "tid") m_now.thread = idText(number);
            if (key == "timeMs") m_now.milliseconds = number;
            if (key == "averageMs") m_now.average = number;
            if (key == "medianMs") m_now.median = number;
            if (key == "count") m_now.count = number;
            if (key == "Duration (us)") m_now.microseconds = number;
        } else if (m_levels.size() == m_event + 2) {
            const std::string& outer = m_levels[m_event].key;
            if (outer == "args" && m_levels.back().key == "correlation") m_now.correlation = number;
            if (outer == "args" && m_levels.back().key == "External id") m_now.external = number;
            if (outer == "args" && m_now.numbers.size() < 16)
                m_now.numbers.emplace_back(m_levels.back().key, number);
            if (outer == "Duration (us)" && m_levels.back().key == "microseconds") m_now.microseconds = number;
        } else if (m_levels.size() == m_event + 4 && isInShapes() && !m_now.hasShape &&
                   m_now.shape.size() < MaxRank && std::abs(number) < 1e15) {
            m_now.shape.push_back(static_cast<std::int64_t>(number));
        }
        return true;
    }
    // "Input Dims": [[1, 3, 224, 224], ...]
    bool isInShapes() const {
        return m_event > 0 && m_levels[m_event].key == "args" && m_levels[m_event + 1].key == "Input Dims";
    }
    void takeText(std::string& text) {
        const std::string& key = m_levels.back().key;
        if (key == "name" || key == "Name")
            m_now.name = std::move(text);
        else if (key == "ph")
            m_now.phase = std::move(text);
        else if (key == "cat")
            m_now.category = std::move(text);
        else if (key == "pid")
            m_now.process = std::move(text);
        else if (key == "tid")
            m_now.thread = std::move(text);
    }
    // ONNX Runtime writes its numbers as texts.
    void takeArgument(std::string& text) {
        const std::string& key = m_levels.back().key;
        if (key == "op_name" || key == "op")
            m_now.op = std::move(text);
        else if (key == "name" || key == "labels")
            m_now.named = std::move(text);
        else if (key == "mem_bytes_in_use") {
            char* end = nullptr;
            const double bytes = std::strtod(text.c_str(), &end);
            if (end != text.c_str() && std::isfinite(bytes)) m_now.numbers.emplace_back(key, bytes);
        }
    }
    static std::string idText(double number) {
        return std::abs(number) < 1e15 ? std::to_string(static_cast<long long>(number)) : std::string();
    }

    std::uint32_t nameIndex(const std::string& name) {
        if (name.empty()) return 0;
        const auto [known, isNew] = m_names.try_emplace(name, static_cast<std::uint32_t>(m_trace.names.size()));
        if (isNew) m_trace.names.push_back(name);
        return known->second;
    }
    std::uint32_t counter(std::string_view name) { return m_counterIndex(m_trace, counterLabel(name)); }
    std::uint32_t trackIndex(const std::string& process, const std::string& thread) {
        const auto [known, isNew] =
            m_tracks.try_emplace({process, thread}, static_cast<std::uint32_t>(m_trace.tracks.size()));
        if (isNew) m_trace.tracks.push_back({process, {thread}});
        return known->second;
    }
    // Since the first event: PyTorch counts microseconds since the machine was started, and a double holds no
    // nanoseconds of that.
    double secondsAt(double microseconds) {
        if (std::isnan(m_origin)) m_origin = microseconds;
        return (microseconds - m_origin) * 1e-6;
    }
    static bool isTime(double microseconds) { return std::abs(microseconds) <= MaxSeconds * 1e6; } // no NaN

    void add(double start, double seconds) {
        const std::uint32_t track = trackIndex(m_now.process, m_now.thread);
        const Role role = roleOf(m_now.category);
        if (role == Role::Kernel) m_trace.tracks[track].isDevice = true;
        if (role == Role::Operator && m_trace.firstShape.empty()) m_trace.firstShape = m_now.shape;
        m_trace.spans.push_back({nameIndex(m_now.name), nameIndex(m_now.op), track, 0, start, seconds,
                                 idOf(m_now.correlation), idOf(m_now.external), role});
    }

    void finish() {
        if (!std::isnan(m_now.count) && m_now.name.empty()) { // trtexec says how many runs it is the sum of
            m_profile = true;
            if (m_now.count >= 1 && m_now.count <= MaxRuns)
                m_trace.runs = static_cast<std::size_t>(m_now.count);
            return;
        }
        if (!std::isnan(m_now.milliseconds) || !std::isnan(m_now.microseconds)) return finishTimed();
        if (m_now.phase == "M") return finishNames();
        if (m_now.phase == "C") return finishCounter();
        if (m_now.name == "[memory]") return finishMemory();
        if (m_now.category == "Node" && !m_now.op.empty() && m_now.name.ends_with("_kernel_time"))
            m_trace.tool = Tool::OnnxRuntime;
        else if (m_trace.tool == Tool::Unknown && m_now.name.starts_with("aten::"))
            m_trace.tool = Tool::PyTorch;
        if (m_now.phase == "B" || m_now.phase == "E") return finishHalf();
        if (m_now.phase != "X") return; // instants, flows: nothing that lasts
        if (m_now.name.empty() || !isTime(m_now.time) || !isTime(m_now.duration) || m_now.duration < 0) {
            ++m_senseless;
            return;
        }
        add(secondsAt(m_now.time), m_now.duration * 1e-6);
        for (const auto& [key, value] : m_now.numbers)
            if (key == "mem_bytes_in_use")
                m_trace.counters.push_back({counter(key), secondsAt(m_now.time + m_now.duration), value});
    }
    // One after the other: there are no times in these files.
    void finishTimed() {
        const bool isTvm = !std::isnan(m_now.microseconds);
        const double seconds = isTvm ? m_now.microseconds * 1e-6 : millisecondsOfARun() * 1e-3;
        if (!isTvm) m_profile = true;
        if (m_now.name.empty() || !(seconds >= 0) || seconds > MaxSeconds) {
            ++m_senseless;
            return;
        }
        add(m_laidOut, seconds);
        m_laidOut += seconds;
    }
    double millisecondsOfARun() const {
        if (!std::isnan(m_now.median)) return m_now.median;
        if (!std::isnan(m_now.average)) return m_now.average;
        return m_now.milliseconds / static_cast<double>(std::max<std::size_t>(m_trace.runs, 1));
    }
    void finishNames() {
        if (m_now.named.empty()) return;
        if (m_now.name == "thread_name") m_trackNames.threads[{m_now.process, m_now.thread}] = m_now.named;
        if (m_now.name == "process_labels") m_trackNames.processes[m_now.process] = m_now.named;
        if (m_now.name == "process_name" && m_now.named == "Edgewright") m_trace.tool = Tool::Edgewright;
    }
    void finishCounter() {
        if (!isTime(m_now.time)) {
            ++m_senseless;
            return;
        }
        for (const auto& [key, value] : m_now.numbers)
            m_trace.counters.push_back(
                {counter(m_now.name.empty() ? key : m_now.name), secondsAt(m_now.time), value});
    }
    // PyTorch tells of each change what it has given out since.
    void finishMemory() {
        std::optional<double> bytes, kind, device;
        for (const auto& [key, value] : m_now.numbers) {
            if (key == "Total Allocated") bytes = value;
            if (key == "Device Type") kind = value;
            if (key == "Device Id") device = value;
        }
        constexpr double OfHost = 0;
        if (!bytes || !kind || *kind == OfHost) return;
        if (!isTime(m_now.time) || !(*bytes >= 0)) {
            ++m_senseless;
            return;
        }
        const auto gpu =
            static_cast<std::int64_t>(std::abs(device.value_or(0)) < 1e15 ? device.value_or(0) : 0);
        m_trace.counters.push_back(
            {m_counterIndex(m_trace, {{}, Label::Kind::GpuMemory, gpu}), secondsAt(m_now.time), *bytes});
    }
    void finishHalf() {
        if (!isTime(m_now.time)) {
            ++m_senseless;
            return;
        }
        auto& open = m_open[trackIndex(m_now.process, m_now.thread)];
        if (m_now.phase == "B") {
            open.push_back({nameIndex(m_now.name), nameIndex(m_now.op), trackIndex(m_now.process, m_now.thread),
                            0, secondsAt(m_now.time), 0});
            return;
        }
        if (open.empty()) {
            ++m_unopened;
            return;
        }
        Span span = open.back();
        open.pop_back();
        span.seconds = secondsAt(m_now.time) - span.start;
        if (span.seconds >= 0 && span.name != 0)
            m_trace.spans.push_back(span);
        else
            ++m_senseless;
    }

    const RunContext& m_run;
    Trace m_trace;
    std::vector<Level> m_levels;
    std::size_t m_event = 0; // levels around the event that is being read; 0: none
    Event m_now;
    std::size_t m_events = 0, m_senseless = 0, m_unopened = 0;
    std::unordered_map<std::string, std::uint32_t> m_names;
    std::map<std::pair<std::string, std::string>, std::uint32_t> m_tracks; // by process and thread
    TrackNames m_trackNames;
    CounterIndex m_counterIndex;
    std::vector<std::string> m_devices;                // by number
    std::map<std::uint32_t, std::vector<Span>> m_open; // B without E, by track
    double m_laidOut = 0;                              // seconds
    double m_origin = std::nan("");                    // microseconds, of the first event
    bool m_profile = false, m_isTvm = false;
    std::string m_fault;
};

// Behind the sentence ", 1 of 20 runs": ONNX Runtime writes one "model_run" for each, also behind the place of
// the damage, where nothing is read but that word.
std::string withRunsRead(std::string sentence, const Trace& trace, JsonScanner& rest) {
    constexpr std::string_view Run = "model_run", Quoted = "\"model_run\"";
    if (trace.tool != Tool::OnnxRuntime) return sentence;
    const auto read = static_cast<std::size_t>(
        std::ranges::count_if(trace.spans, [&](const Span& span) { return trace.nameOf(span) == Run; }));
    std::size_t behind = 0, matched = 0;
    for (int c = rest.next(); c >= 0; c = rest.next()) {
        matched = c == Quoted[matched] ? matched + 1 : c == Quoted.front() ? 1 : 0;
        if (matched < Quoted.size()) continue;
        ++behind;
        matched = 0;
    }
    return behind > 0 ? say("{1}, {2} of {3} runs", sentence, read, read + behind)
                      : say("{1}, {2} of at least {3} runs", sentence, read, read + 1);
}

} // namespace

Result<Trace> readTrace(std::istream& stream, const std::string& name, const RunContext& run) {
    const auto noProfile = [&](const std::string& why) {
        return badInput(
            say("{1}: {2}; expected a profile of ONNX Runtime, PyTorch, trtexec, TVM or Nsight Systems", name,
                why));
    };
    std::optional<Gunzip> unpacked;
    if (Gunzip::isPacked(*stream.rdbuf())) unpacked.emplace(*stream.rdbuf());
    Reader reader(run);
    JsonScanner document(unpacked ? *unpacked : *stream.rdbuf());
    const bool isJson = document.scan(reader);
    if (run.stopped()) return cancelled();
    if (unpacked && unpacked->isRefused()) return badInput(name + ": " + unpacked->fault());
    if (!reader.fault().empty()) return badInput(name + ": " + reader.fault());
    const std::string packing = unpacked ? unpacked->fault() : std::string();
    // Whoever was killed while it wrote leaves the end away; Chrome's format allows it.
    if (!isJson && reader.events() == 0)
        return noProfile(packing.empty() ? say("is no JSON document (byte {1})", document.faultAt()) : packing);
    const std::size_t events = reader.events();
    Trace trace = reader.result();
    trace.isWhole = isJson && packing.empty();
    if (!packing.empty()) trace.notes.push_back(packing);
    if (!isJson)
        trace.notes.push_back(
            withRunsRead(unpacked ? say("the file stops being JSON at byte {1} of what is packed, cut off or "
                                        "damaged behind event {2}; only what stands before is read",
                                        document.faultAt(), events)
                                  : say("the file stops being JSON at byte {1}, cut off or damaged behind "
                                        "event {2}; only what stands before is read",
                                        document.faultAt(), events),
                         trace, document));
    if (trace.spans.empty()) return noProfile(say("holds no event that lasts"));
    arrange(trace);
    nameOperators(trace);
    return trace;
}

Result<Trace> readTrace(const std::filesystem::path& file, const RunContext& run) {
    RETURN_IF_ERROR(requireRegularFile(file));
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return badInput(say("{1}: cannot be read", file.string()));
    char begin[16] = {};
    stream.read(begin, sizeof(begin));
    if (beginsAsDatabase({begin, static_cast<std::size_t>(stream.gcount())})) return readNsight(file, run);
    stream.clear();
    stream.seekg(0);
    return readTrace(stream, file.string(), run);
}

} // namespace edgewright::trace

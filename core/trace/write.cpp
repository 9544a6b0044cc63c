// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/trace/trace_file.h"

#include "core/trace/track_names.h"

#include <nlohmann/json.hpp>

namespace edgewright::trace {

std::string chromeText(const Trace& trace) {
    using Json = nlohmann::ordered_json;
    std::string text = "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[";
    bool isFirst = true;
    const auto add = [&](const Json& event) {
        text += isFirst ? "\n" : ",\n";
        isFirst = false;
        text += event.dump(-1, ' ', false, Json::error_handler_t::replace);
    };
    add({{"ph", "M"}, {"name", "process_name"}, {"pid", 1}, {"tid", 0}, {"args", {{"name", "Edgewright"}}}});
    for (std::size_t i = 0; i < trace.tracks.size(); ++i)
        add({{"ph", "M"},
             {"name", "thread_name"},
             {"pid", 1},
             {"tid", i + 1},
             {"args", {{"name", plain(trace.tracks[i].thread)}}}});
    for (const Span& span : trace.spans) {
        Json event{{"ph", "X"},
                   {"name", trace.nameOf(span)},
                   {"pid", 1},
                   {"tid", span.track + 1},
                   {"ts", span.start * 1e6},
                   {"dur", span.seconds * 1e6}};
        if (span.op != 0) event["args"] = {{"op", trace.names[span.op]}};
        add(event);
    }
    for (const CounterPoint& point : trace.counters)
        add({{"ph", "C"},
             {"name", plain(trace.counterNames[point.counter])},
             {"pid", 1},
             {"ts", point.time * 1e6},
             {"args", {{"value", point.value}}}});
    return text + "\n]}\n";
}

} // namespace edgewright::trace

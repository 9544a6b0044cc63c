// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/device/run_list.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/device/record/json_parts.h"
#include "core/pipeline/settings/study_file.h"

#include <algorithm>

namespace edgewright::device {

RunSettings runSettings(const pipeline::Settings& settings, const ir::Graph& graph) {
    const pipeline::VariantSettings texts = pipeline::variantSettings(settings, graph);
    return {texts.graph, texts.memory, texts.codes};
}

bool Run::isOf(const RunSettings& now) const {
    const auto none = [this](auto which) {
        return std::ranges::none_of(record->variants,
                                    [which](const VariantRecord& each) { return each.variant.*which; });
    };
    return (settings.graph.empty() || settings.graph == now.graph) &&
           (settings.memory == now.memory || none(&Variant::reuse)) &&
           (settings.codes == now.codes || none(&Variant::quantized));
}

std::string runsJson(const std::vector<Run>& runs) {
    Json list = Json::array();
    for (std::size_t i = runs.size() > MaxRuns ? runs.size() - MaxRuns : 0; i < runs.size(); ++i)
        list.push_back({{"device", runs[i].device},
                        {"graph", runs[i].settings.graph},
                        {"memory", runs[i].settings.memory},
                        {"codes", runs[i].settings.codes},
                        {"record", documentOf(*runs[i].record)}});
    return list.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Result<std::vector<Run>> readRuns(const std::string& text) {
    std::vector<Run> runs;
    if (text.empty()) return runs;
    RETURN_IF_ERROR(readJson(text, say("measurements"), MeasuredLimits, [&](const JsonValue& root) {
        for (const JsonValue& each : root.items()) {
            Run run;
            each.read("device", run.device);
            each.read("graph", run.settings.graph);
            each.read("memory", run.settings.memory);
            each.read("codes", run.settings.codes);
            if (const auto record = each.object("record"))
                run.record = std::make_shared<const Record>(recordOf(*record));
            else
                each.expected(say("\"record\": what was measured"));
            runs.push_back(std::move(run));
        }
    }));
    return runs;
}

} // namespace edgewright::device

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/field_json.h"
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerators/presets.h"
#include "core/cost/explore/design_space.h"

namespace edgewright::cost {

namespace {

// As readAxis has it: [8, 16] is "8,16", [[2, 1, 1]] is "2/1/1", null is "auto", and a text is one already.
std::optional<std::string> axisText(const nlohmann::json& value, char separator = ',') {
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number()) return value.dump();
    if (value.is_null()) return "auto";
    if (!value.is_array() || value.empty()) return std::nullopt;
    std::string text;
    for (const nlohmann::json& each : value) {
        const auto part = axisText(each, '/');
        if (!part) return std::nullopt;
        text += (text.empty() ? "" : std::string(1, separator)) + *part;
    }
    return text;
}

} // namespace

Result<void> readSpace(const std::string& text, const std::string& place, DesignSpace& space,
                       Constraints& constraints) {
    const std::set<std::string_view> bounds = keysOf({}, constraintFields());
    Result<void> axes;
    RETURN_IF_ERROR(readJson(text, place, {}, [&](const JsonValue& root) {
        for (const auto& [key, value] : root.raw().items()) {
            if (key == "name" || key == "source" || bounds.contains(key)) continue;
            if (key == "accelerator") {
                if (value.is_string()) {
                    auto preset = presetOrFile(value.get<std::string>());
                    if (preset)
                        space.base = preset->accelerator;
                    else
                        axes = std::move(preset).error();
                } else if (const auto object = root.object("accelerator")) {
                    readAccelerator(*object, space.base);
                }
                continue;
            }
            const auto values = axisText(value);
            if (!values) return JsonValue(value, key, root.findings()).expected(say("a list of values"));
            if (axes) axes = readAxis(key + "=" + *values, space);
        }
        readFields(root, constraintFields(), constraints);
    }));
    if (!axes) return std::move(axes).error().within(place);
    return {};
}

} // namespace edgewright::cost

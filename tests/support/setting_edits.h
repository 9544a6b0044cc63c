// SPDX-License-Identifier: GPL-3.0-or-later
// One edit for every field of Settings, from the tables.
#pragma once

#include "core/cost/accelerator_fields.h"
#include "core/fusion/option_fields.h"
#include "core/pipeline/settings/setting_fields.h"
#include "core/quant/layer/study_fields.h"
#include "tests/support/fields.h"

#include <functional>

namespace edgewright::test {

struct SettingEdit {
    std::string what;
    std::function<void(pipeline::Settings&)> apply;
};

// Edits of a table whose struct lies at `Part` in the settings; those of `group`, or all.
template <auto... Part, typename S>
std::vector<SettingEdit> editsOf(std::span<const Field<S>> fields, std::string_view group = {}) {
    std::vector<SettingEdit> edits;
    for (const Field<S>& field : fields)
        if (group.empty() || field.group == group)
            edits.push_back({std::string(field.key), [&field](pipeline::Settings& settings) {
                                 S& part = (settings.*....*Part);
                                 field.set(part, otherValue(field, field.get(part)));
                             }});
    return edits;
}

template <typename... Lists>
std::vector<SettingEdit> joined(std::vector<SettingEdit> edits, const Lists&... others) {
    (edits.insert(edits.end(), others.begin(), others.end()), ...);
    return edits;
}

inline std::vector<SettingEdit> acceleratorEdits() {
    return editsOf<&pipeline::Settings::accelerator>(cost::acceleratorFields());
}

inline std::vector<SettingEdit> constraintEdits() {
    return editsOf<&pipeline::Settings::space, &cost::SpaceChoice::constraints>(cost::constraintFields());
}

// Codes and schemes.
inline std::vector<SettingEdit> codeEdits() {
    using pipeline::Int8Options, pipeline::Settings, quant::StudyOptions;
    return joined(
        editsOf<&Settings::int8, &Int8Options::study>(quant::codeFields()),
        editsOf<&Settings::int8, &Int8Options::study, &StudyOptions::weightScheme>(quant::schemeFields()),
        editsOf<&Settings::int8, &Int8Options::study, &StudyOptions::activationScheme>(quant::schemeFields()));
}

inline std::vector<SettingEdit> arithmeticEdits() {
    return editsOf<&pipeline::Settings::int8, &pipeline::Int8Options::study>(quant::arithmeticFields());
}

inline std::vector<SettingEdit> quantizationEdits(std::string_view group = {}) {
    return editsOf<&pipeline::Settings::quantization>(pipeline::quantizationFields(), group);
}

// Edits of every field.
inline std::vector<SettingEdit> settingEdits() {
    using pipeline::Settings;
    return joined(editsOf<&Settings::fusion>(fusion::optionFields()), editsOf(pipeline::memoryFields()),
                  editsOf(pipeline::checkFields()), editsOf(pipeline::figureFields()), acceleratorEdits(),
                  editsOf<&Settings::space>(pipeline::spaceFields()), constraintEdits(), codeEdits(),
                  arithmeticEdits(), editsOf<&Settings::int8>(pipeline::int8Fields()), quantizationEdits());
}

} // namespace edgewright::test

// SPDX-License-Identifier: GPL-3.0-or-later
// All decisions in Settings, of every table of fields: as a list, and as a table that says what a result was
// computed with. View state is no decision.
#pragma once

#include "core/base/field.h"
#include "core/pipeline/study.h"
#include "core/table/column.h"

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::pipeline {

// Texts are TRANSLATABLE("Setting", ...).
struct SettingField {
    std::string_view group;          // "Memory"
    std::string_view of;             // "weights": of what it is, where its title does not say so; else empty
    const FieldInfo* info = nullptr; // not null
    std::function<FieldValue(const Settings&)> get;
    std::function<void(Settings& into, const Settings& from)> copy; // this field alone
};
const std::vector<SettingField>& settingFields();

// Columns: group, setting, value, unit. The file of the model first, where it is given; a row for every field;
// and for what is no single value, where there is some: extents, rules that are not as by default, fusions
// taken back, groups by hand, tensors kept apart, adopted tilings, axes, ranges.
table::Table settingTable(const Settings& settings, const std::filesystem::path& model = {});
// The model by its name, then what of these rows is not as by default, a line for each group of them:
// "Accelerator: Clock 1.5 GHz, Dataflow Weight stationary".
std::vector<std::string> settingLines(const Settings& settings, const std::filesystem::path& model = {});

} // namespace edgewright::pipeline

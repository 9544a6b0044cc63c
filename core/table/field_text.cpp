// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_text.h"

#include "core/table/number_text.h"

namespace edgewright::table {

FieldText fieldText(const FieldInfo& field, const FieldValue& value) {
    if (const auto named = field.choiceOf(value))
        return {std::string(named->title.empty() ? named->key : named->title), {}};
    FieldText made{{}, field.unit};
    if (const auto* on = std::get_if<bool>(&value)) made.value = *on ? "on" : "off";
    if (const auto* count = std::get_if<std::int64_t>(&value)) made.value = std::to_string(*count);
    if (const auto* seed = std::get_if<std::uint64_t>(&value)) made.value = std::to_string(*seed);
    if (const auto* number = std::get_if<double>(&value)) made.value = shortestText(*number);
    if (const auto* text = std::get_if<std::string>(&value)) made.value = *text;
    if (made.value.empty()) made = {std::string(field.absent), {}};
    return made;
}

} // namespace edgewright::table

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/table/field_text.h"

#include "core/base/say.h"
#include "core/table/number_text.h"

namespace edgewright::table {

std::string FieldText::whole() const {
    return unit.empty() ? value : value + " " + translated("Setting", unit);
}

FieldText fieldText(const FieldInfo& field, const FieldValue& value) {
    if (const auto named = field.choiceOf(value))
        return {named->title.empty() ? std::string(named->key) : translated("Setting", named->title), {}};
    FieldText made{{}, field.unit};
    if (const auto* on = std::get_if<bool>(&value)) made.value = *on ? say("on") : say("off");
    if (const auto* count = std::get_if<std::int64_t>(&value)) made.value = std::to_string(*count);
    if (const auto* seed = std::get_if<std::uint64_t>(&value)) made.value = std::to_string(*seed);
    if (const auto* number = std::get_if<double>(&value)) made.value = shortestText(*number);
    if (const auto* text = std::get_if<std::string>(&value)) made.value = *text;
    if (made.value.empty()) made = {translated("Setting", field.absent), {}};
    return made;
}

} // namespace edgewright::table

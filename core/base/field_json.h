// SPDX-License-Identifier: GPL-3.0-or-later
// A table of fields as members of a JSON object.
#pragma once

#include "core/base/field.h"
#include "core/base/json_reader.h"

#include <initializer_list>
#include <iterator>
#include <set>

namespace edgewright {

// `now` where the key is absent.
inline FieldValue readField(const JsonValue& value, const FieldInfo& field, FieldValue now) {
    const std::string name(field.key);
    const char* const key = name.c_str();
    const auto with = [&](auto into, const auto& read) {
        using T = decltype(into);
        if (const T* given = std::get_if<T>(&now)) into = *given;
        const bool isThere =
            value.raw().is_object() && value.raw().contains(name) && !value.raw()[name].is_null();
        if (isThere) read(into);
        if (isThere || !std::holds_alternative<std::monostate>(now)) now = into;
    };
    switch (field.kind) {
    case FieldKind::Flag:
        with(false, [&](bool& into) { value.read(key, into); });
        break;
    case FieldKind::Count: {
        const auto lowest = static_cast<std::int64_t>(field.lowest);
        with(lowest, [&](std::int64_t& into) {
            if (!field.hasOnlyChoices) return value.read(key, into, lowest, field.highest);
            const JsonValue item(value.raw()[name], placeOfKey(value.place(), name), value.findings());
            if (item.raw().is_number_integer() && field.admits(item.raw().get<double>()))
                into = item.raw().get<std::int64_t>();
            else
                item.expectedOneOf(field.choiceList());
        });
        break;
    }
    case FieldKind::Seed:
        with(std::uint64_t(0), [&](std::uint64_t& into) { value.readSeed(key, into); });
        break;
    case FieldKind::Number:
        with(0.0, [&](double& into) {
            value.read(key, into, field.lowest, static_cast<double>(field.highest));
            if (!field.admits(into)) value.expectedAbove(name, JsonValue::limitText(field.lowest));
        });
        break;
    case FieldKind::Choice:
        with(std::string(), [&](std::string& into) {
            std::vector<std::string_view> words;
            for (const Choice& each : field.allChoices())
                words.push_back(each.key);
            if (const auto word = value.word(key, words)) into = words[*word];
        });
        break;
    case FieldKind::Text:
        with(std::string(), [&](std::string& into) { value.read(key, into); });
        break;
    }
    return now;
}

// Absent keys leave what there is.
template <typename S>
void readFields(const JsonValue& value, std::span<const Field<S>> fields, S& into) {
    for (const Field<S>& field : fields)
        field.set(into, readField(value, field, field.get(into)));
}

// Empty fields have no key.
template <typename Json, typename S>
void writeFields(Json& json, std::span<const Field<S>> fields, const S& from) {
    for (const Field<S>& field : fields)
        std::visit(
            [&](const auto& value) {
                if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>)
                    json[std::string(field.key)] = value;
            },
            field.get(from));
}

// The keys that an object of these fields and `others` can have; for JsonValue::only().
template <typename... S>
std::set<std::string_view> keysOf(std::initializer_list<std::string_view> others,
                                  std::span<const Field<S>>... tables) {
    std::set<std::string_view> keys(others);
    (std::ranges::transform(tables, std::inserter(keys, keys.end()), &FieldInfo::key), ...);
    return keys;
}

} // namespace edgewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Structs of choices beside their tables: how many members there are, and other values for each field.
#pragma once

#include "core/base/field.h"

#include <set>

namespace edgewright::test {

struct AnyMember {
    template <typename T>
    operator T() const;
};

// The number of members of an aggregate.
template <typename S, typename... Known>
constexpr std::size_t memberCount() {
    if constexpr (requires { S{Known{}..., AnyMember{}}; })
        return memberCount<S, Known..., AnyMember>();
    else
        return sizeof...(Known);
}

// A value that the field can have and that is not `value`.
inline FieldValue otherValue(const FieldInfo& field, const FieldValue& value) {
    const std::vector<Choice> choices = field.allChoices();
    switch (field.kind) {
    case FieldKind::Flag:
        return !std::get<bool>(value);
    case FieldKind::Count: {
        const auto lowest = static_cast<std::int64_t>(field.lowest);
        return value == FieldValue(lowest) ? lowest + 1 : lowest;
    }
    case FieldKind::Seed:
        return UINT64_MAX;
    case FieldKind::Number:
        return static_cast<double>(field.highest) - 0.5;
    case FieldKind::Choice:
    case FieldKind::Text:
        for (const Choice& each : choices)
            if (value != FieldValue(std::string(each.key))) return std::string(each.key);
        return field.kind == FieldKind::Text ? FieldValue(std::string("another")) : FieldValue();
    }
    return {};
}

// Nothing, or what is wrong with a table: each field is another member of the struct, changed by itself, with
// words and a key of its own; beside `others`, which are special, no member is without a field.
template <typename S>
std::string problemOf(std::span<const Field<S>> fields, std::size_t others) {
    if (fields.size() + others != memberCount<S>())
        return "members: " + std::to_string(memberCount<S>()) + ", fields: " + std::to_string(fields.size()) +
               ", special: " + std::to_string(others);
    std::set<std::string_view> keys;
    for (const Field<S>& field : fields) {
        const std::string key(field.key);
        if (!keys.insert(field.key).second) return key + ": twice";
        if (field.title.empty()) return key + ": no title";
        const S usual;
        S changed;
        const FieldValue other = otherValue(field, field.get(usual));
        field.set(changed, other);
        if (changed == usual || field.get(changed) != other) return key + ": is not changed";
        for (const Field<S>& each : fields)
            if (&each != &field && each.get(changed) != each.get(usual))
                return key + " changes " + std::string(each.key);
    }
    return {};
}

} // namespace edgewright::test

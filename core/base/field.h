// SPDX-License-Identifier: GPL-3.0-or-later
// Structs of choices as data: one Field for each member that a person decides, in one table beside the struct.
// Files, options of the command line, editors, Undo, A | B and the keys of stages go through the tables, so
// that a setting is one line there.
#pragma once

#include "core/base/translatable.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace edgewright {

enum class FieldKind { Flag, Count, Seed, Number, Choice, Text };

// By kind: bool, int64, uint64, double, the key of the choice, the text. Nothing: the field is empty.
using FieldValue = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string>;

// A value that has a name: an enumerator, an entry of a catalogue, a number that people call by a name.
struct Choice {
    std::string_view key;        // in files and on the command line
    std::string_view title = {}; // TRANSLATABLE("Setting", ...); empty: the key, spelled out
    std::string_view help = {};
};

template <typename Enumeration>
std::optional<Enumeration> enumeratorOf(std::span<const Choice> choices, std::string_view key) {
    const auto found = std::ranges::find(choices, key, &Choice::key);
    if (found == choices.end()) return std::nullopt;
    return static_cast<Enumeration>(found - choices.begin());
}

// Texts are TRANSLATABLE("Setting", ...).
struct FieldInfo {
    std::string_view key = {};    // in files
    std::string_view option = {}; // on the command line; empty: the key with hyphens
    std::string_view title = {};  // in Undo, and where two states are compared
    std::string_view label = {};  // of its editor in a form, under `group`; empty: the editor stands alone
    std::string_view help = {};
    std::string_view unit = {};   // "KiB"
    std::string_view absent = {}; // of nothing, or of a Text without a letter: "as columns"
    std::string_view group = {};
    double lowest = 0; // of Count and Number
    std::int64_t highest = INT64_MAX;
    std::int64_t usual = 0;       // what nothing stands for, of a Count that may be nothing; 0: no fixed number
    bool isAboveLowest = false;   // a Number that `lowest` is too small for
    bool isRare = false;          // out of sight on a page until it is asked for
    std::string_view onlyIn = {}; // the mode, or the choice of another field, that it counts in; empty: in all
    // In the order of the enumerators. Of a Count: values that have names.
    std::span<const Choice> choices = {};
    bool hasOnlyChoices = false;                  // of a Count: it is one of them
    std::vector<Choice> (*catalogue)() = nullptr; // in their place
    bool isOpen = false;                          // others than those of the catalogue are possible: a Text
    bool takesFile = false, takesFolder = false;  // a Text that may be a path
    bool isOptional = false;                      // may be nothing
    FieldKind kind = FieldKind::Count;            // that of the member, but for Seed

    std::vector<Choice> allChoices() const {
        return catalogue ? catalogue() : std::vector<Choice>(choices.begin(), choices.end());
    }
    // The entry that `value` is the key of; of a Count one that has a title.
    std::optional<Choice> choiceOf(const FieldValue& value) const {
        const auto* count = std::get_if<std::int64_t>(&value);
        const auto* text = std::get_if<std::string>(&value);
        if (!count && !text) return std::nullopt;
        const std::string wanted = count ? std::to_string(*count) : *text;
        for (const Choice& each : allChoices())
            if (each.key == wanted && !(count && each.title.empty())) return each;
        return std::nullopt;
    }
    // "1, 2, 4, 8"
    std::string choiceList() const {
        std::string list;
        for (const Choice& each : allChoices())
            list += (list.empty() ? "" : ", ") + std::string(each.key);
        return list;
    }
    // False for a number beyond the limits, or that is none.
    bool admits(double number) const {
        if (hasOnlyChoices && std::ranges::none_of(choices, [&](const Choice& each) {
                return static_cast<double>(std::stoll(std::string(each.key))) == number;
            }))
            return false;
        return (isAboveLowest ? number > lowest : number >= lowest) && number <= static_cast<double>(highest);
    }
};

template <typename S>
struct Field : FieldInfo {
    FieldValue (*read)(const S& from, const FieldInfo& field) = nullptr;
    void (*write)(S& into, const FieldValue& value, const FieldInfo& field) = nullptr;

    FieldValue get(const S& from) const { return read(from, *this); }
    // `value` is one that the field can have.
    void set(S& into, const FieldValue& value) const { write(into, value, *this); }
};

// There is one of that key.
template <typename S>
const Field<S>& fieldNamed(std::span<const Field<S>> fields, std::string_view key) {
    return *std::ranges::find(fields, key, &Field<S>::key);
}

template <typename T>
inline constexpr bool isOptionalMember = false;
template <typename T>
inline constexpr bool isOptionalMember<std::optional<T>> = true;

template <typename T>
constexpr FieldKind fieldKindOf(const FieldInfo& field) {
    if constexpr (isOptionalMember<T>)
        return fieldKindOf<typename T::value_type>(field);
    else if constexpr (std::is_same_v<T, bool>)
        return FieldKind::Flag;
    else if constexpr (std::is_enum_v<T>)
        return FieldKind::Choice;
    else if constexpr (std::is_integral_v<T>)
        return field.kind == FieldKind::Seed ? FieldKind::Seed : FieldKind::Count;
    else if constexpr (std::is_floating_point_v<T>)
        return FieldKind::Number;
    else
        return field.catalogue && !field.isOpen ? FieldKind::Choice : FieldKind::Text;
}

template <typename T>
FieldValue memberValue(const T& member, const FieldInfo& field) {
    if constexpr (isOptionalMember<T>) {
        return member ? memberValue(*member, field) : FieldValue();
    } else if constexpr (std::is_same_v<T, bool>) {
        return member;
    } else if constexpr (std::is_enum_v<T>) {
        return std::string(field.choices[static_cast<std::size_t>(member)].key);
    } else if constexpr (std::is_integral_v<T>) {
        return field.kind == FieldKind::Seed ? FieldValue(static_cast<std::uint64_t>(member))
                                             : FieldValue(static_cast<std::int64_t>(member));
    } else if constexpr (std::is_floating_point_v<T>) {
        return static_cast<double>(member);
    } else if constexpr (std::is_same_v<T, std::filesystem::path>) {
        return memberValue(member.string(), field);
    } else {
        return member;
    }
}

template <typename T>
void setMember(T& member, const FieldValue& value, const FieldInfo& field) {
    if constexpr (isOptionalMember<T>) {
        if (std::holds_alternative<std::monostate>(value))
            member.reset();
        else
            setMember(member.emplace(), value, field);
    } else if constexpr (std::is_same_v<T, bool>) {
        member = std::get<bool>(value);
    } else if constexpr (std::is_enum_v<T>) {
        member = enumeratorOf<T>(field.choices, std::get<std::string>(value)).value_or(member);
    } else if constexpr (std::is_integral_v<T>) {
        member = field.kind == FieldKind::Seed ? static_cast<T>(std::get<std::uint64_t>(value))
                                               : static_cast<T>(std::get<std::int64_t>(value));
    } else if constexpr (std::is_floating_point_v<T>) {
        member = static_cast<T>(std::get<double>(value));
    } else {
        member = std::get<std::string>(value);
    }
}

template <typename S, typename T>
S ownerOfMember(T S::*);

// The field of a member, or of a member of a member: field<&Settings::liveness,
// &LivenessOptions::alignment>(...).
template <auto Member, auto... Inner>
constexpr auto field(FieldInfo info) {
    using S = decltype(ownerOfMember(Member));
    using T = std::remove_cvref_t<decltype(((std::declval<S&>().*Member).*....*Inner))>;
    info.isOptional = info.isOptional || isOptionalMember<T>;
    info.kind = fieldKindOf<T>(info);
    return Field<S>{
        info, [](const S& from, const FieldInfo& of) { return memberValue(((from.*Member).*....*Inner), of); },
        [](S& into, const FieldValue& value, const FieldInfo& of) {
            setMember(((into.*Member).*....*Inner), value, of);
        }};
}

} // namespace edgewright

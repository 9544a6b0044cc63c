// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON that may hold anything: every access says what it expects, the first fault is kept with its place,
// and keys that nobody asked for are listed.
#pragma once

#include "core/base/nearest_word.h"

#include <nlohmann/json.hpp>

#include <cstdint>
#include <cstdio>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright {

// A key that nobody asks for.
struct UnknownKey {
    std::string place;   // "accelerator.clok_ghz"
    std::string nearest; // "clock_ghz"; empty: none is like it

    std::string suggestion() const { return nearest.empty() ? "" : "; did you mean '" + nearest + "'?"; }
};

// The errors of a document, and keys that are merely unknown.
struct JsonFindings {
    std::string fault; // "fusion.skipped[2].nodes: expected a list"; empty: none
    std::string faultPlace;
    std::vector<UnknownKey> unknown;
};

// "accelerator.clock_ghz", "axes[2]"; what is in the document itself stands at "clock_ghz".
inline std::string placeOfKey(const std::string& place, const std::string& key) {
    const std::string shown = key.size() > 80 ? key.substr(0, 80) + "..." : key;
    return place.empty() ? shown : place + "." + shown;
}
inline std::string placeOfItem(const std::string& place, std::size_t index) {
    return place + "[" + std::to_string(index) + "]";
}

// One value and where it stands. Once there is a fault, everything reads as absent.
class JsonValue {
public:
    JsonValue(const nlohmann::json& value, std::string place, JsonFindings& findings)
        : m_value(&value), m_place(std::move(place)), m_findings(&findings) {}

    void expected(const std::string& what) const {
        if (!m_findings->fault.empty()) return;
        m_findings->fault = (m_place.empty() ? "the document" : m_place) + ": expected " + what;
        m_findings->faultPlace = m_place;
    }
    static std::string limitText(double limit) {
        char text[32];
        std::snprintf(text, sizeof text, "%.15g", limit);
        return text;
    }
    const nlohmann::json& raw() const { return *m_value; }
    const std::string& place() const { return m_place; }
    JsonFindings& findings() const { return *m_findings; }

    // Present and of the right kind; absent (or null) leaves `into` as it is.
    void read(const char* key, std::string& into) const {
        if (const auto found = at(key)) {
            if (found->m_value->is_string())
                into = found->m_value->get<std::string>();
            else
                found->expected("a text");
        }
    }
    void read(const char* key, bool& into) const {
        if (const auto found = at(key)) {
            if (found->m_value->is_boolean())
                into = found->m_value->get<bool>();
            else
                found->expected("true or false");
        }
    }
    void read(const char* key, double& into, double lowest, double highest) const {
        if (const auto found = at(key)) {
            const bool isNumber = found->m_value->is_number();
            const double number = isNumber ? found->m_value->get<double>() : 0;
            if (isNumber && number >= lowest && number <= highest)
                into = number;
            else
                found->expected("a number from " + limitText(lowest) + " to " + limitText(highest));
        }
    }
    template <typename Integer>
    void read(const char* key, Integer& into, std::int64_t lowest, std::int64_t highest) const {
        if (const auto found = at(key))
            if (const auto number = found->integer(lowest, highest)) into = static_cast<Integer>(*number);
    }
    std::optional<std::int64_t> integer(std::int64_t lowest, std::int64_t highest) const {
        const bool fits = m_value->is_number_integer() &&
                          !(m_value->is_number_unsigned() &&
                            m_value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) &&
                          m_value->get<std::int64_t>() >= lowest && m_value->get<std::int64_t>() <= highest;
        if (fits) return m_value->get<std::int64_t>();
        expected("a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest));
        return std::nullopt;
    }
    void readSeed(const char* key, std::uint64_t& into) const {
        const auto found = at(key);
        if (!found) return;
        if (found->m_value->is_number_unsigned())
            into = found->m_value->get<std::uint64_t>();
        else
            found->expected("a whole number >= 0");
    }
    // One of `words`; its index.
    std::optional<std::size_t> word(const char* key, const std::vector<std::string_view>& words) const {
        const auto found = at(key);
        if (!found) return std::nullopt;
        if (found->m_value->is_string())
            for (std::size_t i = 0; i < words.size(); ++i)
                if (found->m_value->get_ref<const std::string&>() == words[i]) return i;
        std::string list;
        for (const std::string_view each : words)
            list += (list.empty() ? "" : ", ") + std::string(each);
        found->expected("one of " + list);
        return std::nullopt;
    }
    // True for the kind of document that is expected; else a fault.
    bool isFormat(std::string_view format) const {
        std::string found;
        read("format", found);
        if (found != format) expected("\"format\": \"" + std::string(format) + "\"");
        return found == format;
    }
    std::optional<JsonValue> object(const char* key) const {
        auto found = at(key);
        if (!found || found->m_value->is_object()) return found;
        found->expected("an object");
        return std::nullopt;
    }
    // The items of a list; none when it is absent.
    std::vector<JsonValue> list(const char* key) const {
        const auto found = at(key);
        return found ? found->items() : std::vector<JsonValue>();
    }
    std::vector<JsonValue> items() const {
        std::vector<JsonValue> result;
        if (!m_value->is_array()) {
            expected("a list");
            return result;
        }
        for (std::size_t i = 0; i < m_value->size(); ++i)
            result.emplace_back((*m_value)[i], placeOfItem(m_place, i), *m_findings);
        return result;
    }
    // Keys that are none of `known` are noted.
    void only(const std::set<std::string_view>& known) const {
        if (!m_value->is_object()) return expected("an object");
        constexpr std::size_t MaxUnknown = 100; // more say no more
        const std::vector<std::string_view> words(known.begin(), known.end());
        for (const auto& [key, value] : m_value->items())
            if (!known.contains(key) && m_findings->unknown.size() < MaxUnknown)
                m_findings->unknown.push_back(
                    {placeOfKey(m_place, key), std::string(nearestWord(key, words).value_or(""))});
    }

private:
    std::optional<JsonValue> at(const char* key) const {
        if (!m_findings->fault.empty() || !m_value->is_object()) return std::nullopt;
        const auto it = m_value->find(key);
        if (it == m_value->end() || it->is_null()) return std::nullopt;
        return JsonValue(*it, placeOfKey(m_place, key), *m_findings);
    }

    const nlohmann::json* m_value;
    std::string m_place;
    JsonFindings* m_findings;
};

} // namespace edgewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_reader.h"

#include "core/base/say.h"

#include <cstdio>

namespace edgewright {

std::string UnknownKey::suggestion() const {
    return nearest.empty() ? std::string() : say("; did you mean '{1}'?", nearest);
}

void JsonValue::expected(const std::string& what) const {
    if (!m_findings->fault.empty()) return;
    m_findings->fault = say("{1}: expected {2}", m_place.empty() ? say("the document") : m_place, what);
    m_findings->faultPlace = m_place;
}

void JsonValue::expectedOneOf(const std::string& list) const { expected(say("one of {1}", list)); }

void JsonValue::expectedAbove(const std::string& key, const std::string& low) const {
    expected(say("a \"{1}\" above {2}", key, low));
}

std::string JsonValue::limitText(double limit) {
    char text[32];
    std::snprintf(text, sizeof text, "%.15g", limit);
    return text;
}

void JsonValue::read(const char* key, std::string& into) const {
    const auto found = at(key);
    if (!found) return;
    if (found->m_value->is_string())
        into = found->m_value->get<std::string>();
    else
        found->expected(say("a text"));
}

void JsonValue::read(const char* key, bool& into) const {
    const auto found = at(key);
    if (!found) return;
    if (found->m_value->is_boolean())
        into = found->m_value->get<bool>();
    else
        found->expected(say("true or false"));
}

void JsonValue::read(const char* key, double& into, double lowest, double highest) const {
    const auto found = at(key);
    if (!found) return;
    const bool isNumber = found->m_value->is_number();
    const double number = isNumber ? found->m_value->get<double>() : 0;
    if (isNumber && number >= lowest && number <= highest)
        into = number;
    else
        found->expected(say("a number from {1} to {2}", limitText(lowest), limitText(highest)));
}

std::optional<std::int64_t> JsonValue::integer(std::int64_t lowest, std::int64_t highest) const {
    const bool fits = m_value->is_number_integer() &&
                      !(m_value->is_number_unsigned() &&
                        m_value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX)) &&
                      m_value->get<std::int64_t>() >= lowest && m_value->get<std::int64_t>() <= highest;
    if (fits) return m_value->get<std::int64_t>();
    expected(say("a whole number from {1} to {2}", lowest, highest));
    return std::nullopt;
}

void JsonValue::readSeed(const char* key, std::uint64_t& into) const {
    const auto found = at(key);
    if (!found) return;
    if (found->m_value->is_number_unsigned())
        into = found->m_value->get<std::uint64_t>();
    else
        found->expected(say("a whole number >= 0"));
}

std::optional<std::size_t> JsonValue::word(const char* key, const std::vector<std::string_view>& words) const {
    const auto found = at(key);
    if (!found) return std::nullopt;
    if (found->m_value->is_string())
        for (std::size_t i = 0; i < words.size(); ++i)
            if (found->m_value->get_ref<const std::string&>() == words[i]) return i;
    std::string list;
    for (const std::string_view each : words)
        list += (list.empty() ? "" : ", ") + std::string(each);
    found->expectedOneOf(list);
    return std::nullopt;
}

bool JsonValue::isFormat(std::string_view format) const {
    std::string found;
    read("format", found);
    if (found != format) expected("\"format\": \"" + std::string(format) + "\"");
    return found == format;
}

std::optional<JsonValue> JsonValue::object(const char* key) const {
    auto found = at(key);
    if (!found || found->m_value->is_object()) return found;
    found->expected(say("an object"));
    return std::nullopt;
}

std::vector<JsonValue> JsonValue::list(const char* key) const {
    const auto found = at(key);
    return found ? found->items() : std::vector<JsonValue>();
}

std::vector<JsonValue> JsonValue::items() const {
    std::vector<JsonValue> result;
    if (!m_value->is_array()) {
        expected(say("a list"));
        return result;
    }
    for (std::size_t i = 0; i < m_value->size(); ++i)
        result.emplace_back((*m_value)[i], placeOfItem(m_place, i), *m_findings);
    return result;
}

void JsonValue::only(const std::set<std::string_view>& known) const {
    if (!m_value->is_object()) return expected(say("an object"));
    constexpr std::size_t MaxUnknown = 100; // more say no more
    const std::vector<std::string_view> words(known.begin(), known.end());
    for (const auto& [key, value] : m_value->items())
        if (!known.contains(key) && m_findings->unknown.size() < MaxUnknown)
            m_findings->unknown.push_back(
                {placeOfKey(m_place, key), std::string(nearestWord(key, words).value_or(""))});
}

std::optional<JsonValue> JsonValue::at(const char* key) const {
    if (!m_findings->fault.empty() || !m_value->is_object()) return std::nullopt;
    const auto it = m_value->find(key);
    if (it == m_value->end() || it->is_null()) return std::nullopt;
    return JsonValue(*it, placeOfKey(m_place, key), *m_findings);
}

} // namespace edgewright

// SPDX-License-Identifier: GPL-3.0-or-later
// Reads JSON that may hold anything: every access says what it expects, the first fault is kept with its place,
// and keys that nobody asked for are listed.
#pragma once

#include "core/base/nearest_word.h"

#include <nlohmann/json.hpp>

#include <cstdint>
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

    std::string suggestion() const; // "; did you mean 'clock_ghz'?", or empty
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

    void expected(const std::string& what) const; // a clause: say("a list")
    static std::string limitText(double limit);
    const nlohmann::json& raw() const { return *m_value; }
    const std::string& place() const { return m_place; }
    JsonFindings& findings() const { return *m_findings; }

    // Present and of the right kind; absent (or null) leaves `into` as it is.
    void read(const char* key, std::string& into) const;
    void read(const char* key, bool& into) const;
    void read(const char* key, double& into, double lowest, double highest) const;
    template <typename Integer>
    void read(const char* key, Integer& into, std::int64_t lowest, std::int64_t highest) const {
        if (const auto found = at(key))
            if (const auto number = found->integer(lowest, highest)) into = static_cast<Integer>(*number);
    }
    std::optional<std::int64_t> integer(std::int64_t lowest, std::int64_t highest) const;
    void readSeed(const char* key, std::uint64_t& into) const;
    // One of `words`; its index.
    std::optional<std::size_t> word(const char* key, const std::vector<std::string_view>& words) const;
    void expectedOneOf(const std::string& list) const;                        // "1, 2, 4"
    void expectedAbove(const std::string& key, const std::string& low) const; // of a number
    // True for the kind of document that is expected; else a fault.
    bool isFormat(std::string_view format) const;
    std::optional<JsonValue> object(const char* key) const;
    // The items of a list; none when it is absent.
    std::vector<JsonValue> list(const char* key) const;
    std::vector<JsonValue> items() const;
    // Keys that are none of `known` are noted.
    void only(const std::set<std::string_view>& known) const;

private:
    std::optional<JsonValue> at(const char* key) const;

    const nlohmann::json* m_value;
    std::string m_place;
    JsonFindings* m_findings;
};

} // namespace edgewright

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerators/accelerator_json.h"

#include "core/base/field_json.h"
#include "core/base/propagate.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/accelerators/nearest_word.h"
#include "core/cost/limits.h"

#include <algorithm>
#include <fstream>
#include <sstream>

namespace edgewright::cost {

namespace {

// Beside those of the fields. `cycles_per_second`, of a measured roof, is not used.
const std::set<std::string_view>& keys() {
    static const std::set<std::string_view> all =
        keysOf({"sram_kb", "cycles_per_second", "name", "title", "source"}, acceleratorFields());
    return all;
}

// Counted from 1.
std::size_t lineOf(const std::string& text, std::size_t at) {
    return 1 + static_cast<std::size_t>(std::count(
                   text.begin(), text.begin() + static_cast<std::ptrdiff_t>(std::min(at, text.size())), '\n'));
}

std::string unknownKey(const std::string& text, const std::string& place, const std::string& path) {
    const std::string key = path.substr(path.find_last_of('.') + 1);
    const std::vector<std::string_view> known(keys().begin(), keys().end());
    const auto like = nearestWord(key, known);
    const std::size_t at = text.find("\"" + key + "\"");
    return place + (at == std::string::npos ? "" : ", line " + std::to_string(lineOf(text, at))) +
           ": no key is called '" + path + "'" + (like ? "; did you mean '" + std::string(*like) + "'?" : "");
}

} // namespace

void readAccelerator(const JsonValue& value, Accelerator& accelerator) {
    value.only(keys());
    readFields(value, acceleratorFields(), accelerator);
    if (const auto sizes = value.list("sram_kb"); !sizes.empty()) {
        std::int64_t* const into[] = {&accelerator.ifmapKb, &accelerator.filterKb, &accelerator.ofmapKb};
        if (sizes.size() != 3) sizes.front().expected("three sizes in this list: inputs, weights, outputs");
        for (std::size_t i = 0; i < 3 && i < sizes.size(); ++i)
            *into[i] = sizes[i].integer(1, SramLimit).value_or(1);
    }
}

nlohmann::json acceleratorJson(const Accelerator& accelerator) {
    nlohmann::json json = nlohmann::json::object();
    writeFields(json, acceleratorFields(), accelerator);
    for (const char* size : {"ifmap_kb", "filter_kb", "ofmap_kb"})
        json.erase(size);
    json["sram_kb"] = {accelerator.ifmapKb, accelerator.filterKb, accelerator.ofmapKb};
    return json;
}

Result<NamedAccelerator> readNamedAccelerator(const std::string& text, const std::string& place) {
    NamedAccelerator named;
    RETURN_IF_ERROR(readDocument(text, place, [&](const JsonValue& root) {
        root.read("name", named.name);
        root.read("title", named.title);
        root.read("source", named.source);
        readAccelerator(root, named.accelerator);
    }));
    return named;
}

Result<void> readDocument(const std::string& text, const std::string& place,
                          const std::function<void(const JsonValue&)>& read) {
    nlohmann::json json;
    try {
        json = nlohmann::json::parse(text);
    } catch (const nlohmann::json::parse_error& error) {
        return badInput(place + ", line " + std::to_string(lineOf(text, error.byte)) + ": this is no JSON");
    }
    if (!json.is_object()) return badInput(place + ": expected a JSON object");
    JsonFindings findings;
    read(JsonValue(json, "", findings));
    if (!findings.fault.empty()) {
        const std::string key = findings.fault.substr(0, findings.fault.find_first_of(":.["));
        const std::size_t at = text.find("\"" + key + "\"");
        return badInput(place + (at == std::string::npos ? "" : ", line " + std::to_string(lineOf(text, at))) +
                        ": " + findings.fault);
    }
    if (!findings.unknown.empty()) return badInput(unknownKey(text, place, findings.unknown.front()));
    return {};
}

Result<std::string> textOfFile(const std::string& file) {
    constexpr std::size_t Most = std::size_t(1) << 20;
    std::ifstream stream(file, std::ios::binary);
    if (!stream) return badInput(file + ": cannot be read");
    std::string text(Most + 1, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(stream.gcount()));
    if (text.size() > Most) return badInput(file + ": larger than 1 MiB, which no such description is");
    return text;
}

} // namespace edgewright::cost

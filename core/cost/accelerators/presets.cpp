// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/accelerators/presets.h"

#include "core/base/field_json.h"
#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/misuse.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/accelerator_fields.h"
#include "core/cost/embedded/embedded.h"
#include "core/cost/limits.h"

namespace edgewright::cost {

namespace {

// Beside those of the fields. `cycles_per_second`, of a measured roof, is not used.
const std::set<std::string_view>& keys() {
    static const std::set<std::string_view> all =
        keysOf({"sram_kb", "cycles_per_second", "name", "title", "source"}, acceleratorFields());
    return all;
}

} // namespace

void readAccelerator(const JsonValue& value, Accelerator& accelerator) {
    value.only(keys());
    readFields(value, acceleratorFields(), accelerator);
    // Its own clock is the one that its energies hold at, unless it says another.
    const nlohmann::json& raw = value.raw();
    if (raw.is_object() && raw.contains("clock_ghz") && !raw.contains("nominal_ghz"))
        accelerator.nominalGhz = accelerator.clockGhz;
    if (const auto sizes = value.list("sram_kb"); !sizes.empty()) {
        std::int64_t* const into[] = {&accelerator.ifmapKb, &accelerator.filterKb, &accelerator.ofmapKb};
        if (sizes.size() != 3)
            sizes.front().expected(say("three sizes in this list: inputs, weights, outputs"));
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
    RETURN_IF_ERROR(readJson(text, place, {}, [&](const JsonValue& root) {
        root.read("name", named.name);
        root.read("title", named.title);
        root.read("source", named.source);
        readAccelerator(root, named.accelerator);
    }));
    return named;
}

const std::vector<NamedAccelerator>& presets() {
    static const std::vector<NamedAccelerator> known = [] {
        std::vector<NamedAccelerator> made;
        for (const EmbeddedFile& file : embeddedFiles("")) {
            if (file.name == "schema.json") continue;
            auto read = readNamedAccelerator(std::string(file.text), std::string(file.name));
            if (!read) endMisuse("a preset cannot be read: ", read.error().message.c_str());
            made.push_back(*std::move(read));
        }
        return made;
    }();
    return known;
}

bool isSame(const Accelerator& a, const Accelerator& b) {
    Accelerator said = a;
    if (a.dramBytesPerCycle() == b.dramBytesPerCycle()) said.bandwidth = b.bandwidth;
    return said == b;
}

Result<NamedAccelerator> presetOrFile(const std::string& nameOrFile) {
    for (const NamedAccelerator& each : presets())
        if (each.name == nameOrFile) return each;
    ASSIGN_OR_RETURN(const std::string text, textOfFile(nameOrFile, JsonLimits().bytes));
    return readNamedAccelerator(text, nameOrFile);
}

} // namespace edgewright::cost

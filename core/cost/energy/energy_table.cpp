// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/energy/energy_table.h"

#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/misuse.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/cost/embedded/embedded.h"

#include <cmath>
#include <filesystem>

namespace edgewright::cost {

namespace {

constexpr double Largest = 1e9;

// False: it is not there.
bool readByPrecision(const JsonValue& root, const char* key, ByPrecision& into) {
    const auto values = root.object(key);
    if (!values) return false;
    values->only({"int8", "fp16", "fp32"});
    values->read("int8", into.int8, 0, Largest);
    values->read("fp16", into.fp16, 0, Largest);
    values->read("fp32", into.fp32, 0, Largest);
    return true;
}

void readMac(const JsonValue& root, ByPrecision& mac) {
    if (!readByPrecision(root, "mac", mac)) root.expected(say("\"mac\", with \"int8\", \"fp16\" and \"fp32\""));
}

// One number is for both.
void readRegister(const JsonValue& root, EnergyTable& table) {
    if (root.raw().is_object() && root.raw().contains("register_byte") &&
        root.raw()["register_byte"].is_number()) {
        root.read("register_byte", table.registerRead, 0, Largest);
        table.registerWrite = table.registerRead;
    } else if (const auto each = root.object("register_byte")) {
        each->only({"read", "write"});
        each->read("read", table.registerRead, 0, Largest);
        each->read("write", table.registerWrite, 0, Largest);
    }
}

void readCurve(const JsonValue& root, VoltageCurve& curve) {
    const auto clock = root.object("clock");
    if (!clock) return;
    clock->only({"nominal_ghz", "points"});
    clock->read("nominal_ghz", curve.nominalGhz, 0, 1000);
    for (const JsonValue& each : clock->list("points")) {
        VoltageCurve::Point point;
        each.only({"ghz", "volt"});
        each.read("ghz", point.ghz, 0, 1000);
        each.read("volt", point.volt, 0, 1000);
        const VoltageCurve::Point before = curve.points.empty() ? VoltageCurve::Point() : curve.points.back();
        if (!(point.ghz > before.ghz && point.volt > before.volt))
            each.expected(say("\"ghz\" and \"volt\" that rise, above 0"));
        curve.points.push_back(point);
    }
    if (curve.points.size() < 2 || curve.nominalGhz < curve.points.front().ghz ||
        curve.nominalGhz > curve.points.back().ghz)
        clock->expected(say("two \"points\" or more, and a \"nominal_ghz\" within them"));
}

} // namespace

double VoltageCurve::volts(double relative) const {
    const double ghz = relative * nominalGhz;
    if (ghz <= points.front().ghz) return points.front().volt;
    std::size_t to = 1;
    while (to + 1 < points.size() && points[to].ghz < ghz)
        ++to;
    const Point &a = points[to - 1], &b = points[to];
    return a.volt + (b.volt - a.volt) * (ghz - a.ghz) / (b.ghz - a.ghz);
}

double VoltageCurve::energy(double relative) const {
    if (!isKnown()) return 1;
    const double ratio = volts(relative) / volts(1);
    return ratio * ratio;
}

double EnergyTable::sramByte(double bytes) const {
    if (sram.size() == 1) return sram.front().perByte;
    std::size_t to = 1;
    while (to + 1 < sram.size() && sram[to].bytes <= bytes)
        ++to;
    const Sram &a = sram[to - 1], &b = sram[to];
    const double exponent = std::log(b.perByte / a.perByte) / std::log(b.bytes / a.bytes);
    return a.perByte * std::pow(bytes / a.bytes, exponent);
}

Result<EnergyTable> readEnergyTable(const std::string& text, const std::string& place) {
    EnergyTable table;
    RETURN_IF_ERROR(readJson(text, place, {}, [&](const JsonValue& root) {
        root.only({"name", "title", "source", "unit", "mac", "register_byte", "hop_byte", "sram", "dram_byte",
                   "clock"});
        root.read("name", table.name);
        root.read("title", table.title);
        root.read("source", table.source);
        root.read("unit", table.unit);
        if (table.unit != "pJ" && table.unit != "MAC") root.expected(say("\"unit\": \"pJ\" or \"MAC\""));
        readMac(root, table.mac);
        readRegister(root, table);
        readByPrecision(root, "hop_byte", table.hopByte);
        readCurve(root, table.clock);
        root.read("dram_byte", table.dramByte, 0, Largest);
        for (const JsonValue& each : root.list("sram")) {
            EnergyTable::Sram point;
            each.only({"bytes", "per_byte"});
            each.read("bytes", point.bytes, 1, 1e15);
            each.read("per_byte", point.perByte, 0, Largest);
            const bool rises = table.sram.empty() || point.bytes > table.sram.back().bytes;
            if (!rises || point.perByte <= 0)
                each.expected(say("\"bytes\" that rise and \"per_byte\" above 0"));
            table.sram.push_back(point);
        }
        if (table.sram.empty()) root.expected(say("\"sram\", a list of {\"bytes\", \"per_byte\"}"));
        if (table.dramByte <= 0) root.expected(say("\"dram_byte\" above 0"));
    }));
    return table;
}

Result<AreaTable> readAreaTable(const std::string& text, const std::string& place) {
    AreaTable table;
    RETURN_IF_ERROR(readJson(text, place, {}, [&](const JsonValue& root) {
        root.only({"name", "title", "source", "mac", "register_byte", "sram_kilobyte", "lane",
                   "dram_gigabyte_per_second"});
        root.read("name", table.name);
        root.read("title", table.title);
        root.read("source", table.source);
        readMac(root, table.mac);
        root.read("register_byte", table.registerByte, 0, Largest);
        root.read("dram_gigabyte_per_second", table.dramGigabytePerSecond, 0, Largest);
        root.read("sram_kilobyte", table.sramKilobyte, 0, Largest);
        root.read("lane", table.lane, 0, Largest);
    }));
    return table;
}

const std::vector<std::shared_ptr<const EnergyTable>>& energyTables() {
    static const auto tables = [] {
        std::vector<std::shared_ptr<const EnergyTable>> made;
        for (const EmbeddedFile& file : embeddedFiles("energy/")) {
            auto table = readEnergyTable(std::string(file.text), std::string(file.name));
            if (!table) endMisuse("a table cannot be read: ", table.error().message.c_str());
            made.push_back(std::make_shared<const EnergyTable>(*std::move(table)));
        }
        return made;
    }();
    return tables;
}

Result<std::shared_ptr<const EnergyTable>> energyTable(const std::string& nameOrFile) {
    for (const auto& table : energyTables())
        if (table->name == nameOrFile) return table;
    ASSIGN_OR_RETURN(const std::string text, textOfFile(nameOrFile, JsonLimits().bytes));
    ASSIGN_OR_RETURN(auto table, readEnergyTable(text, nameOrFile));
    return std::make_shared<const EnergyTable>(std::move(table));
}

std::string energyTableName(const std::string& nameOrFile) {
    return std::filesystem::path(nameOrFile).filename().string();
}

const AreaTable& areaTable() {
    static const AreaTable table = [] {
        const auto files = embeddedFiles("area/");
        auto read = readAreaTable(std::string(files.front().text), std::string(files.front().name));
        if (!read) endMisuse("a table cannot be read: ", read.error().message.c_str());
        return *std::move(read);
    }();
    return table;
}

} // namespace edgewright::cost

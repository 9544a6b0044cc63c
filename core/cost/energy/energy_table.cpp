// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/energy/energy_table.h"

#include "core/base/file_text.h"
#include "core/base/json_document.h"
#include "core/base/misuse.h"
#include "core/base/propagate.h"
#include "core/cost/embedded/embedded.h"

#include <cmath>

namespace edgewright::cost {

namespace {

constexpr double Largest = 1e9;

void readMac(const JsonValue& root, double& mac1, double& mac2, double& mac4) {
    const auto mac = root.object("mac");
    if (!mac) return root.expected("\"mac\", with \"int8\", \"fp16\" and \"fp32\"");
    mac->only({"int8", "fp16", "fp32"});
    mac->read("int8", mac1, 0, Largest);
    mac->read("fp16", mac2, 0, Largest);
    mac->read("fp32", mac4, 0, Largest);
}

} // namespace

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
        root.only({"name", "title", "source", "unit", "mac", "register_byte", "sram", "dram_byte"});
        root.read("name", table.name);
        root.read("title", table.title);
        root.read("source", table.source);
        root.read("unit", table.unit);
        if (table.unit != "pJ" && table.unit != "MAC") root.expected("\"unit\": \"pJ\" or \"MAC\"");
        readMac(root, table.mac1, table.mac2, table.mac4);
        root.read("register_byte", table.registerByte, 0, Largest);
        root.read("dram_byte", table.dramByte, 0, Largest);
        for (const JsonValue& each : root.list("sram")) {
            EnergyTable::Sram point;
            each.only({"bytes", "per_byte"});
            each.read("bytes", point.bytes, 1, 1e15);
            each.read("per_byte", point.perByte, 0, Largest);
            const bool rises = table.sram.empty() || point.bytes > table.sram.back().bytes;
            if (!rises || point.perByte <= 0) each.expected("\"bytes\" that rise and \"per_byte\" above 0");
            table.sram.push_back(point);
        }
        if (table.sram.empty()) root.expected("\"sram\", a list of {\"bytes\", \"per_byte\"}");
        if (table.dramByte <= 0) root.expected("\"dram_byte\" above 0");
    }));
    return table;
}

Result<AreaTable> readAreaTable(const std::string& text, const std::string& place) {
    AreaTable table;
    RETURN_IF_ERROR(readJson(text, place, {}, [&](const JsonValue& root) {
        root.only({"name", "title", "source", "mac", "sram_kilobyte", "lane"});
        root.read("name", table.name);
        root.read("title", table.title);
        root.read("source", table.source);
        readMac(root, table.mac1, table.mac2, table.mac4);
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

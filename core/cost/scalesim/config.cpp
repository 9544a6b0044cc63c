// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/cost/scalesim/config.h"

#include "core/base/csv.h"
#include "core/base/nearest_word.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/cost/limits.h"
#include "core/cost/scalesim/ini.h"

#include <algorithm>
#include <charconv>
#include <optional>

namespace edgewright::cost {

namespace {

struct KnownSection {
    const char* section;
    std::vector<const char*> keys;
    std::vector<const char*> onlyRequiredByV3; // of those that we can do without
};

const std::vector<KnownSection>& knownKeys() {
    static const std::vector<KnownSection> all{
        {"general", {"run_name"}, {"run_name"}},
        {"architecture_presets",
         {"ArrayHeight", "ArrayWidth", "IfmapSramSzkB", "FilterSramSzkB", "OfmapSramSzkB", "IfmapOffset",
          "FilterOffset", "OfmapOffset", "Bandwidth", "Dataflow", "MemoryBanks", "ReadRequestBuffer",
          "WriteRequestBuffer"},
         {"IfmapOffset", "FilterOffset", "OfmapOffset", "ReadRequestBuffer", "WriteRequestBuffer"}},
        {"layout",
         {"IfmapCustomLayout", "IfmapSRAMBankBandwidth", "IfmapSRAMBankNum", "IfmapSRAMBankPort",
          "FilterCustomLayout", "FilterSRAMBankBandwidth", "FilterSRAMBankNum", "FilterSRAMBankPort"},
         {"IfmapCustomLayout", "IfmapSRAMBankBandwidth", "IfmapSRAMBankNum", "IfmapSRAMBankPort",
          "FilterCustomLayout", "FilterSRAMBankBandwidth", "FilterSRAMBankNum", "FilterSRAMBankPort"}},
        {"sparsity",
         {"SparsitySupport", "SparseRep", "OptimizedMapping", "BlockSize", "RandomNumberGeneratorSeed"},
         {"SparsitySupport"}},
        {"run_presets", {"InterfaceBandwidth", "UseRamulatorTrace"}, {"UseRamulatorTrace"}},
        {"network_presets", {"TopologyCsvLoc"}, {}}};
    return all;
}

std::optional<std::string> nearestKey(std::string_view word, const std::vector<const char*>& known) {
    const std::vector<std::string_view> words(known.begin(), known.end());
    const auto found = nearestWord(word, words);
    return found ? std::optional<std::string>(*found) : std::nullopt;
}

bool isTrue(const IniEntry* entry) { return entry && isSameKey(entry->value, "true"); }

class ConfigReader {
public:
    ConfigReader(const std::filesystem::path& path, IniFile file, ScaleSimVersion version)
        : m_path(path.string()), m_file(std::move(file)) {
        m_config.setup.version = version;
    }

    Result<ScaleSimConfig> read() {
        for (const IniSection& section : m_file.sections)
            RETURN_IF_ERROR(lookAt(section));
        if (const IniEntry* name = find("general", "run_name")) m_config.runName = name->value;
        Accelerator& accelerator = m_config.setup.accelerator;
        const std::string array = "architecture_presets";
        RETURN_IF_ERROR(number(array, "ArrayHeight", ArrayLimit, accelerator.rows));
        RETURN_IF_ERROR(number(array, "ArrayWidth", ArrayLimit, accelerator.cols));
        RETURN_IF_ERROR(number(array, "IfmapSramSzkB", SramLimit, accelerator.ifmapKb));
        RETURN_IF_ERROR(number(array, "FilterSramSzkB", SramLimit, accelerator.filterKb));
        RETURN_IF_ERROR(number(array, "OfmapSramSzkB", SramLimit, accelerator.ofmapKb));
        ASSIGN_OR_RETURN(const IniEntry* dataflow, required(array, "Dataflow"));
        const auto named = dataflowFrom(dataflow->value);
        if (!named) return wrong(*dataflow, say("os, ws or is"));
        accelerator.dataflow = *named;

        ASSIGN_OR_RETURN(const IniEntry* mode, required("run_presets", "InterfaceBandwidth"));
        const bool user = mode->value == "USER";
        if (!user && mode->value != "CALC") return wrong(*mode, say("CALC or USER"));
        RETURN_IF_ERROR(refuse(user));
        RETURN_IF_ERROR(sparsity());
        if (user) RETURN_IF_ERROR(bandwidths());
        if (m_config.setup.version == ScaleSimVersion::V3) noteWhatV3Wants();
        return std::move(m_config);
    }

private:
    Result<void> lookAt(const IniSection& section) {
        std::vector<const char*> sections;
        const KnownSection* known = nullptr;
        for (const KnownSection& each : knownKeys()) {
            sections.push_back(each.section);
            if (section.name == each.section) known = &each;
        }
        if (!known) {
            const auto near = nearestKey(section.name, sections);
            if (near && !m_file.find(*near))
                return badInput(at(section.line) +
                                say("unknown section [{1}]; the nearest known is [{2}]", section.name, *near));
            note("unknown-section", at(section.line) + say("section [{1}] is passed over", section.name));
            return {};
        }
        for (const IniEntry& entry : section.entries) {
            if (std::ranges::any_of(known->keys, [&](const char* key) { return isSameKey(entry.key, key); }))
                continue;
            const auto near = nearestKey(entry.key, known->keys);
            if (near && !section.find(*near))
                return badInput(at(entry.line) + say("unknown key {1} in [{2}]; the nearest known is '{3}'",
                                                     inQuotes(entry.key), section.name, *near));
            note("unknown-key",
                 at(entry.line) + say("key {1} in [{2}] is passed over", inQuotes(entry.key), section.name));
        }
        return {};
    }

    // What changes the numbers in ways that are not modelled.
    Result<void> refuse(bool user) {
        if (const IniEntry* entry = find("run_presets", "UseRamulatorTrace"); isTrue(entry))
            return unsupported(at(entry->line) + say("UseRamulatorTrace: traces of Ramulator cannot be read"));
        for (const char* key : {"IfmapCustomLayout", "FilterCustomLayout"}) {
            const IniEntry* entry = find("layout", key);
            if (!isTrue(entry)) continue;
            if (user)
                return unsupported(at(entry->line) +
                                   say("{1}: conflicts between banks cannot be estimated", key));
            note("layout", at(entry->line) + say("{1} changes nothing without a bandwidth", key));
        }
        return {};
    }

    Result<void> sparsity() {
        const IniEntry* support = find("sparsity", "SparsitySupport");
        if (!isTrue(support)) return {};
        if (m_config.setup.version == ScaleSimVersion::V2) {
            note("sparsity",
                 at(support->line) + say("SparsitySupport is passed over; SCALE-Sim v2 has no sparsity"));
            return {};
        }
        if (const IniEntry* entry = find("sparsity", "OptimizedMapping"); isTrue(entry))
            return unsupported(
                at(entry->line) +
                say("OptimizedMapping: row-wise sparsity, at random, cannot be estimated; with false each "
                    "layer has the ratio N:M of its row in the topology"));
        ASSIGN_OR_RETURN(const IniEntry* form, required("sparsity", "SparseRep"));
        m_config.setup.sparse = sparseFormFrom(form->value);
        if (!m_config.setup.sparse) return wrong(*form, say("csr, csc or ellpack_block"));
        return {};
    }

    Result<void> bandwidths() {
        ScaleSimSetup& setup = m_config.setup;
        RETURN_IF_ERROR(
            number("architecture_presets", "Bandwidth", SramLimit, setup.accelerator.bandwidth.emplace()));
        if (setup.version == ScaleSimVersion::V2) return {};
        bool differs = false;
        const auto ofSram = [&](const char* key, std::optional<std::int64_t>& into) -> Result<void> {
            if (!find("layout", key)) {
                note("bandwidth", say("{1}: [layout] has no {2}; Bandwidth is taken", m_path, key));
                return {};
            }
            RETURN_IF_ERROR(number("layout", key, SramLimit, into.emplace()));
            differs = differs || into != setup.accelerator.bandwidth;
            return {};
        };
        RETURN_IF_ERROR(ofSram("IfmapSRAMBankBandwidth", setup.ifmapBandwidth));
        RETURN_IF_ERROR(ofSram("FilterSRAMBankBandwidth", setup.filterBandwidth));
        if (differs)
            note("bandwidth",
                 say("{1}: as in SCALE-Sim v3, ifmap and filter have the bandwidths of [layout], and Bandwidth "
                     "is that of the ofmap",
                     m_path));
        return {};
    }

    void noteWhatV3Wants() {
        std::string missing;
        for (const KnownSection& each : knownKeys())
            for (const char* key : each.onlyRequiredByV3)
                if (!find(each.section, key)) missing += (missing.empty() ? "" : ", ") + std::string(key);
        if (!missing.empty())
            note("missing-key",
                 say("{1}: SCALE-Sim v3 does not read this file, which lacks {2}", m_path, missing));
    }

    const IniEntry* find(std::string_view section, std::string_view key) const {
        const IniSection* found = m_file.find(section);
        return found ? found->find(key) : nullptr;
    }
    Result<const IniEntry*> required(const std::string& section, const char* key) const {
        if (const IniEntry* entry = find(section, key)) return entry;
        return badInput(m_file.find(section)
                            ? say("{1}: [{2}] has no {3}", m_path, section, key)
                            : say("{1}: [{2}] has no {3}: there is no such section", m_path, section, key));
    }
    // The first of a list.
    Result<void> number(const std::string& section, const char* key, std::int64_t most,
                        std::int64_t& into) const {
        ASSIGN_OR_RETURN(const IniEntry* entry, required(section, key));
        const std::string_view text = csvFields(entry->value, 1).front();
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
        if (error != std::errc() || end != text.data() + text.size() || into < 1 || into > most)
            return wrong(*entry, say("an integer from 1 to {1}", most));
        return {};
    }
    Error wrong(const IniEntry& entry, const std::string& expected) const {
        return badInput(at(entry.line) +
                        say("{1}: expected {2}, found {3}", entry.key, expected, inQuotes(entry.value)));
    }
    std::string at(std::int64_t line) const { return m_path + ":" + std::to_string(line) + ": "; }
    void note(const char* code, std::string message) {
        m_config.notes.push_back({Severity::Note, code, std::move(message), {}, {}, {}});
    }

    std::string m_path;
    IniFile m_file;
    ScaleSimConfig m_config;
};

} // namespace

Result<ScaleSimConfig> readScaleSimConfig(const std::filesystem::path& file, ScaleSimVersion version) {
    ASSIGN_OR_RETURN(auto ini, readIni(file));
    return ConfigReader(file, std::move(ini), version).read();
}

} // namespace edgewright::cost

// SPDX-License-Identifier: GPL-3.0-or-later
// A study as a file: which model, and everything that a person chose. JSON; the fusion options are the history,
// since equal options on equal graphs give equal histories.
#pragma once

#include "core/pipeline/study.h"

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace edgewright {
class JsonValue;
}

namespace edgewright::pipeline {

inline constexpr int StudyVersion = 1;

struct StudyFile {
    std::filesystem::path model;          // absolute, or as relative as the study file's own path
    std::int64_t modelBytes = -1;         // negative: not said
    std::string modelHash;                // "fnv1a64:<16 hex digits>" of the model file; empty: not said
    Settings settings;                    // node ids as in the file: see matchTo
    std::optional<Settings> pinned;       // what they were compared with (A | B), of the same model
    std::map<NodeId, std::string> labels; // of the nodes that `settings` and `pinned` name
    std::map<ValueId, std::string> names; // of the values
    std::string measurements;             // a JSON list that whoever measures reads; empty: none
    std::vector<std::filesystem::path> experiments; // their files, absolute, or as relative as the study's path
    std::vector<std::string> notes;                 // keys that are not known, and the like: one sentence each
};

// `graph` gives the nodes' labels: the typed graph before fusion. Paths of the model and of experiments are
// stored relative to `folder`, that of the study, wherever one leads to the other.
// `measurements`, `pinned`, `experiments`: those of StudyFile.
Result<std::string> studyText(const std::filesystem::path& folder, const std::filesystem::path& model,
                              const Settings& settings, const ir::Graph& graph,
                              const std::string& measurements = {}, const std::optional<Settings>& pinned = {},
                              const std::vector<std::filesystem::path>& experiments = {});
// The same in a file.
Result<void> writeStudy(const std::filesystem::path& file, const std::filesystem::path& model,
                        const Settings& settings, const ir::Graph& graph, const std::string& measurements = {},
                        const std::optional<Settings>& pinned = {},
                        const std::vector<std::filesystem::path>& experiments = {});
// BadInput names file, place ("fusion.skipped[2].nodes") and what was expected. Unknown keys are noted.
// OutOfMemory where it stands for more than `memoryBytes`.
inline constexpr std::int64_t StudyMemoryBytes = std::int64_t(256) << 20;
Result<StudyFile> readStudy(const std::filesystem::path& file, std::int64_t memoryBytes = StudyMemoryBytes);
// The settings that an object has as a study has them ("fusion", "memory", ...), into `study`; others stay.
void readSettings(const JsonValue& object, StudyFile& study);
// The settings of a study that the graphs that run, their memory and their quantization depend on:
// JSON in one line each.
struct VariantSettings {
    std::string graph, memory, codes;
};
VariantSettings variantSettings(const Settings& settings, const ir::Graph& graph);
// The reason why the model is not the one that was studied: another size, other bytes, not there. Empty: it is.
std::string whyOtherModel(const StudyFile& study);
// Nodes are known by id and label. One whose label is elsewhere now gets the id it has there; what cannot be
// found is left out of the settings. Both are noted. Values are known by id and name in the same way; those
// that only fusion makes have no name and keep their ids, which are equal for equal options.
void matchTo(StudyFile& study, const ir::Graph& graph);

} // namespace edgewright::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lesson/lesson.h"

#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>
#include <array>
#include <system_error>

namespace edgewright::lesson {

namespace fs = std::filesystem;

const Words& Lesson::in(const std::vector<std::string>& languages) const {
    for (const std::string& each : languages)
        if (const auto found = words.find(each); found != words.end()) return found->second;
    const auto english = words.find("en");
    return english != words.end() ? english->second : words.begin()->second;
}

std::vector<fs::path> lessonFolders(const std::vector<fs::path>& below) {
    std::map<std::string, fs::path> found;
    for (const fs::path& parent : below) {
        std::error_code failed;
        for (fs::directory_iterator each(parent, failed), end; !failed && each != end; each.increment(failed))
            if (fs::is_regular_file(each->path() / "lesson.json", failed))
                found.emplace(each->path().filename().string(), each->path());
    }
    std::vector<fs::path> folders;
    for (const auto& [name, folder] : found)
        folders.push_back(folder);
    return folders;
}

Result<fs::path> modelOf(const Lesson& lesson, const std::string& model, const fs::path& samples) {
    for (const fs::path& folder : {lesson.folder, samples}) {
        std::error_code failed;
        if (!folder.empty() && fs::is_regular_file(folder / model, failed)) return folder / model;
    }
    return badInput(say("{1}: there is no model '{2}' beside it, nor among the samples",
                        (lesson.folder / "lesson.json").string(), model));
}

namespace {

struct Asked {
    std::string_view stage;
    void (*ask)(pipeline::ViewState& view);
};
constexpr std::array AskedStages{
    Asked{"int8_accumulators", [](pipeline::ViewState& view) { ++view.accumulatorsAsked; }},
    Asked{"int8_fixed_point", [](pipeline::ViewState& view) { ++view.fixedPointAsked; }},
    Asked{"int8_strategies", [](pipeline::ViewState& view) { ++view.strategies.asked; }},
};

} // namespace

std::vector<std::string_view> askedStages() {
    std::vector<std::string_view> names;
    for (const Asked& each : AskedStages)
        names.push_back(each.stage);
    return names;
}

Result<pipeline::Settings> settingsOf(const Scene& scene, pipeline::Settings settings, const ir::Graph& graph) {
    pipeline::StudyFile study;
    study.settings = std::move(settings);
    if (!scene.settings.empty()) {
        RETURN_IF_ERROR(readJson(scene.settings, say("settings"), {},
                                 [&](const JsonValue& root) { pipeline::readSettings(root, study); }));
        pipeline::matchTo(study, graph);
        if (!study.notes.empty()) return badInput(say("settings: {1}", study.notes.front()));
    }
    for (const Asked& each : AskedStages)
        if (std::ranges::find(scene.asks, each.stage) != scene.asks.end()) each.ask(study.settings.viewState);
    if (scene.element >= 0) study.settings.viewState.int8Element = scene.element;
    return std::move(study.settings);
}

} // namespace edgewright::lesson

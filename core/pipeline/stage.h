// SPDX-License-Identifier: GPL-3.0-or-later
// Stages as data: what each one needs, which settings it depends on, how it is computed. Everybody who follows
// a model down goes by this table: the window through StageRuns, which runs what a change touches, the command
// line through evaluate(), which runs what one answer needs.
//
// To add one: a member in Analysis, core/pipeline/stages/<name>.cpp, all of it in namespace
// edgewright::pipeline::<name>_stage, with `extern const Stage entry;` and its definition, and <name> in
// core/pipeline/CMakeLists.txt, behind the stages that it needs.
#pragma once

#include "core/base/translatable.h"
#include "core/pipeline/study.h"

#include <array>
#include <memory>
#include <span>
#include <sstream>
#include <string>
#include <string_view>
#include <type_traits>

namespace edgewright::pipeline {

// The settings of a stage as text: the same text means that the result on hand is still right.
class SettingsText {
public:
    template <typename... Parts>
    void add(const Parts&... parts) {
        ((m_text << parts << '|'), ...);
    }
    std::string text() const { return m_text.str(); }

private:
    std::ostringstream m_text;
};

using StageResult = std::shared_ptr<const void>;

struct Stage {
    std::string_view name;                   // = file name; in Analysis::errors, pending, cancelled
    const char* title = "";                  // of its job, in English
    std::array<std::string_view, 2> needs{}; // names of stages before this one; empty ones do not count
    bool searches = false; // may go on until its time is over: nothing else should wait for it
    // True if it is wanted and possible, as far as is known; what it needs may not be there yet. Null: always.
    bool (*applies)(const Analysis& now, const Settings& settings) = nullptr;
    // Adds every setting that the result depends on, and no other.
    void (*settings)(const Settings& settings, SettingsText& text) = nullptr;
    Result<StageResult> (*compute)(const Analysis& now, const Settings& settings,
                                   const RunContext& run) = nullptr;
    StageResult (*get)(const Analysis& analysis) = nullptr; // null: there is none
    bool has(const Analysis& analysis) const { return get(analysis) != nullptr; }
    void (*put)(Analysis& analysis, const StageResult& result) = nullptr; // null: takes the result away
};

// In an order in which no stage stands before one that it needs.
std::span<const Stage* const> stages();
const Stage* findStage(std::string_view name);

// The error of `stage`, or of the first stage that it needs and that has one.
const Error* errorOf(const Analysis& analysis, std::string_view stage);

// Computes what `stage` needs and is not there, and `stage`, into `analysis`, on this thread. BadInput for a
// stage that does not apply.
Result<void> evaluate(Analysis& analysis, const Settings& settings, std::string_view stage,
                      const RunContext& run = {});

// An entry whose result is the member `Member` of Analysis; `Compute` makes Result<std::shared_ptr<const T>>.
template <auto Member, auto Compute>
constexpr Stage stageInto(Stage stage) {
    using T = typename std::remove_reference_t<decltype(std::declval<Analysis&>().*Member)>::element_type;
    stage.compute = [](const Analysis& now, const Settings& settings,
                       const RunContext& run) -> Result<StageResult> {
        auto made = Compute(now, settings, run);
        if (!made) return std::move(made).error();
        return StageResult(*std::move(made));
    };
    stage.get = [](const Analysis& analysis) -> StageResult { return analysis.*Member; };
    stage.put = [](Analysis& analysis, const StageResult& result) {
        analysis.*Member = std::static_pointer_cast<T>(result);
    };
    return stage;
}

} // namespace edgewright::pipeline

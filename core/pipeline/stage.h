// SPDX-License-Identifier: GPL-3.0-or-later
// Stages as data: what each one needs, which settings it depends on, how it is computed. Everybody who follows
// a model down goes by this table: the window through StageRuns, which runs what a change touches, the command
// line through evaluate(), which runs what one answer needs.
//
// Parameters of a stage that are no decisions (a layer, a sample, a step of the history, the size of a search)
// are members of ViewState (study.h): a page writes them with SettingsModel::look(), the stage names them in
// `settings`, and its result is stale, computed anew, cancelled and bound to its model like any other. One
// result is kept, that of the newest parameters. A stage that takes long enough to be asked for counts the
// requests in a member of ViewState (`asked`). One whose result grows row by row hands over what it has so far
// (Parts).
//
// To add one: a member in Analysis, core/pipeline/stages/<name>.cpp, all of it in namespace
// edgewright::pipeline::<name>_stage, with `extern const Stage entry;` and its definition, and <name> in
// core/pipeline/CMakeLists.txt, behind the stages that it needs.
#pragma once

#include "core/base/field.h"
#include "core/pipeline/study.h"

#include <array>
#include <cstdint>
#include <functional>
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
    SettingsText() { m_text.precision(17); }
    template <typename... Parts>
    void add(const Parts&... parts) {
        ((m_text << parts << '|'), ...);
    }
    // The fields of `group`; empty: all.
    template <typename S>
    void addFields(std::span<const Field<S>> fields, const S& of, std::string_view group = {}) {
        for (const Field<S>& field : fields)
            if (group.empty() || field.group == group) addValue(field.get(of));
    }
    std::string text() const { return m_text.str(); }

private:
    void addValue(const FieldValue& value) {
        std::visit(
            [this]<typename T>(const T& each) {
                if constexpr (std::is_same_v<T, std::monostate>)
                    add("none");
                else
                    add(each);
            },
            value);
    }
    std::ostringstream m_text;
};

using StageResult = std::shared_ptr<const void>;
// Takes what a stage has so far, as often as it likes, from one thread after the other. Never null.
using PublishPart = std::function<void(StageResult)>;
// A PublishPart with its type, for stageInto().
template <typename T>
using Parts = std::function<void(std::shared_ptr<const T>)>;

struct Stage {
    std::string_view name;                   // = file name; in Analysis::errors, pending, cancelled
    const char* title = "";                  // of its job, in English
    std::array<std::string_view, 2> needs{}; // names of stages before this one; empty ones do not count
    bool searches = false; // may go on until its time is over: nothing else should wait for it
    // True if it is wanted and possible, as far as is known; what it needs may not be there yet. Null: always.
    bool (*applies)(const Analysis& now, const Settings& settings) = nullptr;
    // The number of the newest request; 0: there was none. Such a stage runs once for each request; when
    // anything changes that it depends on, its result goes away. Null: it runs whenever something changes.
    std::uint32_t (*asked)(const ViewState& view) = nullptr;
    // Adds every setting that the result depends on, and no other.
    void (*settings)(const Settings& settings, SettingsText& text) = nullptr;
    // `now` has the part that a run that was stopped published last.
    Result<StageResult> (*compute)(const Analysis& now, const Settings& settings, const RunContext& run,
                                   const PublishPart& publish) = nullptr;
    StageResult (*get)(const Analysis& analysis) = nullptr; // null: there is none
    bool has(const Analysis& analysis) const { return get(analysis) != nullptr; }
    void (*put)(Analysis& analysis, const StageResult& result) = nullptr; // null: takes the result away
};

// In an order in which no stage stands before one that it needs.
std::span<const Stage* const> stages();
const Stage* findStage(std::string_view name);

// The settings of a stage and of all that it needs, as text; `stage` is one.
std::string settingsTextOf(std::string_view stage, const Settings& settings);

// The error of `stage`, or of the first stage that it needs and that has one.
const Error* errorOf(const Analysis& analysis, std::string_view stage);

// Computes what `stage` needs and is not there, and `stage`, into `analysis`, on this thread. BadInput for a
// stage that does not apply.
Result<void> evaluate(Analysis& analysis, const Settings& settings, std::string_view stage,
                      const RunContext& run = {});

// An entry whose result is the member `Member` of Analysis; `Compute` makes Result<T>, or of a pointer to it.
// It gets const Parts<T>& behind the RunContext, if it wants them.
template <auto Member, auto Compute>
constexpr Stage stageInto(Stage stage) {
    using T = typename std::remove_reference_t<decltype(std::declval<Analysis&>().*Member)>::element_type;
    stage.compute = [](const Analysis& now, const Settings& settings, const RunContext& run,
                       [[maybe_unused]] const PublishPart& publish) -> Result<StageResult> {
        using PartsOf = Parts<std::remove_const_t<T>>;
        auto made = [&] {
            if constexpr (std::is_invocable_v<decltype(Compute), const Analysis&, const Settings&,
                                              const RunContext&, const PartsOf&>)
                return Compute(now, settings, run, PartsOf(publish));
            else
                return Compute(now, settings, run);
        }();
        if (!made) return std::move(made).error();
        if constexpr (std::is_same_v<decltype(made), Result<std::remove_const_t<T>>>)
            return StageResult(std::make_shared<T>(*std::move(made)));
        else
            return StageResult(*std::move(made));
    };
    stage.get = [](const Analysis& analysis) -> StageResult { return analysis.*Member; };
    stage.put = [](Analysis& analysis, const StageResult& result) {
        analysis.*Member = std::static_pointer_cast<T>(result);
    };
    return stage;
}

} // namespace edgewright::pipeline

// SPDX-License-Identifier: GPL-3.0-or-later
// A lesson as data: steps that show a page of a model with settings, point at something on it, and ask before
// they show more. The schema and how to write one: resources/lessons/README.md.
#pragma once

#include "core/base/diagnostic.h"
#include "core/base/result.h"
#include "core/pipeline/settings/study_file.h"

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::lesson {

inline constexpr int LessonVersion = 1;
inline constexpr std::size_t MaxSteps = 100, MaxLessonChoices = 8;

// Something on a page. Node and Tensor by the name in the model, Place by the key of places(), Widget by the
// name that the window has for it.
struct Target {
    enum class Kind { None, Node, Tensor, Place, Widget };
    Kind kind = Kind::None;
    std::string name = {};

    bool empty() const { return kind == Kind::None; }
    friend bool operator==(const Target&, const Target&) = default;
};

// The state of the window in a step. A scene that does not name something keeps it from the scene before.
struct Scene {
    std::string model = {};             // in the folder of the lesson, else a sample; empty: the same
    std::string page = {};              // the id of a page
    std::string settings = {};          // a JSON object with groups of settings as in a study
    std::vector<std::string> asks = {}; // of askedStages(): they run once the scene is seen
    std::int64_t element = -1;          // of the INT8 layer's output, to be computed step by step; -1: the same
    Target point = {};
};

// A number: that of a fact, times a factor, or a constant.
struct Term {
    std::string fact = {}; // a key of facts(); empty: `number`
    std::string of = {};   // the layer or tensor that it is of, where the fact needs one
    bool isBefore = false; // of the scene that asks, not of the one that answers
    double times = 1, number = 0;
};

// Right where `left` is so to `right`. Alike: within 2 %.
struct LessonChoice {
    enum class Relation { Less, Alike, More };
    std::string key;
    Term left, right;
    Relation relation = Relation::Less;
};

struct Question {
    enum class Kind { Number, Choice, Click, Pack };
    Kind kind = Kind::Number;
    Term number = {};                       // of Number
    double unit = 1;                        // of it: 1024 for KiB
    double tolerance = 0;                   // relative; what rounds to as many digits is right in any case
    std::vector<LessonChoice> choices = {}; // of Choice: one of them is right
    Target place = {};                      // of Click
    bool isFused = true;                    // of Pack: the fused graph's buffers
    bool isSmaller = false;                 // of Pack: smaller than the planner's, not only as small
};

struct Step {
    std::string id;
    Scene scene;
    std::optional<Question> question;
    Scene answer; // seen once the question is answered
};

// The words of a step in one language; Markdown, but for the choices.
struct StepWords {
    std::string title, text;
    std::string question, unit;                 // unit: as people read it, "KiB"
    std::map<std::string, std::string> choices; // by key
    std::string after;                          // told with the answer
    std::string notes;                          // for the teacher
};
struct Words {
    std::string title, about;
    std::map<std::string, StepWords> steps; // by id
};

struct Lesson {
    std::filesystem::path folder;
    std::string id; // name of the folder
    int minutes = 10;
    std::vector<Step> steps;
    std::map<std::string, Words> words; // by language: "en", "zh_CN"; never empty

    // The first of `languages` that there are words in, else English, else any.
    const Words& in(const std::vector<std::string>& languages) const;
};

// lesson.json and words.<language>.json of a folder. BadInput names file, line and place, and the nearest key.
Result<Lesson> readLesson(const std::filesystem::path& folder);

// The folders below these that hold a lesson.json, by name; of two of one name the first.
std::vector<std::filesystem::path> lessonFolders(const std::vector<std::filesystem::path>& below);

// Names of stages that run when a page asks for them: "int8_accumulators".
std::vector<std::string_view> askedStages();

// The file of a scene's model. BadInput where there is none.
Result<std::filesystem::path> modelOf(const Lesson& lesson, const std::string& model,
                                      const std::filesystem::path& samples);

// `settings` with those that the scene names, and what it asks for. BadInput for what is none; nodes are looked
// for in `graph`.
Result<pipeline::Settings> settingsOf(const Scene& scene, pipeline::Settings settings, const ir::Graph& graph);

} // namespace edgewright::lesson

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/json_document.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/lesson/facts.h"
#include "core/lesson/lesson.h"

#include <algorithm>
#include <array>
#include <set>
#include <system_error>
#include <utility>

namespace edgewright::lesson {

namespace fs = std::filesystem;

namespace {

constexpr std::array TargetKinds{
    std::pair("node", Target::Kind::Node), std::pair("tensor", Target::Kind::Tensor),
    std::pair("place", Target::Kind::Place), std::pair("widget", Target::Kind::Widget)};

// {"node": "conv1"}
Target readTarget(const JsonValue& value) {
    Target target;
    value.only({"node", "tensor", "place", "widget"});
    for (const auto& [key, kind] : TargetKinds) {
        std::string name;
        value.read(key, name);
        if (!name.empty()) target = {kind, name};
    }
    if (target.empty())
        value.expected(say("one of \"node\", \"tensor\", \"place\" and \"widget\" with a name"));
    if (target.kind == Target::Kind::Place && !findPlace(target.name)) {
        std::string keys;
        for (const Place& each : places())
            keys += (keys.empty() ? "" : ", ") + std::string(each.key);
        value.expected(say("a place, one of {1}", keys));
    }
    return target;
}

Scene readScene(const JsonValue& value) {
    Scene scene;
    value.read("model", scene.model);
    value.read("page", scene.page);
    if (const auto settings = value.object("settings")) scene.settings = settings->raw().dump();
    for (const JsonValue& each : value.list("asks")) {
        const auto stages = askedStages();
        if (!each.raw().is_string() ||
            std::ranges::find(stages, each.raw().get_ref<const std::string&>()) == stages.end()) {
            each.expected(say("a stage that runs when it is asked for, such as \"{1}\"", stages.front()));
            break;
        }
        scene.asks.push_back(each.raw().get<std::string>());
    }
    value.read("element", scene.element, 0, INT64_MAX);
    if (const auto point = value.object("point")) scene.point = readTarget(*point);
    return scene;
}

Term readTerm(const JsonValue& value) {
    Term term;
    if (value.raw().is_number()) {
        term.number = value.raw().get<double>();
        return term;
    }
    if (!value.raw().is_object()) {
        value.expected(say("a number, or an object with a \"fact\""));
        return term;
    }
    value.only({"fact", "of", "before", "times"});
    value.read("fact", term.fact);
    value.read("of", term.of);
    value.read("before", term.isBefore);
    value.read("times", term.times, -1e12, 1e12);
    const Fact* fact = findFact(term.fact);
    std::vector<std::string_view> keys;
    for (const Fact& each : facts())
        keys.push_back(each.key);
    if (!fact)
        value.expected(say("a \"fact\" that there is: `edgewright-cli lesson facts` lists them") +
                       UnknownKey{"", std::string(nearestWord(term.fact, keys).value_or(""))}.suggestion());
    else if (!fact->example.empty() && term.of.empty())
        value.expected(say("\"of\": what '{1}' is of, such as \"{2}\"", term.fact, fact->example));
    else if (fact->needsName && term.of.empty())
        value.expected(say("\"of\": the layer or tensor that '{1}' is of", term.fact));
    return term;
}

Term readTerm(const JsonValue& parent, const char* key) {
    if (parent.raw().is_object() && parent.raw().contains(key)) {
        const JsonValue value(parent.raw().at(key), placeOfKey(parent.place(), key), parent.findings());
        return readTerm(value);
    }
    parent.expected(say("\"{1}\": a number, or an object with a \"fact\"", key));
    return {};
}

LessonChoice readChoice(const JsonValue& value) {
    using Relation = LessonChoice::Relation;
    LessonChoice choice;
    value.only({"key", "left", "is", "right"});
    value.read("key", choice.key);
    if (choice.key.empty()) value.expected(say("\"key\": the name of the choice"));
    choice.left = readTerm(value, "left");
    choice.right = readTerm(value, "right");
    const auto relation = value.word("is", {"less", "alike", "more"});
    if (!relation) value.expected(say("\"is\": less, alike or more"));
    choice.relation = static_cast<Relation>(relation.value_or(0));
    return choice;
}

Question readQuestion(const JsonValue& value) {
    using Kind = Question::Kind;
    Question question;
    value.only({"ask", "number", "unit", "tolerance", "choices", "place", "fused", "smaller"});
    const auto kind = value.word("ask", {"number", "choice", "click", "pack"});
    if (!kind) value.expected(say("\"ask\": number, choice, click or pack"));
    question.kind = static_cast<Kind>(kind.value_or(0));
    value.read("unit", question.unit, 1e-15, 1e15);
    value.read("tolerance", question.tolerance, 0, 1);
    value.read("fused", question.isFused);
    value.read("smaller", question.isSmaller);
    if (question.kind == Kind::Number) question.number = readTerm(value, "number");
    for (const JsonValue& each : value.list("choices"))
        question.choices.push_back(readChoice(each));
    if (question.kind == Kind::Choice &&
        (question.choices.size() < 2 || question.choices.size() > MaxLessonChoices))
        value.expected(say("\"choices\": from 2 to {1} of them", MaxLessonChoices));
    if (question.kind == Kind::Click) {
        const auto place = value.object("place");
        if (place)
            question.place = readTarget(*place);
        else
            value.expected(say("\"place\": what is to be clicked"));
    }
    return question;
}

Step readStep(const JsonValue& value) {
    Step step;
    value.only({"id", "model", "page", "settings", "asks", "element", "point", "question", "answer"});
    value.read("id", step.id);
    if (step.id.empty()) value.expected(say("\"id\": the name of the step, for its words"));
    step.scene = readScene(value);
    if (const auto question = value.object("question")) step.question = readQuestion(*question);
    if (const auto answer = value.object("answer")) {
        answer->only({"page", "settings", "asks", "element", "point"});
        step.answer = readScene(*answer);
    }
    return step;
}

void readDocument(const JsonValue& document, Lesson& lesson) {
    document.only({"edgewright_lesson", "minutes", "steps"});
    int version = 0;
    document.read("edgewright_lesson", version, 1, LessonVersion);
    if (version == 0) return document.expected(say("a lesson: \"edgewright_lesson\": {1}", LessonVersion));
    document.read("minutes", lesson.minutes, 1, 600);
    std::set<std::string> ids;
    const auto steps = document.list("steps");
    if (steps.empty() || steps.size() > MaxSteps)
        return document.expected(say("\"steps\": from 1 to {1} of them", MaxSteps));
    for (const JsonValue& each : steps) {
        lesson.steps.push_back(readStep(each));
        if (!ids.insert(lesson.steps.back().id).second)
            return each.expected(say("an \"id\" of its own, not '{1}' again", lesson.steps.back().id));
    }
    const Scene& first = lesson.steps.front().scene;
    if (first.model.empty() || first.page.empty())
        steps.front().expected(say("the first step to have a model and a page"));
}

StepWords readStepWords(const JsonValue& value, const Step& step) {
    StepWords words;
    value.only({"title", "text", "question", "unit", "choices", "after", "notes"});
    value.read("title", words.title);
    value.read("text", words.text);
    value.read("question", words.question);
    value.read("unit", words.unit);
    value.read("after", words.after);
    value.read("notes", words.notes);
    if (words.title.empty() || words.text.empty()) value.expected(say("a \"title\" and a \"text\""));
    if (!step.question) return words;
    if (words.question.empty()) value.expected(say("a \"question\": the step asks one"));
    if (words.after.empty()) value.expected(say("\"after\": what is told with the answer"));
    const auto choices = value.object("choices");
    std::set<std::string_view> keys;
    for (const LessonChoice& each : step.question->choices)
        keys.insert(each.key);
    if (choices) choices->only(keys);
    for (const std::string_view key : keys) {
        std::string& text = words.choices[std::string(key)];
        if (choices) choices->read(std::string(key).c_str(), text);
        if (text.empty()) (choices ? *choices : value).expected(say("a text of the choice '{1}'", key));
    }
    return words;
}

void readWords(const JsonValue& document, const Lesson& lesson, Words& words) {
    document.only({"title", "about", "steps"});
    document.read("title", words.title);
    document.read("about", words.about);
    if (words.title.empty() || words.about.empty())
        document.expected(say("a \"title\", and \"about\": one sentence on the lesson"));
    const auto steps = document.object("steps");
    if (!steps) return document.expected(say("\"steps\": an object with the words of each step"));
    std::set<std::string_view> ids;
    for (const Step& each : lesson.steps)
        ids.insert(each.id);
    steps->only(ids);
    for (const Step& each : lesson.steps) {
        const auto found = steps->object(each.id.c_str());
        if (!found) return steps->expected(say("the words of the step '{1}'", each.id));
        words.steps[each.id] = readStepWords(*found, each);
    }
}

// "zh_CN" of "words.zh_CN.json"; empty: the file is called otherwise.
std::string languageOf(const fs::path& file) {
    const std::string name = file.filename().string();
    constexpr std::string_view Before = "words.", Behind = ".json";
    if (!name.starts_with(Before) || !name.ends_with(Behind) || name.size() <= Before.size() + Behind.size())
        return {};
    return name.substr(Before.size(), name.size() - Before.size() - Behind.size());
}

} // namespace

Result<Lesson> readLesson(const fs::path& folder) {
    Lesson lesson;
    lesson.folder = folder;
    lesson.id = (folder.filename().empty() ? folder.parent_path() : folder).filename().string();
    RETURN_IF_ERROR(
        readJsonFile(folder / "lesson.json", {}, [&](const JsonValue& root) { readDocument(root, lesson); }));
    std::error_code failed;
    for (fs::directory_iterator each(folder, failed), end; !failed && each != end; each.increment(failed)) {
        const std::string language = languageOf(each->path());
        if (language.empty()) continue;
        Words& words = lesson.words[language];
        RETURN_IF_ERROR(
            readJsonFile(each->path(), {}, [&](const JsonValue& root) { readWords(root, lesson, words); }));
    }
    if (lesson.words.empty())
        return badInput(
            say("{1}: there are no words; expected words.en.json beside lesson.json", folder.string()));
    return lesson;
}

} // namespace edgewright::lesson

// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/text.h"
#include "app/cli/window_program.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/translatable.h"
#include "core/lesson/lesson_check.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <vector>

namespace edgewright::cli::lesson_command {

namespace {

struct Arguments {
    std::vector<std::string> folders;
    std::string samples;
    std::string lesson, slides, formats;
};

Result<ExitStatus> check(Console& console, const Arguments& arguments) {
    Json rows = Json::array();
    std::size_t failed = 0;
    for (const std::string& folder : arguments.folders) {
        ASSIGN_OR_RETURN(const lesson::Lesson lesson, lesson::readLesson(folder));
        ASSIGN_OR_RETURN(const auto steps, lesson::checkLesson(lesson, arguments.samples, console.run()));
        std::string languages;
        for (const auto& [language, words] : lesson.words)
            languages += (languages.empty() ? "" : ", ") + language;
        console.print(lesson.in({console.language}).title + " (" + languages + ")");
        Json list = Json::array();
        for (const lesson::CheckedStep& each : steps) {
            failed += each.error.empty() ? 0 : 1;
            console.print("  " + left(each.id, 18) + " " +
                          (each.error.empty() ? each.answer : say("cannot be shown: {1}", each.error)));
            list.push_back({{"id", each.id}, {"answer", each.answer}, {"error", each.error}});
        }
        rows.push_back({{"lesson", lesson.id}, {"steps", list}});
    }
    console.printJson({{"failed", failed}, {"lessons", rows}});
    return failed > 0 ? AnswerIsNo : Done;
}

std::string helpOf(const lesson::Fact& fact) {
    return translated(lesson::isQuantity(fact) ? "Quantity" : "Fact", fact.help);
}

Result<ExitStatus> list(Console& console) {
    Json facts = Json::array(), places = Json::array();
    console.print(say("Numbers that a question may ask for:"));
    for (const lesson::Fact& each : lesson::facts()) {
        console.print("  " + left(std::string(each.key), 26) + left(std::string(each.unit), 8) + helpOf(each) +
                      (!each.example.empty() ? say("; \"of\" is such as \"{1}\"", each.example)
                       : each.needsName      ? say("; \"of\" names it")
                                             : ""));
        facts.push_back({{"key", each.key},
                         {"unit", each.unit},
                         {"help", each.help},
                         {"needs_of", each.needsName},
                         {"example", each.example}});
    }
    console.print(say("Places that a question may have clicked, and a scene may point at:"));
    for (const lesson::Place& each : lesson::places()) {
        console.print("  " + left(std::string(each.key), 26) + translated("Place", each.help));
        places.push_back({{"key", each.key}, {"help", each.help}});
    }
    console.printJson({{"facts", facts}, {"places", places}});
    return Done;
}

Result<ExitStatus> writeSlides(Console& console, const Arguments& arguments) {
    std::vector<std::string> words{"--lesson=" + arguments.lesson, "--lesson-slides=" + arguments.slides};
    if (!arguments.formats.empty()) words.push_back("--figure-formats=" + arguments.formats);
    return runWindow(console, {}, arguments.slides, words);
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.require_subcommand(1);
    CLI::App* checked = verb.add_subcommand(
        "check", say("Play lessons without a window, with the answers that the program computes"));
    checked->fallthrough();
    checked->add_option("DIR", arguments->folders, say("Folders with a lesson.json"))
        ->type_name("")
        ->required();
    checked
        ->add_option("--samples", arguments->samples,
                     say("The folder of models that are not beside the lesson"))
        ->type_name("DIR");
    CLI::App* slides = verb.add_subcommand(
        "slides", say("Every step of a lesson as a slide, with its answer, without a display"));
    slides->fallthrough();
    slides->add_option("LESSON", arguments->lesson, say("Its folder, or the name of one that comes along"))
        ->type_name("")
        ->required();
    slides->add_option("-o,--out", arguments->slides, say("The folder for the slides"))
        ->type_name("DIR")
        ->required();
    slides->add_option("--formats", arguments->formats, say("With commas: svg,pdf,png; else SVG and PDF"))
        ->type_name("FORMATS");
    verb.add_subcommand("facts", say("List the numbers and places that questions may be about"))->fallthrough();
    return [arguments, checked, slides](Console& console) {
        return checked->parsed()  ? check(console, *arguments)
               : slides->parsed() ? writeSlides(console, *arguments)
                                  : list(console);
    };
}

} // namespace

extern const Command entry{"lesson", TRANSLATABLE("Verb", "Check a lesson for the window, or draw its slides"),
                           declare};

} // namespace edgewright::cli::lesson_command

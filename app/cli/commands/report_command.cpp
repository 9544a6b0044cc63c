// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/field_options.h"
#include "app/cli/command.h"
#include "app/cli/window_program.h"
#include "core/base/say.h"
#include "core/pipeline/settings/setting_fields.h"

#include <CLI/CLI.hpp>

#include <memory>

namespace edgewright::cli::report_command {

namespace {

struct Arguments {
    std::string model, folder, experiment, without, font;
};

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_option("model", arguments->model, say("An ONNX model or a study"))
        ->required()
        ->type_name("MODEL|STUDY");
    verb.add_option("-o,--out", arguments->folder,
                    say("The folder: report.html, report.md, report.tex, and figures with captions and data"))
        ->required()
        ->type_name("DIR");
    verb.add_option("--experiment", arguments->experiment,
                    say("An experiment that was run: what its results beside it say about this model"))
        ->type_name("FILE");
    verb.add_option(
            "--without", arguments->without,
            say("With commas, what is not to be computed for it, where that takes too long: strategies (every "
                "way to quantize the model, and which to choose), fixed-point (widths of accumulators, and "
                "one output in fixed point)"))
        ->type_name("PARTS");
    declareText(verb, fieldNamed(pipeline::figureFields(), "figure_font"), say("that of the study"),
                arguments->font);
    return [arguments](Console& console) {
        std::vector<std::string> words{"--report=" + arguments->folder, "--report-progress"};
        if (!arguments->without.empty()) words.push_back("--report-without=" + arguments->without);
        if (!arguments->experiment.empty()) words.push_back("--report-experiment=" + arguments->experiment);
        if (!arguments->font.empty()) words.push_back("--figure-font=" + arguments->font);
        return runWindow(console, arguments->model, arguments->folder, words);
    };
}

} // namespace

extern const Command entry{
    "report",
    TRANSLATABLE("Verb",
                 "What all pages answer, draw and list, as HTML, Markdown and LaTeX, without a display"),
    declare};

} // namespace edgewright::cli::report_command

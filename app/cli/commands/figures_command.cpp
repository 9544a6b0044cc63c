// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/arguments/field_options.h"
#include "app/cli/command.h"
#include "app/cli/window_program.h"
#include "core/base/figure_style.h"
#include "core/base/say.h"
#include "core/pipeline/settings/setting_fields.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <string>
#include <utility>

namespace edgewright::cli::figures_command {

namespace {

struct Arguments {
    std::string model, folder, style, font, formats, dots;
    bool data = false;
};

std::string styleWords() {
    std::string words;
    for (const FigureStyle& each : figureStyles())
        words += (words.empty() ? "" : ", ") + std::string(each.key);
    return words;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_option("model", arguments->model, say("An ONNX model or a study"))
        ->required()
        ->type_name("MODEL|STUDY");
    verb.add_option("-o,--out", arguments->folder,
                    say("The folder; files are called <model>-<figure>, those of several pages "
                        "<model>-<figure>-1, -2, ..."))
        ->required()
        ->type_name("DIR");
    verb.add_option("--style", arguments->style, say("Width and type: {1}", styleWords()));
    declareText(verb, fieldNamed(pipeline::figureFields(), "figure_font"), say("that of the study"),
                arguments->font);
    verb.add_option("--formats", arguments->formats, say("With commas: svg,pdf,png; svg,pdf unless told"));
    verb.add_option("--dpi", arguments->dots, say("Dots an inch of PNG; 300 unless told"));
    verb.add_flag("--data", arguments->data,
                  say("Beside each figure a caption (.txt), and what it draws as CSV and for pgfplots (.dat)"));
    return [arguments](Console& console) {
        std::vector<std::string> words{"--export=" + arguments->folder};
        if (arguments->data) words.emplace_back("--figure-data");
        for (const auto& [option, value] :
             {std::pair("--figure-style=", arguments->style), std::pair("--figure-font=", arguments->font),
              std::pair("--figure-formats=", arguments->formats), std::pair("--figure-dpi=", arguments->dots)})
            if (!value.empty()) words.push_back(option + value);
        return runWindow(console, arguments->model, arguments->folder, words);
    };
}

} // namespace

extern const Command entry{
    "figures", TRANSLATABLE("Verb", "All figures of the window as files, without a display"), declare};

} // namespace edgewright::cli::figures_command

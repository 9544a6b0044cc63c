// SPDX-License-Identifier: GPL-3.0-or-later
// The figures of the window, drawn by it without a display.
#include "app/cli/command.h"
#include "core/base/propagate.h"
#include "core/remote/installed.h"
#include "core/remote/processes/child_output.h"

#include <CLI/CLI.hpp>

#include <memory>
#include <sstream>

namespace edgewright::cli::figures_command {

namespace {

struct Arguments {
    std::string model, folder, style, formats, dots;
};

constexpr std::chrono::hours Patience{24}; // it can be stopped

Result<ExitStatus> figures(Console& console, const Arguments& arguments) {
    ASSIGN_OR_RETURN(const std::filesystem::path program,
                     remote::installedProgram("EDGEWRIGHT_WINDOW", "edgewright", "."));
    std::vector<std::string> words{program.string(), "--export=" + arguments.folder};
    for (const auto& [option, value] :
         {std::pair("--style=", arguments.style), std::pair("--formats=", arguments.formats),
          std::pair("--dpi=", arguments.dots)})
        if (!value.empty()) words.push_back(option + value);
    words.insert(words.end(), {"--", arguments.model});
    ASSIGN_OR_RETURN(remote::Child window, remote::Child::start(words, {"QT_QPA_PLATFORM=offscreen"}));
    ASSIGN_OR_RETURN(const remote::ChildOutput output,
                     remote::outputOf(std::move(window), program.string(), console.run(), Patience));
    if (output.status != 0) {
        std::string why = remote::lastLineOf(output.errors);
        if (const std::string_view prefix = "edgewright: "; why.starts_with(prefix))
            why.erase(0, prefix.size());
        return badInput(why.empty() ? program.string() + " ended with status " + std::to_string(output.status)
                                    : why);
    }
    std::istringstream lines(output.text);
    for (std::string line; std::getline(lines, line);)
        console.print(line);
    return Done;
}

Run declare(CLI::App& verb) {
    const auto arguments = std::make_shared<Arguments>();
    verb.add_option("model", arguments->model, "An ONNX model or a study")
        ->required()
        ->type_name("MODEL|STUDY");
    verb.add_option("-o,--out", arguments->folder, "The folder; files are called <model>-<figure>")
        ->required()
        ->type_name("DIR");
    verb.add_option("--style", arguments->style,
                    "Width and type: screen, paper-84, paper-120, paper-174, slide-light or slide-dark");
    verb.add_option("--formats", arguments->formats, "With commas: svg,pdf,png; svg,pdf unless told");
    verb.add_option("--dpi", arguments->dots, "Dots an inch of PNG; 300 unless told");
    return [arguments](Console& console) { return figures(console, *arguments); };
}

} // namespace

extern const Command entry{"figures", "All figures of the window as files, without a display", declare};

} // namespace edgewright::cli::figures_command

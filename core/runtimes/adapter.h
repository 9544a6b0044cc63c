// SPDX-License-Identifier: GPL-3.0-or-later
// Adapters: how another runtime is found, started and understood, one data file for each
// (resources/runtimes/README.md).
#pragma once

#include "core/base/result.h"
#include "core/runtimes/line_pattern.h"

#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace edgewright::runtimes {

// One word of a command line; or some that depend on a condition.
struct Argument {
    std::string text; // with placeholders: "--graph={model}"
    // The name of a value that was asked for ("seconds"), or an ending of the model (".onnx"); empty: `text`.
    std::string condition = {};
    std::vector<std::string> then = {}, otherwise = {};
};

// A line of the output, and the figures that it states.
struct Rule {
    LinePattern pattern;
    double unit = 1; // seconds of one unit of its times
    // Lines count behind one that fits `after`, up to one that fits `until`. With one that fits `restart` all
    // that was read is forgotten, and reading begins anew.
    std::optional<LinePattern> after = {}, until = {}, restart = {};
};

struct Adapter {
    std::string name;  // "tflite"
    std::string title; // "TensorFlow Lite"
    std::filesystem::path file;

    // Command lines to be tried in turn: a program, and what stands in front of all other arguments.
    std::vector<std::vector<std::string>> programs;
    std::vector<std::string> folders;          // where programs may lie outside of PATH; "~/" is the home there
    std::string script;                        // a file beside this one that the program needs; empty: none
    std::vector<std::string> versionArguments; // none: it cannot be asked
    std::optional<LinePattern> version;        // its group "version"; none: the first line
    bool versionProves = false;                // a program that cannot say its version is not this runtime

    std::vector<std::string> models;           // endings, in lower case: ".onnx"
    std::vector<Argument> arguments;           // behind the program
    std::map<std::string, std::string> values; // placeholders that may be set, and what they are unless told
    std::vector<Rule> statistics;              // earlier rules win
    std::vector<Rule> samples, operators, notes, errors;

    // The ending of `models` that this file has; empty: it is no model for this runtime.
    std::string endingOf(const std::filesystem::path& model) const;
    std::string modelsText() const; // ".onnx, .engine"
};

// The names that groups of statistics may have: times, and "runs".
std::span<const std::string_view> statisticNames();
// Placeholders of arguments that are not values.
inline constexpr std::string_view ModelPlaceholder = "model", ScriptPlaceholder = "script";

// "{model}" replaced by `put`, brace by brace. BadInput for a brace that is not closed.
using Placed = std::function<Result<std::string>(const std::string& name)>;
Result<std::string> withPlaceholders(const std::string& text, const Placed& put);

// BadInput names file, place and what was expected; also for keys that are not known.
Result<Adapter> adapterOf(const std::string& text, const std::filesystem::path& file);
Result<Adapter> readAdapter(const std::filesystem::path& file);
// All *.json of these folders by name; of two with one name the one of the later folder. A folder that is not
// there holds none; a file that is no adapter is told to `refused`, and the others are there.
std::vector<Adapter> readAdapters(std::span<const std::filesystem::path> folders,
                                  const std::function<void(const Error&)>& refused = {});
// BadInput, with the names that there are.
Result<Adapter> adapterNamed(const std::vector<Adapter>& adapters, std::string_view name);

} // namespace edgewright::runtimes

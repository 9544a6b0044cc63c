// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/verb_words.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <sstream>

namespace edgewright::cli {

namespace {

// "os|ws|is" lists what there is; "MODEL|STUDY" names it.
std::vector<std::string> choicesIn(const std::string& type) {
    const auto isPart = [](unsigned char each) {
        return std::islower(each) || std::isdigit(each) || each == '-' || each == '_' || each == '|';
    };
    if (type.find('|') == type.npos || !std::ranges::all_of(type, isPart)) return {};
    std::vector<std::string> choices;
    std::istringstream words(type);
    for (std::string word; std::getline(words, word, '|');)
        choices.push_back(word);
    return choices;
}

OptionWords wordsOf(const CLI::Option& option) {
    OptionWords words;
    for (const std::string& name : option.get_snames())
        words.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames())
        words.names.push_back("--" + name);
    if (option.get_items_expected_max() > 0) words.argument = option.get_type_name();
    if (words.names.empty() && (words.argument.empty() || words.argument == "TEXT"))
        words.argument = option.get_name();
    words.choices = choicesIn(words.argument);
    words.summary = option.get_description();
    words.isRequired = option.get_required();
    return words;
}

void add(const CLI::App& verb, const std::string& path, std::vector<VerbWords>& all) {
    VerbWords words{path, verb.get_description(), {}, {}};
    for (const CLI::Option* option : verb.get_options())
        words.options.push_back(wordsOf(*option));
    const auto below = verb.get_subcommands([](const CLI::App*) { return true; });
    for (const CLI::App* each : below)
        words.words.push_back({each->get_name(), each->get_description()});
    for (const OptionWords& option : words.options)
        for (const std::string& choice : option.choices)
            if (option.names.empty()) words.words.push_back({choice, option.summary});
    all.push_back(std::move(words));
    for (const CLI::App* each : below)
        add(*each, path.empty() ? each->get_name() : path + " " + each->get_name(), all);
}

} // namespace

std::vector<VerbWords> verbWords(const CLI::App& program) {
    std::vector<VerbWords> all;
    add(program, "", all);
    return all;
}

std::string plainLine(const std::string& summary) {
    std::string line;
    for (const char each : summary)
        if (each == '\'')
            line += "’";
        else if (each != '\\')
            line += each == '\n' ? ' ' : each;
    return line;
}

} // namespace edgewright::cli

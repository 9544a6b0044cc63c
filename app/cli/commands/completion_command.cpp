// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/command.h"
#include "app/cli/json.h"
#include "app/cli/verb_words.h"
#include "core/base/say.h"
#include "core/base/translatable.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <memory>
#include <string_view>

namespace edgewright::cli::completion_command {

namespace {

using Verbs = std::vector<VerbWords>;

std::string joined(const std::vector<std::string>& words, std::string_view between = " ") {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : std::string(between)) + word;
    return text;
}

// Each in quotes of a shell. No word has a quote in it.
std::string quoted(const std::vector<std::string>& words, const std::string& between = " ") {
    return words.empty() ? "" : "'" + joined(words, "'" + between + "'") + "'";
}

std::vector<std::string> paths(const Verbs& verbs) {
    std::vector<std::string> all;
    for (const VerbWords& verb : verbs)
        if (!verb.path.empty()) all.push_back(verb.path);
    return all;
}

std::vector<std::string> nextWords(const VerbWords& verb) {
    std::vector<std::string> names;
    for (const VerbWords::Word& word : verb.words)
        names.push_back(word.name);
    return names;
}

std::vector<std::string> optionNames(const VerbWords& verb) {
    std::vector<std::string> names;
    for (const OptionWords& option : verb.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

// `use` for each name of an option that takes one of few words, with its verb: "cost --dataflow".
template <typename Use>
void eachChoice(const Verbs& verbs, const Use& use) {
    for (const VerbWords& verb : verbs)
        for (const OptionWords& option : verb.options)
            for (const std::string& name : option.names)
                if (!option.choices.empty())
                    use((verb.path.empty() ? "" : verb.path + " ") + name, option.choices);
}

// Names of files wherever neither a verb nor an option is meant.
std::string bash(const Verbs& verbs) {
    std::string text = R"(_edgewright_cli() {
    local word verb= words= options= current=${COMP_WORDS[COMP_CWORD]}
    for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
        case "${verb:+$verb }$word" in
            )" + quoted(paths(verbs), " | ") +
                       R"() verb="${verb:+$verb }$word" ;;
        esac
    done
    case "$verb" in
)";
    for (const VerbWords& verb : verbs)
        text += "        '" + verb.path + "') words='" + joined(nextWords(verb)) + "' options='" +
                joined(optionNames(verb)) + "' ;;\n";
    text += "    esac\n    case \"${verb:+$verb }${COMP_WORDS[COMP_CWORD-1]}\" in\n";
    eachChoice(verbs, [&](const std::string& option, const std::vector<std::string>& choices) {
        text += "        '" + option + "') words='" + joined(choices) + "' ;;\n";
    });
    return text + R"(    esac
    [[ "$current" != -* ]] || words=$options
    COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o bashdefault -o default -F _edgewright_cli edgewright-cli)";
}

std::string zsh(const Verbs& verbs) {
    const auto item = [](const std::string& name, const std::string& summary) {
        return " '" + name + ":" + plainLine(summary) + "'";
    };
    std::string text = R"(#compdef edgewright-cli
_edgewright_cli() {
    local word verb=
    local -a next options
    for word in "${(@)words[2,CURRENT-1]}"; do
        case "${verb:+$verb }$word" in
            ()" + quoted(paths(verbs), "|") +
                       R"() verb="${verb:+$verb }$word" ;;
        esac
    done
    case "$verb" in
)";
    for (const VerbWords& verb : verbs) {
        text += "        ('" + verb.path + "') next=(";
        for (const VerbWords::Word& word : verb.words)
            text += item(word.name, word.summary);
        text += ") options=(";
        for (const OptionWords& option : verb.options)
            for (const std::string& name : option.names)
                text += item(name, option.summary);
        text += ") ;;\n";
    }
    text += "    esac\n    case \"${verb:+$verb }$words[CURRENT-1]\" in\n";
    eachChoice(verbs, [&](const std::string& option, const std::vector<std::string>& choices) {
        text += "        ('" + option + "') next=(" + quoted(choices) + ") ;;\n";
    });
    return text + R"(    esac
    if [[ "$PREFIX" == -* ]]; then _describe option options
    elif (( $#next )); then _describe word next
    else _files
    fi
}
_edgewright_cli "$@")";
}

std::string fish(const Verbs& verbs) {
    std::vector<std::string> behindSpace;
    for (const std::string& path : paths(verbs))
        behindSpace.push_back(" " + path);
    std::string text = R"(function __edgewright_cli_verb
    set -l verb
    for word in (commandline -opc)[2..-1]
        switch "$verb $word"
            case )" + quoted(behindSpace) +
                       R"(
                set verb "$verb $word"
        end
    end
    test "$verb" = "$argv"
end)";
    for (const VerbWords& verb : verbs) {
        const std::string start = "\ncomplete -c edgewright-cli -n '__edgewright_cli_verb \"" +
                                  (verb.path.empty() ? "" : " " + verb.path) + "\"'";
        for (const VerbWords::Word& word : verb.words)
            text += start + " -f -a " + word.name + " -d '" + plainLine(word.summary) + "'";
        for (const OptionWords& option : verb.options) {
            if (option.names.empty()) continue;
            text += start;
            for (const std::string& name : option.names)
                text += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
            if (!option.choices.empty()) text += " -x -a '" + joined(option.choices) + "'";
            if (option.choices.empty() && !option.argument.empty()) text += " -r";
            text += " -d '" + plainLine(option.summary) + "'";
        }
    }
    return text;
}

struct Shell {
    std::string_view name;
    std::string (*script)(const Verbs&);
};
constexpr std::array Shells{Shell{"bash", bash}, Shell{"zsh", zsh}, Shell{"fish", fish}};

Run declare(CLI::App& verb) {
    const auto name = std::make_shared<std::string>();
    std::vector<std::string> names;
    for (const Shell& shell : Shells)
        names.emplace_back(shell.name);
    verb.add_option("shell", *name, say("The shell"))
        ->required()
        ->type_name(joined(names, "|"))
        ->check(CLI::IsMember(names).description(""));
    return [name, &verb](Console& console) -> Result<ExitStatus> {
        const auto shell = std::ranges::find(Shells, std::string_view(*name), &Shell::name);
        const std::string script = shell->script(verbWords(*verb.get_parent()));
        console.printJson({{"shell", *name}, {"script", script}});
        console.printLines(script);
        return Done;
    };
}

} // namespace

extern const Command entry{
    "completion", TRANSLATABLE("Verb", "A script that lets bash, zsh or fish complete verbs and options"),
    declare};

} // namespace edgewright::cli::completion_command

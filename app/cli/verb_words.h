// SPDX-License-Identifier: GPL-3.0-or-later
// The verbs of a program with their options, as its own help has them: for shells and manuals.
#pragma once

#include "app/cli/cli11_fwd.h"

#include <string>
#include <vector>

namespace edgewright::cli {

struct OptionWords {
    std::vector<std::string> names; // "-o", "--output"; none: a positional argument
    std::string argument;           // "FILE"; empty: it is a flag
    std::string summary;
    std::vector<std::string> choices; // of the argument; empty: any
    bool isRequired = false;
};

struct VerbWords {
    std::string path; // "remote add"; empty: the program itself
    std::string summary;
    std::vector<OptionWords> options;
    struct Word {
        std::string name, summary;
    };
    std::vector<Word> words; // that may stand next: verbs below it, choices of positional arguments
};

// The program, then its verbs, each before those below it.
std::vector<VerbWords> verbWords(const CLI::App& program);

// A summary on one line, that stands between single quotes in any shell.
std::string plainLine(const std::string& summary);

} // namespace edgewright::cli

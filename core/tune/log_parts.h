// SPDX-License-Identifier: GPL-3.0-or-later
// A log in pieces that are read each by itself: what is damaged in one leaves the others, and a file that is
// cut or still being written gives all that is whole.
#pragma once

#include "core/base/json_document.h"
#include "core/tune/log_format.h"

#include <functional>

namespace edgewright::tune {

// Trials that could not be read, up to MaxLogDiagnostics.
class LeftOut {
public:
    void damaged(Error error, std::size_t line);
    void cut(const std::string& sentence, std::size_t line);
    // The first damage where nothing `wasRead`; else the diagnostics.
    Result<Diagnostics> take(bool wasRead) &&;

private:
    void add(Severity severity, const char* code, std::string message, std::size_t line);

    Diagnostics m_diagnostics;
    std::optional<Error> m_first;
    std::size_t m_more = 0;
};

// One JSON text within a file; a fault names `file` and the line.
Result<void> readPart(std::string_view text, const std::string& file, std::size_t line,
                      const JsonReading& read);

// The lines of a text with their numbers from 1, without their ends. Blank ones and those that begin with "#"
// are passed over.
using LineReading = std::function<Result<void>(std::string_view line, std::size_t number)>;
Result<Diagnostics> readLines(std::string_view text, const std::string& file, const LineReading& read,
                              const RunContext& run);
// True if one of the first few lines does.
bool hasLine(std::string_view text, const std::function<bool(std::string_view line)>& matches);

// A member of an object, or an item of a list.
struct JsonPart {
    std::string_view key;   // as it is written; empty in a list
    std::string_view value; // without blanks around it
    std::size_t line = 1;   // that the part begins in
    bool isWhole = true;    // false: the text ends before it does
};
struct JsonParts {
    std::vector<JsonPart> parts;
    bool isWhole = true; // false: the text ends before the object or list does
    std::size_t end = 1; // the line that it ends in

    const JsonPart* find(std::string_view key) const; // null: there is none
};
// The parts of the object or list at the beginning of `text`, whatever they hold. BadInput, naming file and
// line, for what is none, and for what cannot be a part. Commas behind the last part are passed over.
Result<JsonParts> partsOf(std::string_view text, const std::string& file, std::size_t line = 1);

} // namespace edgewright::tune

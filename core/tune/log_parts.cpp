// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/log_parts.h"

#include "core/base/propagate.h"
#include "core/base/say.h"

#include <algorithm>

namespace edgewright::tune {

namespace {

constexpr std::string_view Blanks = " \t\r\n";

bool isBlankOrComment(std::string_view line) {
    const std::size_t first = line.find_first_not_of(Blanks);
    return first == std::string_view::npos || line.front() == '#';
}

// Walks over JSON by its brackets and texts, without looking into them.
class PartScanner {
public:
    PartScanner(std::string_view text, const std::string& file, std::size_t line)
        : m_text(text), m_file(file), m_line(line) {}

    Result<JsonParts> scan() {
        skipBlanks();
        if (now() != '{' && now() != '[') return fault(say("an object or a list"));
        const bool isObject = now() == '{';
        const char close = isObject ? '}' : ']';
        ++m_at;
        JsonParts found;
        while (true) {
            skipBlanks(",");
            found.end = m_line;
            if (isAtEnd()) return cut(std::move(found));
            if (now() == close) break;
            JsonPart part{.key = {}, .value = {}, .line = m_line};
            if (isObject) {
                if (now() != '"') return fault(say("a key in quotes"));
                const std::size_t begin = m_at + 1;
                if (!passText()) return cut(std::move(found));
                part.key = m_text.substr(begin, m_at - 1 - begin);
                skipBlanks();
                if (isAtEnd()) return cut(std::move(found));
                if (now() != ':') return fault("':'");
                ++m_at;
                skipBlanks();
                if (isAtEnd()) return cut(std::move(found));
            }
            const std::size_t begin = m_at;
            part.isWhole = passValue();
            part.value = m_text.substr(begin, m_at - begin);
            if (part.value.empty()) return fault(say("a value"));
            found.end = m_line;
            found.parts.push_back(part);
            if (!part.isWhole) return cut(std::move(found));
        }
        ++m_at;
        skipBlanks();
        if (!isAtEnd()) return fault(say("nothing more"));
        return found;
    }

private:
    static Result<JsonParts> cut(JsonParts found) {
        found.isWhole = false;
        return found;
    }
    Error fault(const std::string& what) const {
        return badInput(say("{1}, line {2}: expected {3}", m_file, m_line, what));
    }
    bool isAtEnd() const { return m_at >= m_text.size(); }
    char now() const { return isAtEnd() ? '\0' : m_text[m_at]; }
    void step() {
        if (m_text[m_at++] == '\n') ++m_line;
    }
    void skipBlanks(std::string_view also = {}) {
        while (!isAtEnd() &&
               (Blanks.find(now()) != std::string_view::npos || also.find(now()) != std::string_view::npos))
            step();
    }
    // From the quote at its beginning to behind that at its end; false: it has none.
    bool passText() {
        for (step(); !isAtEnd(); step()) {
            if (now() == '\\') {
                step();
                if (isAtEnd()) return false;
            } else if (now() == '"') {
                step();
                return true;
            }
        }
        return false;
    }
    bool passValue() {
        if (now() == '"') return passText();
        if (now() == '{' || now() == '[') return passBrackets();
        while (!isAtEnd() && std::string_view(",]}").find(now()) == std::string_view::npos &&
               Blanks.find(now()) == std::string_view::npos)
            step();
        return !isAtEnd(); // a number at the end may have had more digits
    }
    bool passBrackets() {
        std::size_t depth = 0;
        while (!isAtEnd()) {
            const char c = now();
            if (c == '"') {
                if (!passText()) return false;
                continue;
            }
            step();
            if (c == '{' || c == '[') ++depth;
            if ((c == '}' || c == ']') && --depth == 0) return true;
        }
        return false;
    }

    std::string_view m_text;
    const std::string& m_file;
    std::size_t m_at = 0, m_line;
};

} // namespace

void LeftOut::add(Severity severity, const char* code, std::string message, std::size_t line) {
    if (m_diagnostics.size() >= MaxLogDiagnostics) {
        ++m_more;
        return;
    }
    m_diagnostics.push_back({.severity = severity,
                             .code = code,
                             .message = std::move(message),
                             .node = {},
                             .value = {},
                             .place = say("line {1}", line)});
}

void LeftOut::damaged(Error error, std::size_t line) {
    if (!m_first) m_first = error;
    add(Severity::Warning, "damaged-trial", std::move(error.message), line);
}

void LeftOut::cut(const std::string& sentence, std::size_t line) {
    if (!m_first) m_first = badInput(sentence);
    add(Severity::Note, "cut-log", sentence, line);
}

Result<Diagnostics> LeftOut::take(bool wasRead) && {
    if (!wasRead && m_first) return *std::move(m_first);
    if (m_more > 0)
        m_diagnostics.push_back({.severity = Severity::Warning,
                                 .code = "damaged-trial",
                                 .message = sayCount(m_more, "{1} more trial could not be read.",
                                                     "{1} more trials could not be read."),
                                 .node = {},
                                 .value = {},
                                 .place = {}});
    return std::move(m_diagnostics);
}

Result<void> readPart(std::string_view text, const std::string& file, std::size_t line,
                      const JsonReading& read) {
    const JsonLimits limits{.bytes = std::int64_t(8) << 20, .refusesUnknownKeys = false, .firstLine = line};
    RETURN_IF_ERROR(readJson(text, file, limits, read));
    return {};
}

Result<Diagnostics> readLines(std::string_view text, const std::string& file, const LineReading& read,
                              const RunContext& run) {
    LeftOut leftOut;
    bool wasRead = false;
    std::size_t number = 0;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        ++number;
        if (isBlankOrComment(line)) continue;
        if (run.stopped()) return cancelled();
        auto done = read(line, number);
        if (done)
            wasRead = true;
        else if (end == text.size())
            leftOut.cut(say("{1}, line {2}: the last line is cut, and was left out", file, number), number);
        else
            leftOut.damaged(std::move(done).error(), number);
    }
    return std::move(leftOut).take(wasRead);
}

bool hasLine(std::string_view text, const std::function<bool(std::string_view line)>& matches) {
    constexpr int MaxLines = 16;
    int lines = 0;
    for (std::size_t at = 0; at < text.size() && lines < MaxLines;) {
        const std::size_t end = std::min(text.find('\n', at), text.size());
        const std::string_view line = text.substr(at, end - at);
        at = end + 1;
        if (isBlankOrComment(line)) continue;
        ++lines;
        if (matches(line)) return true;
    }
    return false;
}

const JsonPart* JsonParts::find(std::string_view key) const {
    const auto found = std::ranges::find(parts, key, &JsonPart::key);
    return found == parts.end() ? nullptr : &*found;
}

Result<JsonParts> partsOf(std::string_view text, const std::string& file, std::size_t line) {
    return PartScanner(text, file, line).scan();
}

} // namespace edgewright::tune

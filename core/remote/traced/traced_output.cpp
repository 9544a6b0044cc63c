// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/traced/traced_output.h"

#include "core/base/quoted.h"
#include "core/base/say.h"

#include <algorithm>
#include <charconv>

namespace edgewright::remote {

namespace {

constexpr std::size_t MaxHeader = 256; // bytes behind the mark
constexpr std::string_view TraceEnding = ".json";

template <class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number number{};
    const auto [read, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && read == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

// "471.json", "471.2.json": no other name is made a file of ours.
bool isTraceName(std::string_view name) {
    return name.size() > TraceEnding.size() && name.ends_with(TraceEnding) && name.front() != '.' &&
           name.substr(0, name.size() - TraceEnding.size()).find_first_not_of("0123456789.") == name.npos;
}

// How many of the last bytes may be the beginning of `mark`.
std::size_t beginOf(std::string_view mark, std::string_view text) {
    for (std::size_t length = std::min(mark.size() - 1, text.size()); length > 0; --length)
        if (text.ends_with(mark.substr(0, length))) return length;
    return 0;
}

} // namespace

TracedOutput::TracedOutput(std::string mark, std::filesystem::path folder,
                           std::function<void(std::string_view)> told)
    : m_mark('\n' + std::move(mark) + ' '), m_folder(std::move(folder)), m_told(std::move(told)) {}

bool TracedOutput::take(std::string_view bytes) {
    m_text += bytes;
    while (m_fault.empty() && m_part != Part::End) {
        const std::size_t before = m_text.size();
        const Part part = m_part;
        step();
        if (m_text.size() == before && m_part == part) break;
    }
    return m_fault.empty();
}

void TracedOutput::step() { m_part == Part::File ? takeFile() : takeOutput(); }

void TracedOutput::takeOutput() {
    const std::size_t at = m_text.find(m_mark);
    const std::size_t ready = at != std::string::npos ? at : m_text.size() - beginOf(m_mark, m_text);
    if (ready > 0) {
        if (!m_isOutput) return fail(say("more was sent than a trace"));
        m_told(std::string_view(m_text).substr(0, ready));
        m_text.erase(0, ready);
    }
    if (at == std::string::npos) return;
    const std::size_t end = m_text.find('\n', m_mark.size());
    if (end == std::string::npos) {
        if (m_text.size() > m_mark.size() + MaxHeader) fail(say("what was sent makes no sense"));
        return;
    }
    m_isOutput = false;
    const std::string header = m_text.substr(m_mark.size(), end - m_mark.size());
    m_text.erase(0, end + 1);
    takeHeader(header);
}

void TracedOutput::takeHeader(std::string_view header) {
    const std::size_t blank = header.find(' ');
    const std::string name(header.substr(0, blank));
    const std::string_view number = blank == header.npos ? std::string_view() : header.substr(blank + 1);
    if (name == "end") {
        m_status = numberIn<int>(number);
        if (!m_status || *m_status < 0 || *m_status > 255) return fail(say("what was sent makes no sense"));
        m_part = Part::End;
        return;
    }
    const auto bytes = numberIn<std::uint64_t>(number);
    if (!bytes || !isTraceName(name)) return fail(say("{1} is no name and size of a trace", inQuotes(header)));
    openFile(name, *bytes);
}

void TracedOutput::openFile(const std::string& name, std::uint64_t bytes) {
    if (bytes > MaxBytes - m_bytes || ++m_files > MaxFiles)
        return fail(
            say("there are more than {1} traces, or more than {2} GiB of them", MaxFiles, MaxBytes >> 30));
    m_bytes += bytes;
    m_left = bytes;
    m_file = std::ofstream(m_folder / name, std::ios::binary);
    if (!m_file) return fail(say("{1}: cannot be written", (m_folder / name).string()));
    m_part = Part::File;
}

void TracedOutput::takeFile() {
    const auto ready = static_cast<std::size_t>(std::min<std::uint64_t>(m_left, m_text.size()));
    m_file.write(m_text.data(), static_cast<std::streamsize>(ready));
    m_text.erase(0, ready);
    m_left -= ready;
    if (m_left > 0) return;
    m_file.close();
    if (!m_file) return fail(say("{1}: cannot be written", m_folder.string()));
    m_part = Part::Output;
}

void TracedOutput::fail(std::string why) { m_fault = std::move(why); }

Result<int> TracedOutput::status() {
    if (m_fault.empty() && m_part == Part::Output && m_isOutput) { // it was ended before the first mark
        m_told(m_text);
        m_text.clear();
    }
    if (!m_fault.empty()) return badInput(m_fault);
    if (!m_status) return badInput(say("the traces did not arrive whole"));
    return *m_status;
}

} // namespace edgewright::remote

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/tune/log_format.h"

#include "core/base/catalogue.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/written_file.h"
#include "tune_log_formats.def"

#include <algorithm>

namespace edgewright::tune {

EDGEWRIGHT_CATALOGUE(EDGEWRIGHT_TUNE_LOG_FORMATS, logFormats, LogFormat, _log)

const LogFormat* logFormatCalled(std::string_view name) {
    const auto formats = logFormats();
    const auto found = std::ranges::find(formats, name, &LogFormat::name);
    return found == formats.end() ? nullptr : *found;
}

const LogFormat* logFormatOf(std::string_view text) {
    const auto formats = logFormats();
    const auto found = std::ranges::find_if(formats, [&](const LogFormat* each) { return each->sniff(text); });
    return found == formats.end() ? nullptr : *found;
}

Result<LogReading> readLog(const std::filesystem::path& file, const RunContext& run) {
    ASSIGN_OR_RETURN(const std::string text, textOfFile(file, MaxLogBytes));
    const LogFormat* const format = logFormatOf(text);
    if (format) return format->read(text, file.string(), run);
    std::vector<std::string> titles;
    for (const LogFormat* each : logFormats())
        titles.emplace_back(each->title);
    return badInput(say("{1}: is no log of a tuner that can be read: {2}", file.string(), sayList(titles)));
}

Result<void> writeLog(const std::filesystem::path& file, const TuneLog& log, const LogFormat& format) {
    if (!format.write) return unsupported(say("logs of {1} are read, but not written", format.title));
    ASSIGN_OR_RETURN(const std::string text, format.write(log));
    return writeText(file, text);
}

} // namespace edgewright::tune

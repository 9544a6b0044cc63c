// SPDX-License-Identifier: GPL-3.0-or-later
// A libFuzzer target: bytes are read as a database of Nsight Systems, those that are none as the statements
// that make one. Whatever they are, there is a trace that makes sense, or an error that says something.
#include "core/trace/nsight.h"
#include "tests/fuzz/scratch_file.h"
#include "tests/fuzz/sensible_trace.h"

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>

using namespace edgewright;

namespace {

// As far as the statements go without a fault, and for a short time.
void make(const std::filesystem::path& file, const std::string& statements) {
    constexpr int MaxTextBytes = 1 << 16, StepsUntilEnd = 20'000;
    std::filesystem::remove(file);
    sqlite3* opened = nullptr;
    test::require(sqlite3_open(file.c_str(), &opened) == SQLITE_OK);
    const std::unique_ptr<sqlite3, decltype(&sqlite3_close)> database(opened, sqlite3_close);
    sqlite3_exec(opened, "PRAGMA journal_mode=OFF; PRAGMA synchronous=OFF", nullptr, nullptr, nullptr);
    sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, MaxTextBytes);
    sqlite3_limit(opened, SQLITE_LIMIT_ATTACHED, 0);
    sqlite3_progress_handler(
        opened, StepsUntilEnd, [](void*) { return 1; }, nullptr);
    sqlite3_exec(opened, statements.c_str(), nullptr, nullptr, nullptr);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const test::ScratchFile scratch("export.sqlite");
    const std::string bytes(reinterpret_cast<const char*>(data), size);
    const std::filesystem::path file = scratch.write(data, size);
    if (!trace::beginsAsDatabase(bytes)) make(file, bytes);
    const auto read = trace::readNsight(file);
    if (read)
        test::requireSense(*read);
    else
        test::require(!read.error().message.empty());
    return 0;
}

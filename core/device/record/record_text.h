// SPDX-License-Identifier: GPL-3.0-or-later
// A record as text: JSON, complete, to be read again.
#pragma once

#include "core/base/result.h"
#include "core/device/record/record.h"

#include <filesystem>
#include <string>

namespace edgewright::device {

std::string recordJson(const Record& record);
// BadInput names file, place and what was expected. Keys that are not known are passed over: a later version
// wrote them.
Result<Record> readRecord(const std::filesystem::path& file);

} // namespace edgewright::device

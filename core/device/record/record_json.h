// SPDX-License-Identifier: GPL-3.0-or-later
// A record as a part of a larger document.
#pragma once

#include "core/device/record/json_parts.h"
#include "core/device/record/record.h"

namespace edgewright::device {

Json documentOf(const Record& record);
// Errors go to the findings of `value`.
Record recordOf(const JsonValue& value);

} // namespace edgewright::device

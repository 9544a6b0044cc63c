// SPDX-License-Identifier: GPL-3.0-or-later
// The value of a setting in words: that of tables and sentences, where an editor has its own.
#pragma once

#include "core/base/field.h"

#include <string>
#include <string_view>

namespace edgewright::table {

struct FieldText {
    std::string value;     // the title of a choice, "on", "0.5"; of nothing what the field says of that
    std::string_view unit; // empty beside a value that has a name, and beside nothing
    std::string whole() const;
};
FieldText fieldText(const FieldInfo& field, const FieldValue& value);

} // namespace edgewright::table

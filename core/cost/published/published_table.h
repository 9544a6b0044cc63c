// SPDX-License-Identifier: GPL-3.0-or-later
// The tables of resources/accelerators/published, which are built in.
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>
#include <vector>

namespace edgewright::cost::published {

class Table {
public:
    // "tpu_v1". Internal if there is none of this name.
    static Result<Table> named(std::string_view name);
    // A header, then a line for each row; lines that begin with '#' and blank ones are passed over. BadInput
    // names `name` and the line.
    static Result<Table> parse(const std::string& name, std::string_view text);

    std::size_t rows() const { return m_rows.size(); }
    // row < rows().
    Result<std::string> text(std::size_t row, std::string_view column) const;
    Result<double> number(std::size_t row, std::string_view column) const; // finite

private:
    std::string m_name;
    std::vector<std::string> m_columns;
    std::vector<std::vector<std::string>> m_rows;
};

} // namespace edgewright::cost::published

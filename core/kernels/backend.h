// SPDX-License-Identifier: GPL-3.0-or-later
// Other libraries that can compute convolutions, in modules that are loaded by name.
#pragma once

#include "core/base/result.h"
#include "core/kernels/backend_interface.h"

#include <string>

namespace edgewright::kernels {

class Backend {
public:
    // `name` is lower-case letters, digits and underscores: module edgewright_<name>.so in ../lib/edgewright as
    // seen from the program's folder, else in the folders that the environment variable EDGEWRIGHT_PLUGINS
    // lists, with colons between them. The first file found is taken. Loaded once, and never unloaded. Errors
    // are BadInput and name the file.
    static Result<const Backend*> load(const std::string& name);

    const BackendTable& table() const { return *m_table; }
    const std::string& file() const { return m_file; }

private:
    Backend(const BackendTable* table, std::string file) : m_table(table), m_file(std::move(file)) {}

    const BackendTable* m_table;
    std::string m_file;
};

// The kernels of the instruction set in use, for a back end.
BackendHost backendHost();

} // namespace edgewright::kernels

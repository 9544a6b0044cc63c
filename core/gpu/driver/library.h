// SPDX-License-Identifier: GPL-3.0-or-later
// A shared library that is looked for when it is needed: those of NVIDIA are not there to link with.
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace edgewright::gpu {

class Library {
public:
    // The first of these names or paths that the system's loader finds; Unsupported, with what was tried, the
    // loader's words and what to install, where there is none. `whose`: "NVIDIA's driver".
    static Result<Library> open(const std::string& whose, const std::vector<std::string>& names,
                                const std::string& install);

    const std::string& name() const { return m_name; } // the one that was found
    void* find(const char* function) const;            // null: there is none
    // BadInput where there is none: "libcuda.so.1 has no function cuX: it is older than this program expects".
    template <class Signature>
    Result<void> take(const char* function, Signature*& into) const {
        into = reinterpret_cast<Signature*>(find(function));
        if (!into) return missing(function);
        return {};
    }

private:
    Error missing(const char* function) const;

    std::string m_name;
    void* m_handle = nullptr; // never closed: threads and state of the library live on
};

// "libcublas.so.12" and so on for each version, then in the folders where CUDA is installed; before all of them
// the file that the environment variable `setting` names, alone, where it is set.
std::vector<std::string> cudaLibraryNames(const std::string& name, const std::vector<std::string>& versions,
                                          const char* setting);

} // namespace edgewright::gpu

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/gpu/driver/library.h"

#include "core/base/say.h"

#include <cstdlib>
#include <dlfcn.h>

namespace edgewright::gpu {

Result<Library> Library::open(const std::string& whose, const std::vector<std::string>& names,
                              const std::string& install) {
    std::string why;
    for (const std::string& name : names) {
        Library library;
        library.m_name = name;
        library.m_handle = ::dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library.m_handle) return library;
        const char* const words = ::dlerror();
        if (why.empty() && words) why = words; // the first name is the one that is expected
    }
    return unsupported(say("{1} was not found: {2} ({3}); install {4}", whose, names.front(), why, install));
}

void* Library::find(const char* function) const { return ::dlsym(m_handle, function); }

Error Library::missing(const char* function) const {
    return badInput(
        say("{1} has no function {2}: it is older than the functions that are needed", m_name, function));
}

std::vector<std::string> cudaLibraryNames(const std::string& name, const std::vector<std::string>& versions,
                                          const char* setting) {
    if (const char* const file = std::getenv(setting); file && *file) return {file};
    std::vector<std::string> folders{""};
    for (const char* const variable : {"CUDA_HOME", "CUDA_PATH"})
        if (const char* const folder = std::getenv(variable); folder && *folder)
            folders.push_back(std::string(folder) + "/lib64/");
    folders.emplace_back("/usr/local/cuda/lib64/");
    std::vector<std::string> names;
    for (const std::string& folder : folders)
        for (const std::string& version : versions)
            names.push_back(folder + name + ".so." + version);
    return names;
}

} // namespace edgewright::gpu

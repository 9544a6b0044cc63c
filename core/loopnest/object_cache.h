// SPDX-License-Identifier: GPL-3.0-or-later
// Compiled kernels in the user's cache, by what they were made of, the compiler among it; beside them a note
// for each source, <digest>.made, of the object that was last made of it, whatever compiler did. An object that
// is none of this user's (agent/own_objects.h) is not looked at: it is compiled anew.
#pragma once

#include "core/base/result.h"
#include "core/loopnest/compiler.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace edgewright::loopnest {

class ObjectCache {
public:
    static constexpr std::int64_t MaxBytes = std::int64_t(512) << 20; // of all objects
    // Makes the folder where it is missing; objects beyond so many bytes are removed, the oldest first.
    // BadInput where it is another user's, or others can write to it.
    static Result<ObjectCache> in(const std::filesystem::path& folder, std::int64_t maxBytes = MaxBytes);
    // agent::ownObjectsFolder(). BadInput where there is no home.
    static Result<ObjectCache> here();

    // The object of this source: from the cache, else compiled. `compiled`: set to which.
    Result<std::filesystem::path> object(const Compiler& compiler, const std::string& source,
                                         const CompileLimits& limits = {}, const RunContext& run = {},
                                         bool* compiled = nullptr) const;
    // The object that was last compiled here of this source, for this processor, by whatever compiler: nothing
    // is compiled. Nothing: there is none.
    std::optional<std::filesystem::path> made(const std::string& source) const;
    // The place of that, there or not.
    std::filesystem::path placeOf(const Compiler& compiler, const std::string& source) const;
    const std::filesystem::path& folder() const { return m_folder; }

private:
    std::filesystem::path noteOf(const std::string& source) const; // that has the name of its object
    void note(const std::string& source, const std::filesystem::path& object) const;
    explicit ObjectCache(std::filesystem::path folder) : m_folder(std::move(folder)) {}
    std::filesystem::path m_folder;
};

} // namespace edgewright::loopnest

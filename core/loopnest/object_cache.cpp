// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/loopnest/object_cache.h"

#include "core/agent/own_objects.h"
#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/base/temporary_folder.h"
#include "core/base/written_file.h"
#include "core/bundle/hash.h"
#include "core/measure/machine.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::loopnest {

namespace fs = std::filesystem;

namespace {

std::string digestText(const std::string& bytes) {
    return bundle::hexOf(bundle::digestOf(std::as_bytes(std::span(bytes))));
}

struct Stored {
    fs::path object;
    fs::file_time_type written;
    std::int64_t bytes = 0;
};

// What an agent has loaded stays there for it until it ends.
void trim(const fs::path& folder, std::int64_t maxBytes) {
    std::vector<Stored> objects;
    std::int64_t total = 0;
    std::error_code ignored;
    for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end; it.increment(ignored)) {
        std::error_code failed;
        if (it->path().extension() != ".so" || !it->is_regular_file(failed)) continue;
        const Stored stored{it->path(), it->last_write_time(failed),
                            static_cast<std::int64_t>(it->file_size(failed))};
        if (failed) continue;
        total += stored.bytes;
        objects.push_back(stored);
    }
    std::ranges::sort(objects, {}, &Stored::written);
    for (const Stored& each : objects) {
        if (total <= maxBytes) break;
        total -= each.bytes;
        fs::remove(agent::sumOf(each.object), ignored);
        fs::remove(each.object, ignored);
    }
}

} // namespace

Result<ObjectCache> ObjectCache::in(const fs::path& folder, std::int64_t maxBytes) {
    std::error_code failed;
    fs::create_directories(folder.parent_path(), failed);
    if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST)
        return badInput(say("{1}: cannot be written: {2}", folder.string(), systemText(errno)));
    if (!agent::isOwn(folder, agent::Owned::Folder))
        return badInput(say("{1} is not a folder that this user alone can write to: generated kernels are not "
                            "kept there",
                            folder.string()));
    trim(folder, maxBytes);
    return ObjectCache(folder);
}

Result<ObjectCache> ObjectCache::here() {
    const fs::path folder = agent::ownObjectsFolder();
    if (folder.empty())
        return badInput(say("there is no place for generated kernels: neither XDG_CACHE_HOME nor HOME is set"));
    return in(folder);
}

fs::path ObjectCache::placeOf(const Compiler& compiler, const std::string& source) const {
    std::string content = compiler.program.string() + "\n" + compiler.version + "\n" + compilerOptions() + "\n";
    content += measure::thisMachine().processor + "\n"; // -march=native
    for (const std::string& each : measure::processorFeatures())
        content += each + " ";
    return m_folder / (digestText(content + "\n" + source) + ".so");
}

Result<fs::path> ObjectCache::object(const Compiler& compiler, const std::string& source,
                                     const CompileLimits& limits, const RunContext& run, bool* compiled) const {
    const fs::path object = placeOf(compiler, source);
    const bool isThere = agent::isOwnObject(object);
    if (compiled) *compiled = !isThere;
    if (isThere) return object;
    // Several processes may make the same object: each in a folder of its own.
    ASSIGN_OR_RETURN(const TemporaryFolder work, TemporaryFolder::in(m_folder, "make-"));
    const fs::path made = work.path() / "kernels.so";
    RETURN_IF_ERROR(compile(compiler, source, made, limits, run));
    const auto digest = agent::digestOfOwn(made);
    if (!digest) return badInput(say("{1} has written no shared object", compiler.program.string()));
    std::error_code failed, ignored;
    fs::remove(agent::sumOf(object), ignored); // between both no .sum is there: the object does not count
    fs::remove(object, ignored);
    fs::rename(made, object, failed);
    if (failed) return badInput(say("{1}: cannot be written: {2}", object.string(), failed.message()));
    RETURN_IF_ERROR(writeText(agent::sumOf(object), *digest + "\n", 0600));
    return object;
}

} // namespace edgewright::loopnest

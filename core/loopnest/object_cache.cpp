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
#include <tuple>
#include <vector>

#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::loopnest {

namespace fs = std::filesystem;

namespace {

std::string digestText(const std::string& bytes) {
    return bundle::hexOf(bundle::digestOf(std::as_bytes(std::span(bytes))));
}

// Objects are made for it (-march=native).
std::string processorText() {
    std::string text = measure::thisMachine().processor + "\n";
    for (const std::string& each : measure::processorFeatures())
        text += each + " ";
    return text;
}

constexpr std::int64_t MaxNoteBytes = 256;
constexpr const char* NoteEnding = ".made";

// The object that a note names; nothing where that is not there any more, or is none of this user's.
std::optional<fs::path> notedObject(const fs::path& note) {
    if (!agent::isOwn(note, agent::Owned::File)) return std::nullopt;
    const auto text = textOfFile(note, MaxNoteBytes);
    if (!text || !text->ends_with('\n')) return std::nullopt;
    const fs::path name = text->substr(0, text->size() - 1) + ".so";
    const fs::path object = note.parent_path() / name;
    if (name.has_parent_path() || !agent::isOwnObject(object)) return std::nullopt;
    return object;
}

void dropNotesOfNothing(const fs::path& folder) {
    std::error_code ignored, failed;
    for (fs::directory_iterator it(folder, ignored), end; !ignored && it != end; it.increment(ignored))
        if (it->path().extension() == NoteEnding && !notedObject(it->path())) fs::remove(it->path(), failed);
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
    bool isLess = false;
    for (const Stored& each : objects) {
        if (total <= maxBytes) break;
        total -= each.bytes;
        fs::remove(agent::sumOf(each.object), ignored);
        fs::remove(each.object, ignored);
        isLess = true;
    }
    if (isLess) dropNotesOfNothing(folder);
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
    const std::string by =
        compiler.program.string() + "\n" + compiler.version + "\n" + compilerOptions() + "\n";
    return m_folder / (digestText(by + processorText() + "\n" + source) + ".so");
}

Result<fs::path> ObjectCache::object(const Compiler& compiler, const std::string& source,
                                     const CompileLimits& limits, const RunContext& run, bool* compiled) const {
    const fs::path object = placeOf(compiler, source);
    const bool isThere = agent::isOwnObject(object);
    if (compiled) *compiled = !isThere;
    if (isThere) {
        note(source, object);
        return object;
    }
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
    note(source, object);
    return object;
}

fs::path ObjectCache::noteOf(const std::string& source) const {
    return m_folder / (digestText(processorText() + "\n" + source) + NoteEnding);
}

// What cannot be written down is compiled again where it could have been found.
void ObjectCache::note(const std::string& source, const fs::path& object) const {
    const fs::path file = noteOf(source);
    if (const auto noted = notedObject(file); noted && *noted == object) return;
    std::ignore = writeText(file, object.stem().string() + "\n", 0600);
}

std::optional<fs::path> ObjectCache::made(const std::string& source) const {
    return notedObject(noteOf(source));
}

} // namespace edgewright::loopnest

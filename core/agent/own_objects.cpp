// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/agent/own_objects.h"

#include "core/base/file_text.h"
#include "core/base/home_folder.h"
#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/bundle/hash.h"

#include <algorithm>

#include <sys/stat.h>
#include <unistd.h>

namespace edgewright::agent {

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t MaxObjectBytes = std::int64_t(64) << 20;
constexpr std::int64_t MaxSumBytes = 256;

bool isDigest(const std::string& text) {
    return text.size() == 2 * sizeof(bundle::Digest) && std::ranges::all_of(text, [](char each) {
               return (each >= '0' && each <= '9') || (each >= 'a' && each <= 'f');
           });
}

} // namespace

fs::path ownObjectsFolder() {
    const fs::path cache = userFolder("XDG_CACHE_HOME", ".cache");
    return cache.empty() ? cache : cache / "edgewright" / "kernels";
}

bool isOwn(const fs::path& path, Owned kind) {
    struct stat about {};
    return ::lstat(path.c_str(), &about) == 0 &&
           (about.st_mode & S_IFMT) == (kind == Owned::File ? S_IFREG : S_IFDIR) &&
           about.st_uid == ::geteuid() && (about.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

fs::path sumOf(const fs::path& object) { return fs::path(object).replace_extension(".sum"); }

std::optional<std::string> digestOfOwn(const fs::path& object) {
    if (!isOwn(object, Owned::File)) return std::nullopt;
    const auto bytes = textOfFile(object, MaxObjectBytes);
    if (!bytes || !bytes->starts_with("\x7f"
                                      "ELF"))
        return std::nullopt;
    return bundle::hexOf(bundle::digestOf(std::as_bytes(std::span(*bytes))));
}

bool isOwnObject(const fs::path& object) {
    const fs::path sum = sumOf(object);
    if (!isOwn(sum, Owned::File)) return false;
    const auto expected = textOfFile(sum, MaxSumBytes);
    const auto actual = digestOfOwn(object);
    return expected && actual && *expected == *actual + "\n";
}

Result<std::shared_ptr<const kernels::LoadedKernels>>
loadOwn(const fs::path& folder, std::span<const kernels::GeneratedChoice> choices) {
    auto loaded = std::make_shared<kernels::LoadedKernels>();
    for (const kernels::GeneratedChoice& each : choices) {
        if (folder.empty())
            return badInput(say("generated kernels run on the machine alone that compiled them: none is loaded "
                                "here"));
        if (!isDigest(each.object))
            return badInput(say("{1} is no name of a generated kernel", inQuotes(each.object)));
        if (loaded->contains(each.object)) continue;
        const fs::path object = folder / (each.object + ".so");
        if (!isOwn(folder, Owned::Folder) || !isOwnObject(object))
            return badInput(
                say("the generated kernel of {1} is not among those that this user has compiled here: "
                    "{2}",
                    inQuotes(each.key), object.string()));
        ASSIGN_OR_RETURN(const auto kernels, kernels::loadGenerated(object));
        if (kernels.size() != 1) return badInput(say("{1} holds more than one kernel", object.string()));
        loaded->emplace(each.object, kernels.data());
    }
    return std::shared_ptr<const kernels::LoadedKernels>(std::move(loaded));
}

} // namespace edgewright::agent

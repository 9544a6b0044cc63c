// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/remote/upload.h"

#include "core/base/propagate.h"
#include "core/base/quoted.h"
#include "core/base/say.h"
#include "core/ir/storage/mapped_file.h"
#include "core/remote/processes/child_output.h"

#include <algorithm>
#include <cerrno>
#include <limits>

#include <poll.h>
#include <sys/socket.h>

namespace edgewright::remote {

namespace {

constexpr std::chrono::seconds UploadPatience{10};
constexpr std::string_view Has = "EDGEWRIGHT_HAS ";

// $1: the folder, $2: its name there, $3: its hash
constexpr const char* LookForFile = R"sh(f="$d/$1/$2"
if [ -f "$f" ] && [ "$(sha256sum < "$f" | cut -d' ' -f1)" = "$3" ]; then
    echo "EDGEWRIGHT_HAS $f"
else
    echo EDGEWRIGHT_LACKS
fi)sh";

// Likewise; $4: its mode. What is cut off is never put in its place.
constexpr const char* StoreFile = R"sh(umask 077
mkdir -p "$d/$1" || exit 1
t="$d/$1/$2.part.$$"
trap 'rm -f "$t"' EXIT
trap '' PIPE # who is told may be gone
cat > "$t" || exit 1
if [ "$(sha256sum < "$t" | cut -d' ' -f1)" != "$3" ]; then
    echo "it did not arrive whole" >&2
    exit 1
fi
chmod "$4" "$t" && mv -f "$t" "$d/$1/$2" && echo "EDGEWRIGHT_HAS $d/$1/$2")sh";

// A machine reads 20 MB in a second at least.
std::chrono::milliseconds patienceFor(std::size_t bytes) {
    return UploadPatience + std::chrono::milliseconds(bytes / 20'000);
}

// Much of what was sent may be on its way still: OpenSSH and the system hold some MiB, which a link of 1 Mbit/s
// takes a minute for.
std::chrono::milliseconds patienceForArrival(std::size_t bytes) {
    constexpr std::size_t OnItsWay = 8u << 20, SlowestLink = 100; // bytes, bytes per millisecond
    return patienceFor(bytes) + std::chrono::milliseconds(std::min(bytes, OnItsWay) / SlowestLink);
}

// The path in an answer; empty: it has none. In front of it may be what a login prints.
std::string pathIn(const ChildOutput& output) {
    const std::string line = lastLineOf(output.text);
    return line.starts_with(Has) ? line.substr(Has.size()) : std::string();
}

// Bytes as far as 32 bits count them, else KiB, MiB.
void reportBytes(const RunContext& run, std::size_t done, std::size_t total) {
    int shift = 0;
    while (total >> shift > std::numeric_limits<std::uint32_t>::max())
        shift += 10;
    run.report(static_cast<std::uint32_t>(done >> shift), static_cast<std::uint32_t>(total >> shift));
}

// What the other side says of bytes that it does not take is left for its answer.
Result<void> sendBytes(Child& child, std::span<const std::byte> bytes, const std::string& name,
                       const RunContext& run) {
    auto heard = std::chrono::steady_clock::now();
    for (std::span<const std::byte> left = bytes; !left.empty();) {
        if (run.stopped()) {
            child.end();
            return cancelled();
        }
        const ssize_t sent = ::send(child.input(), left.data(), std::min<std::size_t>(left.size(), 1 << 16),
                                    MSG_NOSIGNAL | MSG_DONTWAIT);
        if (sent > 0) {
            left = left.subspan(static_cast<std::size_t>(sent));
            heard = std::chrono::steady_clock::now();
            reportBytes(run, bytes.size() - left.size(), bytes.size());
        } else if (errno == EAGAIN) {
            pollfd poll{child.input(), POLLOUT, 0};
            ::poll(&poll, 1, 20);
            if (std::chrono::steady_clock::now() - heard > UploadPatience) {
                child.end();
                return Error{ErrorCode::TimedOut, say("{1} takes nothing for {2} s", inQuotes(name), 10)};
            }
        } else if (errno != EINTR) {
            return {};
        }
    }
    return {};
}

Result<std::string> uploadBytes(const Shell& machine, std::span<const std::byte> bytes,
                                const bundle::Digest& digest, const Place& place, const RunContext& run) {
    const std::string hash = bundle::hexOf(digest);
    ASSIGN_OR_RETURN(Child child, machine.start(StoreFile, {place.folder, hash + place.ending, hash,
                                                            place.isProgram ? "700" : "600"}));
    RETURN_IF_ERROR(sendBytes(child, bytes, machine.name(), run));
    ASSIGN_OR_RETURN(const ChildOutput output,
                     machine.finish(std::move(child), run, patienceForArrival(bytes.size())));
    if (std::string path = pathIn(output); !path.empty()) return path;
    return machine.notUnderstood(output);
}

} // namespace

Result<std::string> upload(const Shell& machine, const std::filesystem::path& file,
                           const bundle::Digest& digest, const Place& place, const RunContext& run) {
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
    return uploadBytes(machine, mapped->bytes(), digest, place, run);
}

Result<Provided> provide(const Shell& machine, const std::filesystem::path& file, const Place& place,
                         const RunContext& run) {
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
    if (machine.isHere()) return Provided{std::filesystem::absolute(file).string(), false};
    const bundle::Digest digest = bundle::digestOf(mapped->bytes());
    const std::string hash = bundle::hexOf(digest);
    ASSIGN_OR_RETURN(const ChildOutput output,
                     machine.run(LookForFile, {place.folder, hash + place.ending, hash}, run,
                                 patienceFor(mapped->bytes().size())));
    if (std::string path = pathIn(output); !path.empty()) return Provided{std::move(path), false};
    if (lastLineOf(output.text) != "EDGEWRIGHT_LACKS") return machine.notUnderstood(output);
    ASSIGN_OR_RETURN(std::string path, uploadBytes(machine, mapped->bytes(), digest, place, run));
    return Provided{std::move(path), true};
}

} // namespace edgewright::remote

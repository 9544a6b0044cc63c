// SPDX-License-Identifier: GPL-3.0-or-later
// The bundles that an agent keeps, each under the hash of its content: what is there is not sent again.
#pragma once

#include "core/base/result.h"
#include "core/bundle/bundle.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <span>

namespace edgewright::agent {

class Store {
public:
    static constexpr std::uint64_t MaxBytes = std::uint64_t(2) << 30;
    // Made when something is put there. What an upload left behind that ended with its agent is removed.
    explicit Store(std::filesystem::path folder, std::uint64_t maxBytes = MaxBytes);

    bool contains(const bundle::Digest& digest) const;
    Result<bundle::Bundle> open(const bundle::Digest& digest) const;
    // The same, which stays open until another one is, or anything is put or cleared: a tuner orders hundreds
    // of runs of one bundle, and to hash its content takes as long as to run it. It is checked again where its
    // file has become another one, or has another size. Any thread.
    Result<std::shared_ptr<const bundle::Bundle>> kept(const bundle::Digest& digest);
    std::int64_t bytes() const;     // of all that is kept
    std::int64_t freeBytes() const; // of the disk; 0: not told
    Result<void> clear();

    // One bundle that arrives in pieces. It is gone again unless it is finished.
    class Upload {
    public:
        ~Upload();
        Upload(const Upload&) = delete;
        Upload& operator=(const Upload&) = delete;

        // BadInput once there is more than was announced; OutOfMemory when the disk is full.
        Result<void> add(std::span<const std::byte> piece);
        std::uint64_t bytes() const { return m_written; } // that have arrived
        bool isWhole() const { return m_written == m_bytes; }
        // BadInput unless it is the bundle that was announced.
        Result<void> finish();

    private:
        friend class Store;
        Upload(std::filesystem::path part, std::filesystem::path file, bundle::Digest digest,
               std::uint64_t bytes);

        std::filesystem::path m_part, m_file;
        bundle::Digest m_digest;
        std::uint64_t m_bytes = 0, m_written = 0;
        int m_descriptor = -1;
    };
    // OutOfMemory when the disk has no room for so many bytes. With it, no more than `maxBytes` are kept,
    // unless it is larger itself: those that were used last.
    Result<std::unique_ptr<Upload>> put(const bundle::Digest& digest, std::uint64_t bytes);

private:
    std::filesystem::path fileOf(const bundle::Digest& digest) const;
    void makeRoom(std::uint64_t bytes) const;
    void keepNone();

    struct Kept {
        bundle::Digest digest{};
        std::uint64_t device = 0, file = 0, bytes = 0; // as the system tells them apart
        std::shared_ptr<const bundle::Bundle> bundle = {};
    };

    std::filesystem::path m_folder;
    std::uint64_t m_maxBytes;
    std::mutex m_keeping; // of the next one
    Kept m_kept;
};

} // namespace edgewright::agent

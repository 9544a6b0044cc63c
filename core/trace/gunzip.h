// SPDX-License-Identifier: GPL-3.0-or-later
// A file in gzip's format, unpacked piece by piece: nothing of it is kept.
#pragma once

#include <cstdint>
#include <memory>
#include <streambuf>
#include <string>
#include <vector>

namespace edgewright::trace {

// Ends where the packed bytes end or make no sense, and then fault() says why. Files of one packed part behind
// another are read to their end.
class Gunzip : public std::streambuf {
public:
    // Unpacked bytes, for each packed one: more is not read. A bomb has a thousand, profiles have twenty.
    static constexpr std::int64_t MaxBytes = std::int64_t(16) << 30, FreeBytes = std::int64_t(64) << 20;
    static constexpr std::int64_t MaxRatio = 250; // beyond FreeBytes

    explicit Gunzip(std::streambuf& from);
    ~Gunzip() override;
    static bool isPacked(std::streambuf& from); // begins with gzip's magic; nothing is taken from it

    const std::string& fault() const { return m_fault; } // empty: none; without the file's name
    bool isRefused() const { return m_isRefused; }       // what was read before is no part of a profile either

protected:
    int_type underflow() override;

private:
    struct State;

    std::size_t inflateSome();
    void refuse(std::string why);

    std::streambuf& m_from;
    std::unique_ptr<State> m_state;
    std::vector<char> m_packed, m_plain;
    std::int64_t m_taken = 0, m_given = 0; // bytes
    std::string m_fault;
    bool m_isRefused = false, m_ended = false;
};

} // namespace edgewright::trace

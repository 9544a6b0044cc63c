// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/bundle/bundle.h"

#include "core/base/file_text.h"
#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/bundle/graph_bytes.h"
#include "core/ir/storage/mapped_file.h"
#include "core/ir/verify.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>

#include <unistd.h>

namespace edgewright::bundle {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view Magic = "EDGEWRIGHTBUNDLE";
constexpr std::size_t HeaderBytes = 128;

struct Header {
    std::uint32_t version = Version;
    std::uint64_t structure = 0, data = 0;
    Digest digest{};

    std::size_t dataBegin() const {
        return (HeaderBytes + structure + DataAlignment - 1) / DataAlignment * DataAlignment;
    }
    std::vector<std::byte> bytes() const {
        ByteWriter writer;
        writer.putBytes(std::as_bytes(std::span(Magic)));
        writer.put(version);
        writer.put(std::uint32_t(0));
        writer.put(structure);
        writer.put(data);
        writer.putBytes(digest);
        writer.putSpace(HeaderBytes - writer.bytes().size());
        return writer.take();
    }
};

// Writes and hashes.
class File {
public:
    explicit File(const fs::path& path) : m_path(path), m_file(std::fopen(path.c_str(), "wb")) {
        m_failed = !m_file;
        m_errno = m_failed ? errno : 0;
    }
    ~File() {
        if (!m_file) return; // published, or never there
        std::fclose(m_file);
        std::remove(m_path.c_str());
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;

    void write(std::span<const std::byte> bytes) {
        if (m_failed || bytes.empty()) return;
        if (std::fwrite(bytes.data(), 1, bytes.size(), m_file) != bytes.size())
            m_failed = true, m_errno = errno;
    }
    void add(std::span<const std::byte> bytes) {
        write(bytes);
        m_hash.add(bytes);
    }
    void rewind() {
        if (!m_failed && std::fseek(m_file, 0, SEEK_SET) != 0) m_failed = true, m_errno = errno;
    }
    void hash(std::span<const std::byte> bytes) { m_hash.add(bytes); }
    Digest digest() const { return m_hash.digest(); }
    Result<void> publish(const fs::path& as) {
        if (!m_failed && std::fflush(m_file) != 0) m_failed = true, m_errno = errno;
        if (!m_failed && std::rename(m_path.c_str(), as.c_str()) != 0) m_failed = true, m_errno = errno;
        if (m_failed) return badInput(say("{1}: cannot be written: {2}", as.string(), systemText(m_errno)));
        std::fclose(std::exchange(m_file, nullptr));
        return {};
    }

private:
    fs::path m_path;
    std::FILE* m_file;
    Hash m_hash;
    bool m_failed = false;
    int m_errno = 0;
};

struct Mapped {
    Header header;
    std::shared_ptr<const ir::MappedFile> file;
};

Result<Mapped> map(const fs::path& path) {
    ASSIGN_OR_RETURN(auto file, ir::MappedFile::open(path));
    const std::span<const std::byte> bytes = file->bytes();
    const auto fail = [&](const std::string& why) { return badInput(path.string() + ": " + why); };
    if (bytes.size() < HeaderBytes ||
        !std::ranges::equal(bytes.first(Magic.size()), std::as_bytes(std::span(Magic))))
        return fail("no bundle: it does not begin with " + std::string(Magic));
    Header header;
    ByteReader reader(bytes.subspan(Magic.size()));
    header.version = reader.get<std::uint32_t>("the version");
    reader.get<std::uint32_t>("the header");
    header.structure = reader.get<std::uint64_t>("the size of the structure");
    header.data = reader.get<std::uint64_t>("the size of the data");
    std::ranges::copy(bytes.subspan(40, header.digest.size()), header.digest.begin());
    if (header.version != Version)
        return fail("version " + std::to_string(header.version) + " where " + std::to_string(Version) +
                    " is expected");
    const std::uint64_t behind = bytes.size() - HeaderBytes;
    if (header.structure > behind || header.dataBegin() > bytes.size() ||
        header.data != bytes.size() - header.dataBegin())
        return fail("has " + std::to_string(bytes.size()) + " bytes, which is not what its header says");
    Hash hash;
    hash.add(bytes.subspan(Magic.size(), 4));
    hash.add(bytes.subspan(HeaderBytes));
    if (hash.digest() != header.digest) return fail("is damaged: its content is not what its header says");
    return Mapped{header, std::move(file)};
}

} // namespace

Result<Bundle> readStructure(std::span<const std::byte> structure, const Data& data) {
    ByteReader reader(structure);
    const auto tensors = [&] {
        std::vector<ir::Tensor> list;
        for (std::size_t left = reader.getCount("tensors", 3); left > 0 && !reader.failed(); --left)
            list.push_back(readTensor(reader, data));
        return list;
    };
    Bundle bundle;
    bundle.inputs = tensors();
    for (std::size_t left = reader.getCount("programs", 30); left > 0 && !reader.failed(); --left) {
        Program program;
        program.name = reader.getText("a program's name");
        for (std::size_t opsets = reader.getCount("opsets", 12); opsets > 0 && !reader.failed(); --opsets) {
            std::string domain = reader.getText("a domain");
            program.opsets[std::move(domain)] = reader.get<std::int64_t>("an opset");
        }
        program.graph = readGraph(reader, data);
        if (reader.getFlag("whether there is an arena"))
            program.arena = std::make_shared<const ir::ArenaPlan>(readPlan(reader, *program.graph));
        program.expected = tensors();
        if (reader.failed()) break;
        const auto wrong = [&](const std::string& why) {
            return badInput("program '" + program.name + "': " + why);
        };
        if (program.graph->inputs.size() != bundle.inputs.size())
            return wrong(std::to_string(bundle.inputs.size()) + " inputs for " +
                         std::to_string(program.graph->inputs.size()));
        if (!program.expected.empty() && program.expected.size() != program.graph->outputs.size())
            return wrong(std::to_string(program.expected.size()) + " expected outputs for " +
                         std::to_string(program.graph->outputs.size()));
        for (const Diagnostic& each : ir::verify(*program.graph))
            if (each.severity == Severity::Error &&
                each.code != "duplicate-name") // which says nothing of a run
                return wrong(each.message);
        bundle.programs.push_back(std::move(program));
    }
    if (!reader.failed() && !reader.atEnd()) reader.fail("there is more than the programs");
    if (reader.failed()) return badInput(reader.error());
    return bundle;
}

Result<Written> write(const Bundle& bundle, const fs::path& path) {
    ByteWriter structure;
    DataList data;
    const auto tensors = [&](const std::vector<ir::Tensor>& list) {
        structure.putCount(list.size());
        for (const ir::Tensor& each : list)
            writeTensor(structure, data, each);
    };
    tensors(bundle.inputs);
    structure.putCount(bundle.programs.size());
    for (const Program& each : bundle.programs) {
        structure.put(each.name);
        structure.putCount(each.opsets.size());
        for (const auto& [domain, version] : each.opsets) {
            structure.put(domain);
            structure.put(version);
        }
        writeGraph(structure, data, *each.graph);
        structure.put(std::uint8_t(each.arena != nullptr));
        if (each.arena) writePlan(structure, *each.arena, *each.graph);
        tensors(each.expected);
    }

    Header header;
    header.structure = structure.bytes().size();
    header.data = data.size();
    fs::path part = path;
    part += ".part." + std::to_string(::getpid());
    File file(part);
    file.write(header.bytes());
    ByteWriter version;
    version.put(header.version);
    file.hash(version.bytes());
    file.add(structure.bytes());
    const std::array<std::byte, DataAlignment> zeros{};
    file.add(std::span(zeros).first(header.dataBegin() - HeaderBytes - structure.bytes().size()));
    for (const auto& [offset, bytes] : data.pieces()) {
        file.add(bytes);
        const std::size_t rest = bytes.size() % DataAlignment;
        file.add(std::span(zeros).first(rest == 0 ? 0 : DataAlignment - rest));
    }
    header.digest = file.digest();
    file.rewind();
    file.write(header.bytes());
    RETURN_IF_ERROR(ir::mappedFilesIntact()); // where weights come from
    RETURN_IF_ERROR(file.publish(path));
    return Written{header.digest, header.dataBegin() + header.data};
}

Result<Written> check(const fs::path& path) {
    ASSIGN_OR_RETURN(const auto mapped, map(path));
    return Written{mapped.header.digest, mapped.file->bytes().size()};
}

Result<Bundle> open(const fs::path& path, const Digest* expected) {
    ASSIGN_OR_RETURN(const auto mapped, map(path));
    if (expected && mapped.header.digest != *expected)
        return badInput(path.string() + ": is another bundle than the one of this name");
    const auto& [header, file] = mapped;
    auto bundle =
        readStructure(std::span<const std::byte>(file->bytes()).subspan(HeaderBytes, header.structure),
                      {file->bytes().subspan(header.dataBegin()), file});
    if (!bundle) return std::move(bundle).error().within(path.string());
    return bundle;
}

} // namespace edgewright::bundle

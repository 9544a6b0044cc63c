// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/arrays/npz.h"

#include "core/base/propagate.h"
#include "core/base/say.h"
#include "core/ir/storage/mapped_file.h"
#include "core/onnx/arrays/npy.h"

#include <zip.h>

#include <array>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <utility>

namespace edgewright::onnx {

namespace {

constexpr std::string_view Suffix = ".npy";
// A deflated byte stands for at most 1032 (zlib's technical notes); a member that claims more is a lie.
constexpr std::uint64_t LargestRatio = 1032;
constexpr std::size_t LongestName = 1 << 10;
constexpr zip_int64_t MaxMembers = 1 << 16;

struct Discard {
    void operator()(zip_t* archive) const { zip_discard(archive); }
};
using Archive = std::unique_ptr<zip_t, Discard>;

struct CloseMember {
    void operator()(zip_file_t* member) const { zip_fclose(member); }
};

std::string textOf(zip_error_t* error) { return zip_error_strerror(error); }

// Read from memory: a file that changes meanwhile, or that is none, is ir::MappedFile's affair.
Result<Archive> openArchive(const ir::MappedFile& mapped) {
    if (mapped.bytes().empty()) // to libzip, the beginning of a new archive
        return badInput(say("is no .npz archive of NumPy arrays (a zip file): it is empty"));
    zip_error_t error;
    zip_error_init(&error);
    zip_source_t* source = zip_source_buffer_create(mapped.bytes().data(), mapped.bytes().size(), 0, &error);
    zip_t* archive = source ? zip_open_from_source(source, ZIP_RDONLY, &error) : nullptr;
    if (archive) {
        zip_error_fini(&error);
        return Archive(archive);
    }
    std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    if (source) zip_source_free(source);
    return badInput(say("is no .npz archive of NumPy arrays (a zip file): {1}", why));
}

Result<ir::Tensor> unpack(zip_t* archive, const zip_stat_t& status, std::int64_t limitBytes) {
    constexpr zip_uint64_t Wanted =
        ZIP_STAT_SIZE | ZIP_STAT_COMP_SIZE | ZIP_STAT_COMP_METHOD | ZIP_STAT_ENCRYPTION_METHOD;
    if ((status.valid & Wanted) != Wanted) return badInput(say("does not say how large it is"));
    if (status.encryption_method != ZIP_EM_NONE)
        return unsupported(say("is encrypted; expected a stored or deflated member"));
    if (status.comp_method != ZIP_CM_STORE && status.comp_method != ZIP_CM_DEFLATE)
        return unsupported(
            say("is packed with method {1}; expected a stored (0) or deflated (8) member", status.comp_method));
    const bool unlikely = status.comp_method == ZIP_CM_STORE ? status.size != status.comp_size
                                                             : status.size / LargestRatio > status.comp_size;
    if (unlikely)
        return badInput(
            say("says that {1} bytes unpack to {2}, which they cannot", status.comp_size, status.size));
    if (std::cmp_greater(status.size, limitBytes))
        return badInput(
            say("unpacks to {1} bytes; expected no more than the limit leaves, {2}", status.size, limitBytes));

    auto buffer =
        ir::Tensor::allocate(ir::DataType::UInt8, {static_cast<std::int64_t>(status.size)}, limitBytes);
    if (!buffer) return buffer;
    const std::unique_ptr<zip_file_t, CloseMember> member(zip_fopen_index(archive, status.index, 0));
    if (!member) return badInput(say("cannot be read: {1}", textOf(zip_get_error(archive))));
    std::span<std::byte> rest = buffer->mutableBytes();
    while (!rest.empty()) {
        const zip_int64_t got = zip_fread(member.get(), rest.data(), rest.size());
        if (got < 0) return badInput(say("is damaged: {1}", textOf(zip_file_get_error(member.get()))));
        if (got == 0)
            return badInput(
                say("ends {1} bytes before the {2} that the archive names", rest.size(), status.size));
        rest = rest.subspan(static_cast<std::size_t>(got));
    }
    std::byte beyond{}; // reading to the end is what makes libzip compare the checksum
    const zip_int64_t more = zip_fread(member.get(), &beyond, 1);
    if (more < 0) return badInput(say("is damaged: {1}", textOf(zip_file_get_error(member.get()))));
    if (more > 0) return badInput(say("is longer than the {1} bytes that the archive names", status.size));
    return buffer;
}

Result<std::string> memberName(zip_t* archive, zip_uint64_t index) {
    const char* raw = zip_get_name(archive, index, ZIP_FL_ENC_GUESS);
    const std::string name = raw ? raw : "";
    if (name.size() <= Suffix.size() || name.size() > LongestName || !name.ends_with(Suffix))
        return badInput(say("member {1} is called '{2}'; expected NAME.npy with at most {3} bytes", index,
                            name.substr(0, 80), LongestName));
    return name.substr(0, name.size() - Suffix.size());
}

Result<std::vector<NamedTensor>> readMembers(zip_t* archive, std::int64_t limitBytes,
                                             const WantedMember& wanted) {
    const zip_int64_t count = zip_get_num_entries(archive, 0);
    if (count < 0 || count > MaxMembers)
        return badInput(say("holds {1} members; expected at most {2}", count, MaxMembers));
    std::vector<NamedTensor> tensors;
    std::set<std::string> seen;
    for (zip_uint64_t index = 0; index < static_cast<zip_uint64_t>(count); ++index) {
        ASSIGN_OR_RETURN(auto name, memberName(archive, index));
        const auto place = [&] { return say("member '{1}.npy'", name); };
        if (!seen.insert(name).second)
            return badInput(say("{1} is there twice; expected each name once", place()));
        if (wanted) {
            ASSIGN_OR_RETURN(const bool isWanted, wanted(name, static_cast<std::size_t>(count)));
            if (!isWanted) continue;
        }
        zip_stat_t status;
        zip_stat_init(&status);
        if (zip_stat_index(archive, index, 0, &status) != 0)
            return badInput(say("{1} cannot be examined: {2}", place(), textOf(zip_get_error(archive))));
        status.index = index;
        auto bytes = unpack(archive, status, limitBytes);
        if (!bytes) return std::move(bytes).error().within(place());
        limitBytes -= bytes->elements();
        auto tensor = readNpy(bytes->owner(), bytes->mutableBytes(), limitBytes);
        if (!tensor) return std::move(tensor).error().within(place());
        for (const std::string& text : tensor->strings())
            limitBytes -= static_cast<std::int64_t>(sizeof text + text.size());
        tensors.push_back({std::move(name), std::move(*tensor)});
    }
    return tensors;
}

Result<void> addMember(zip_t* archive, const std::string& name, const NpyParts& each) {
    const auto fault = [&] { return badInput(textOf(zip_get_error(archive))); };
    std::array<zip_buffer_fragment_t, 2> parts{};
    // libzip takes pointers to writable bytes and writes none of them.
    const std::span<const std::byte> data = each.data.bytes();
    parts[0] = {reinterpret_cast<zip_uint8_t*>(const_cast<char*>(each.header.data())), each.header.size()};
    parts[1] = {reinterpret_cast<zip_uint8_t*>(const_cast<std::byte*>(data.data())), data.size()};
    zip_source_t* source = zip_source_buffer_fragment(archive, parts.data(), data.empty() ? 1 : 2, 0);
    if (!source) return fault();
    const zip_int64_t index =
        zip_file_add(archive, (name + std::string(Suffix)).c_str(), source, ZIP_FL_ENC_UTF_8);
    if (index < 0) {
        zip_source_free(source);
        return fault();
    }
    const auto at = static_cast<zip_uint64_t>(index);
    constexpr zip_uint16_t FirstDay = 1 << 5 | 1; // 1980-01-01, where the format's time begins
    if (zip_set_file_compression(archive, at, ZIP_CM_STORE, 0) != 0 ||
        zip_file_set_dostime(archive, at, 0, FirstDay, 0) != 0)
        return fault();
    return {};
}

} // namespace

Result<std::vector<NamedTensor>> readNpz(const std::filesystem::path& file, std::int64_t limitBytes,
                                         const WantedMember& wanted) {
    ASSIGN_OR_RETURN(const auto mapped, ir::MappedFile::open(file));
    const auto archive = openArchive(*mapped);
    if (!archive) return Error(archive.error()).within(file.string());
    auto tensors = readMembers(archive->get(), limitBytes, wanted);
    if (!tensors) return std::move(tensors).error().within(file.string());
    return tensors;
}

Result<void> writeNpz(const std::filesystem::path& file, std::span<const NamedTensor> tensors) {
    std::vector<NpyParts> members; // must outlive the archive
    std::set<std::string_view> seen;
    for (const NamedTensor& each : tensors) {
        const std::string place = file.string() + ": '" + each.name + "'";
        if (!each.tensor.isTensor())
            return unsupported(say("{1}: {2} cannot be written as NumPy file; .pb can hold it", place,
                                   each.tensor.type().text()));
        if (!each.tensor.hasData()) return badInput(say("{1}: a tensor without data cannot be written", place));
        if (each.name.empty() || !seen.insert(each.name).second)
            return badInput(say("{1}: expected a name for each tensor, and each name once", place));
        auto parts = npyParts(each.tensor);
        if (!parts) return std::move(parts).error().within(place);
        members.push_back(*std::move(parts));
    }
    int code = 0;
    Archive archive(zip_open(file.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &code));
    if (!archive) {
        zip_error_t error;
        zip_error_init_with_code(&error, code);
        std::string why = zip_error_strerror(&error);
        zip_error_fini(&error);
        return badInput(say("{1}: cannot be written: {2}", file.string(), why));
    }
    for (std::size_t i = 0; i < tensors.size(); ++i)
        if (auto added = addMember(archive.get(), tensors[i].name, members[i]); !added)
            return Error(added.error()).within(file.string() + ": '" + tensors[i].name + "'");
    // An archive without members would be deleted instead of written.
    if (tensors.empty()) return badInput(say("{1}: there is nothing to write", file.string()));
    if (zip_close(archive.get()) != 0)
        return badInput(
            say("{1}: cannot be written: {2}", file.string(), textOf(zip_get_error(archive.get()))));
    static_cast<void>(archive.release());
    return {};
}

} // namespace edgewright::onnx

// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/onnx/reading/foreign_format.h"

#include "core/base/say.h"
#include "core/base/translatable.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace edgewright::onnx {

namespace {

using namespace std::string_view_literals;

constexpr std::size_t Seen = std::size_t(1) << 16; // bytes at each end

struct Signature {
    std::size_t at;
    std::string_view bytes, meaning;
};

constexpr std::string_view Pickle =
    TRANSLATABLE("File", "is a Python pickle; expected an ONNX model: load it in Python and write it with "
                         "torch.onnx.export (PyTorch) or skl2onnx (scikit-learn)");
constexpr std::string_view WebPage =
    TRANSLATABLE("File", "is a web page, not a model; expected the raw file behind it");
constexpr std::string_view Ggml =
    TRANSLATABLE("File", "holds weights for llama.cpp (GGML), without a graph; expected an ONNX model: export "
                         "the model that it was made from, for example with `optimum-cli export onnx`");

constexpr std::array Signatures{
    Signature{0, "version https://git-lfs"sv,
              TRANSLATABLE("File",
                           "is a Git LFS pointer, not the model itself; run `git lfs pull` in its repository")},
    Signature{0, "<!DOCTYPE"sv, WebPage},
    Signature{0, "<!doctype"sv, WebPage},
    Signature{0, "<html"sv, WebPage},
    Signature{4, "TFL3"sv,
              TRANSLATABLE("File", "is a TensorFlow Lite model; expected an ONNX model: convert it with "
                                   "`python -m tf2onnx.convert --tflite FILE --output model.onnx`")},
    Signature{4, "ORTM"sv,
              TRANSLATABLE("File", "is a model in ONNX Runtime's own format (ORT); expected the ONNX model "
                                   "(.onnx) that it was made from")},
    Signature{
        0, "GGUF"sv,
        TRANSLATABLE("File",
                     "is a GGUF file, weights for llama.cpp without a graph; expected an ONNX model: export "
                     "the model that it was made from, for example with `optimum-cli export onnx`")},
    Signature{0, "tjgg"sv, Ggml},
    Signature{0, "lmgg"sv, Ggml},
    Signature{0, "\x89HDF\r\n\x1a\n"sv,
              TRANSLATABLE("File", "is an HDF5 file, as Keras writes (.h5); expected an ONNX model: convert it "
                                   "with `python -m tf2onnx.convert --keras FILE --output model.onnx`")},
    Signature{0, "\x80\x02\x8a\x0al\xfc\x9c\x46\xf9 j\xa8P\x19"sv,
              TRANSLATABLE("File", "is a file of PyTorch (torch.save); expected an ONNX model: load it in "
                                   "PyTorch and write it with torch.onnx.export")},
    Signature{0, "\x80\x04\x95"sv, Pickle},
    Signature{0, "\x80\x05\x95"sv, Pickle},
    Signature{0, "\x93NUMPY"sv, TRANSLATABLE("File", "is a NumPy array; expected an ONNX model")},
    Signature{0, "\x1f\x8b"sv,
              TRANSLATABLE("File", "is compressed with gzip; expected an ONNX model: unpack it with `gunzip`")},
    Signature{
        0, "BZh"sv,
        TRANSLATABLE("File", "is compressed with bzip2; expected an ONNX model: unpack it with `bunzip2`")},
    Signature{0,
              "\xfd"
              "7zXZ\0"sv,
              TRANSLATABLE("File", "is compressed with xz; expected an ONNX model: unpack it with `unxz`")},
    Signature{
        0, "\x28\xb5\x2f\xfd"sv,
        TRANSLATABLE("File", "is compressed with Zstandard; expected an ONNX model: unpack it with `unzstd`")},
    Signature{0, "7z\xbc\xaf\x27\x1c"sv,
              TRANSLATABLE("File", "is a 7z archive; expected an ONNX model: unpack it with `7z x`")},
    Signature{257, "ustar"sv,
              TRANSLATABLE("File", "is a tar archive; expected an ONNX model: unpack it with `tar xf`")},
};

// A length of eight bytes, the least significant first, and a JSON object of that length.
bool isSafetensors(std::string_view bytes) {
    if (bytes.size() < 10 || bytes[8] != '{') return false;
    std::uint64_t length = 0;
    for (std::size_t i = 8; i-- > 0;)
        length = length << 8 | static_cast<unsigned char>(bytes[i]);
    return length >= 2 && length <= bytes.size() - 8;
}

// Names of files stand readably at the beginning of an archive and in its directory at the end.
std::string zipContents(std::string_view bytes) {
    const auto names = [&](std::string_view name) {
        return bytes.substr(0, Seen).find(name) != std::string_view::npos ||
               bytes.substr(bytes.size() - std::min(bytes.size(), Seen)).find(name) != std::string_view::npos;
    };
    if (names("/data.pkl") || names(".data/serialization_id"))
        return say("is a file of PyTorch (a ZIP archive of pickles); expected an ONNX model: load it in "
                   "PyTorch and write it with torch.onnx.export");
    if (names("model.weights.h5"))
        return say("is a Keras model (a ZIP archive, .keras); expected an ONNX model: load it in Keras and "
                   "write it with model.export(\"model.onnx\", format=\"onnx\")");
    if (names(".npy")) return say("is a ZIP archive of NumPy arrays (.npz); expected an ONNX model");
    return say("is a ZIP archive; expected an ONNX model: unpack it with `unzip`");
}

} // namespace

std::string foreignFormat(std::string_view bytes) {
    for (const Signature& each : Signatures)
        if (bytes.size() > each.at && bytes.substr(each.at).starts_with(each.bytes))
            return translated("File", each.meaning);
    if (bytes.starts_with("PK\x03\x04")) return zipContents(bytes);
    if (isSafetensors(bytes))
        return say("holds weights in safetensors, without a graph; expected an ONNX model: export the model "
                   "that they belong to with torch.onnx.export or `optimum-cli export onnx`");
    return {};
}

std::string textFormat(std::string_view bytes) {
    const std::string_view start = bytes.substr(0, Seen);
    const auto isText = [](char c) {
        return static_cast<unsigned char>(c) >= 0x20 || c == '\n' || c == '\r' || c == '\t';
    };
    if (start.empty() || !std::ranges::all_of(start, isText)) return {};
    const auto holds = [&](std::string_view word) { return start.find(word) != std::string_view::npos; };
    const auto readBy = [](const std::string& what, std::string_view format) {
        return say("is an ONNX model as {1}; expected the binary form: convert it in Python with "
                   "onnx.save(onnx.load(FILE, format=\"{2}\"), \"model.onnx\")",
                   what, format);
    };
    const std::size_t first = start.find_first_not_of(" \n\r\t");
    const char begin = first == std::string_view::npos ? ' ' : start[first];
    if (begin == '{' && (holds("\"irVersion\"") || holds("\"graph\""))) return readBy("JSON", "json");
    if (begin == '<' && holds("ir_version")) return readBy(say("text (ONNX's own syntax)"), "onnxtxt");
    if (holds("ir_version:") || holds("graph {") || holds("opset_import {"))
        return readBy(say("text (protobuf's text format)"), "textproto");
    return say("is text, not an ONNX model; expected the binary form of a model");
}

} // namespace edgewright::onnx

// SPDX-License-Identifier: GPL-3.0-or-later
// Images as cameras send them.
#pragma once

#include "core/dataset/pixels.h"

#include <QByteArray>

#include <vector>

#include <stb/stb_image_write.h>

namespace edgewright::test {

// A JPEG image with a gradient of colours, and the standard's Huffman tables.
inline QByteArray jpeg(int width, int height) {
    std::vector<unsigned char> pixels;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x)
            for (const int value : {255 * x / width, 255 * y / height, (37 * x + 91 * y) % 256})
                pixels.push_back(static_cast<unsigned char>(value));
    QByteArray file;
    stbi_write_jpg_to_func(
        [](void* into, void* data, int size) {
            static_cast<QByteArray*>(into)->append(static_cast<const char*>(data), size);
        },
        &file, width, height, 3, pixels.data(), 90);
    return file;
}

// Without its segment of Huffman tables, as cameras leave it out.
inline QByteArray withoutTables(QByteArray file) {
    const qsizetype begin = file.indexOf("\xff\xc4");
    const int size =
        (static_cast<unsigned char>(file[begin + 2]) << 8) | static_cast<unsigned char>(file[begin + 3]);
    return file.remove(begin, 2 + size);
}

inline std::span<const std::byte> bytesOf(const QByteArray& bytes) {
    return {reinterpret_cast<const std::byte*>(bytes.constData()), static_cast<std::size_t>(bytes.size())};
}

// All pixels alike: Y, U, Y, V.
inline QByteArray yuyv(int width, int height, int y, int u = 128, int v = 128) {
    QByteArray bytes;
    for (int i = 0; i < width * height / 2; ++i)
        for (const int value : {y, u, y, v})
            bytes.append(static_cast<char>(value));
    return bytes;
}

} // namespace edgewright::test

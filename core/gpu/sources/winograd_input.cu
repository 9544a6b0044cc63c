// SPDX-License-Identifier: GPL-3.0-or-later
// v[4][4][channel][tile] = B^T x B of F(2x2, 3x3) for the tiles of 4 x 4 of one image, two apart, `across` in a row.
KERNEL winograd_input(int channels, int height, int width, int pad, int across, int tiles, const float* x, float* v) {
    const int tile = blockIdx.x * THREADS + threadIdx.x, channel = blockIdx.y;
    if (tile >= tiles) return;
    const int top = tile / across * 2 - pad, left = tile % across * 2 - pad;
    float d[4][4];
#pragma unroll
    for (int i = 0; i < 4; ++i)
#pragma unroll
        for (int j = 0; j < 4; ++j) {
            const int row = top + i, column = left + j;
            const bool isThere = row >= 0 && row < height && column >= 0 && column < width;
            d[i][j] = isThere ? x[((long long)channel * height + row) * width + column] : 0.0f;
        }
    float rows[4][4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        rows[0][j] = d[0][j] - d[2][j];
        rows[1][j] = d[1][j] + d[2][j];
        rows[2][j] = d[2][j] - d[1][j];
        rows[3][j] = d[1][j] - d[3][j];
    }
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const float transformed[4] = {rows[i][0] - rows[i][2], rows[i][1] + rows[i][2], rows[i][2] - rows[i][1],
                                      rows[i][1] - rows[i][3]};
#pragma unroll
        for (int j = 0; j < 4; ++j)
            v[((long long)(i * 4 + j) * channels + channel) * tiles + tile] = transformed[j];
    }
}

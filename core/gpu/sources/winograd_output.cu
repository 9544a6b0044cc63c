// SPDX-License-Identifier: GPL-3.0-or-later
// y = A^T m A of F(2x2, 3x3) for one image: m[4][4][filter][tile] to the 2 x 2 elements of each tile.
KERNEL winograd_output(int filters, int outHeight, int outWidth, int across, int tiles, const float* m, float* y) {
    const int tile = blockIdx.x * THREADS + threadIdx.x, filter = blockIdx.y;
    if (tile >= tiles) return;
    float rows[2][4];
#pragma unroll
    for (int j = 0; j < 4; ++j) {
        float column[4];
#pragma unroll
        for (int i = 0; i < 4; ++i)
            column[i] = m[((long long)(i * 4 + j) * filters + filter) * tiles + tile];
        rows[0][j] = column[0] + column[1] + column[2];
        rows[1][j] = column[1] - column[2] - column[3];
    }
#pragma unroll
    for (int i = 0; i < 2; ++i) {
        const float pair[2] = {rows[i][0] + rows[i][1] + rows[i][2], rows[i][1] - rows[i][2] - rows[i][3]};
        const int row = tile / across * 2 + i;
#pragma unroll
        for (int j = 0; j < 2; ++j) {
            const int column = tile % across * 2 + j;
            if (row < outHeight && column < outWidth)
                y[((long long)filter * outHeight + row) * outWidth + column] = pair[j];
        }
    }
}

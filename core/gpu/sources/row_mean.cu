// SPDX-License-Identifier: GPL-3.0-or-later
// The mean of each row, a block for each: global pooling, where a row is a plane.
KERNEL row_mean(int columns, const float* x, float* y) {
    const float* const row = x + (long long)blockIdx.x * columns;
    const bool isWhole = columns % 4 == 0;
    float mine = 0.0f;
    for (int i = threadIdx.x * 4; i < columns; i += THREADS * 4) {
        const float4 four = fourOf(row + i, columns - i, isWhole);
        mine += (four.x + four.y) + (four.z + four.w);
    }
    const float whole = sumOfBlock(mine);
    if (threadIdx.x == 0) y[blockIdx.x] = whole / columns;
}

// SPDX-License-Identifier: GPL-3.0-or-later
// y[columns][rows] = x[rows][columns] by tiles in shared memory, whose rows are one number longer than a tile: reads and
// writes are of neighbours, and columns of the tile lie in different banks. The block has SIDE x DOWN threads.
KERNEL transpose(int rows, int columns, const float* x, float* y) {
    __shared__ float tile[SIDE][SIDE + 1];
    const int column = blockIdx.x * SIDE + threadIdx.x, row = blockIdx.y * SIDE + threadIdx.y;
#pragma unroll
    for (int i = 0; i < SIDE; i += DOWN)
        if (column < columns && row + i < rows)
            tile[threadIdx.y + i][threadIdx.x] = x[(long long)(row + i) * columns + column];
    __syncthreads();
    const int into = blockIdx.y * SIDE + threadIdx.x, from = blockIdx.x * SIDE + threadIdx.y;
#pragma unroll
    for (int i = 0; i < SIDE; i += DOWN)
        if (into < rows && from + i < columns)
            y[(long long)(from + i) * rows + into] = tile[threadIdx.x][threadIdx.y + i];
}

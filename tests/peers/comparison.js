// SPDX-License-Identifier: GPL-3.0-or-later
// Parts that the comparisons with ONNX Runtime share: inputs, differences, sessions, the models below a folder.
'use strict';
const fs = require('fs');
const path = require('path');
const {kinds, tensorOf} = require('./tensor_proto.js');

const Seeds = [1, 2];
const MaxElements = 1 << 20; // of an input whose extents are open

// Numbers from a seed, the same on every machine (mulberry32), and normal ones of them (Box and Muller).
function random(seed) {
  let state = seed >>> 0;
  const uniform = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return {
    uniform,
    normal: () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform()),
  };
}

// A tensor like `model`, with other numbers of its mean and deviation in it; integers stay, since they may be
// indices.
function randomLike(ort, model, seed) {
  const source = random(seed);
  if (model.type === 'float16') {
    const data = Float32Array.from(model.data, (bits) => halfToFloat(bits));
    const made = randomLike(ort, new ort.Tensor('float32', data, model.dims), seed);
    return new ort.Tensor('float16', Uint16Array.from(made.data, floatToHalf), model.dims);
  }
  if (model.type !== 'float32' && model.type !== 'float64') return model;
  const data = new model.data.constructor(model.data.length);
  let sum = 0, squares = 0;
  for (const value of model.data) sum += value;
  const mean = data.length ? sum / data.length : 0;
  for (const value of model.data) squares += (value - mean) ** 2;
  const deviation = Math.sqrt(squares / Math.max(1, data.length));
  for (let i = 0; i < data.length; ++i)
    data[i] = Number.isFinite(deviation) && deviation > 0 ? mean + deviation * source.normal() : source.normal();
  return new ort.Tensor(model.type, data, model.dims);
}

// {name: zeros} for all inputs. Open extents are those that are known of the model, else 1 of symbols that are first axes
// only, and elsewhere as many as are no burden.
function zeros(ort, inputs, shapes) {
  const inner = new Set(inputs.flatMap(({shape}) => shape.filter((extent, axis) => axis > 0 && typeof extent === 'string' && extent)));
  const dimsWith = (open, {name, shape}) => shape.map((extent, axis) => {
    const known = shapes && shapes[name] && shapes[name][axis];
    return typeof extent === 'number' && extent > 0 ? extent : known > 0 ? known : axis === 0 && !inner.has(extent) ? 1 : open;
  });
  const countOf = (dims) => dims.reduce((a, b) => a * b, 1);
  for (const meta of inputs)
    if (!meta.isTensor) throw new Error(`input '${meta.name}' is no tensor`);
  const open = [16, 4].find((each) => inputs.every((meta) => countOf(dimsWith(each, meta)) <= MaxElements)) || 2;
  return Object.fromEntries(inputs.map((meta) => {
    const kind = Object.values(kinds).find(([type]) => type === meta.type);
    if (!kind) throw new Error(`input '${meta.name}' is ${meta.type}, which is not made here`);
    const dims = dimsWith(open, meta);
    return [meta.name, new ort.Tensor(meta.type, meta.type === 'string' ? Array(countOf(dims)).fill('a') : new kind[1](countOf(dims)), dims)];
  }));
}

// [{name, feeds}]: the sets beside the model, and random ones of the same shapes, `limit` of them at most.
function dataOf(ort, model, session, limit = 4) {
  const folder = path.dirname(model);
  const sets = [];
  if (path.basename(model) === 'model.onnx')
    for (const name of fs.readdirSync(folder).filter((each) => each.startsWith('test_data_set_')).sort()) {
      const feeds = {};
      for (let i = 0; fs.existsSync(path.join(folder, name, `input_${i}.pb`)); ++i) {
        const [input, tensor] = tensorOf(ort, path.join(folder, name, `input_${i}.pb`));
        feeds[input || session.inputNames[i]] = tensor;
      }
      if (session.inputNames.every((input) => feeds[input])) sets.push({name, feeds});
    }
  let like = sets.length ? sets[0].feeds : null;
  if (!like) {
    const list = path.join(folder, '..', 'example_shapes.json');
    const shapes = fs.existsSync(list) ? JSON.parse(fs.readFileSync(list))[path.basename(folder)] : null;
    like = zeros(ort, session.inputMetadata, shapes);
  }
  for (const seed of Seeds) {
    const feeds = {};
    for (const [name, tensor] of Object.entries(like)) feeds[name] = randomLike(ort, tensor, seed);
    sets.push({name: `seed ${seed}`, feeds});
  }
  return sets.slice(0, limit);
}

const halfToFloat = (bits) => {
  const sign = bits & 0x8000 ? -1 : 1, exponent = (bits >> 10) & 31, fraction = bits & 1023;
  if (exponent === 31) return fraction ? NaN : sign * Infinity;
  return exponent ? sign * (1 + fraction / 1024) * 2 ** (exponent - 15) : sign * fraction * 2 ** -24;
};

// To the nearest; what is too large is infinite.
function floatToHalf(value) {
  const size = Math.abs(value), sign = value < 0 ? 0x8000 : 0;
  if (Number.isNaN(value)) return 0x7e00;
  if (size < 2 ** -14) return sign | Math.round(size * 2 ** 24);
  const exponent = Math.floor(Math.log2(size));
  return Math.min(0x7c00, ((exponent + 14) << 10) + Math.round(size * 2 ** (10 - exponent))) | sign;
}

// {norm, max}: ||a - b|| / ||b||, and the largest |a - b| / max(|b|, 1e-6 max |b|).
function difference(a, b) {
  if (a.type !== b.type || a.dims.join() !== b.dims.join())
    throw new Error(`${a.type}[${a.dims}] where ${b.type}[${b.dims}] is expected`);
  if (b.type === 'string') return a.data.every((each, i) => each === b.data[i]) ? {norm: 0, max: 0, abs: 0} : {norm: Infinity, max: Infinity, abs: Infinity};
  const raw = b.type === 'float16' && b.data instanceof Uint16Array;
  const number = (value) => (raw ? halfToFloat(value) : Number(value));
  let largest = 0;
  for (const value of b.data) if (Number.isFinite(number(value))) largest = Math.max(largest, Math.abs(number(value)));
  let squares = 0, reference = 0, max = 0, abs = 0;
  for (let i = 0; i < b.data.length; ++i) {
    const x = number(a.data[i]), y = number(b.data[i]);
    if (Object.is(x, y) || x === y) {
      if (Number.isFinite(y)) reference += y * y;
      continue;
    }
    if (!Number.isFinite(x) || !Number.isFinite(y)) return {norm: Infinity, max: Infinity, abs: Infinity};
    squares += (x - y) ** 2;
    reference += y * y;
    abs = Math.max(abs, Math.abs(x - y));
    max = Math.max(max, Math.abs(x - y) / Math.max(Math.abs(y), 1e-6 * largest, 1e-300));
  }
  return {norm: squares === 0 ? 0 : reference === 0 ? Infinity : Math.sqrt(squares / reference), max, abs};
}

async function create(ort, file, level) {
  return ort.InferenceSession.create(file, {
    intraOpNumThreads: 1, interOpNumThreads: 1, executionMode: 'sequential', graphOptimizationLevel: level,
    logSeverityLevel: 4,
  });
}

function modelsBelow(root, found = []) {
  if (fs.statSync(root).isFile()) return root.endsWith('.onnx') ? [...found, root] : found;
  for (const name of fs.readdirSync(root).sort()) found = modelsBelow(path.join(root, name), found);
  return found;
}

module.exports = {create, dataOf, difference, halfToFloat, modelsBelow, randomLike};

// SPDX-License-Identifier: GPL-3.0-or-later
// Models as our command line fuses and writes them, in ONNX Runtime: does it load them, and does it compute what
// it computes from the original? And how long is fusing beside its own loading and optimising?
//
//   node fused_models.js CLI [--json FILE] [--keep FOLDER] [--only TEXT] [--opset N] [FOLDER or FILE.onnx ...]
// (without any: samples, ../shared/models and ../shared/exports)
//
// Both models run on the same inputs: the files beside the model (test_data_set_*/input_*.pb) and random ones of
// the same shapes from fixed seeds. At level "disabled" each operator is computed as it stands, so that what
// differs is our doing; at level "all" the file must load and run, too. A model passes when no output is further
// off than 1e-5 (||difference|| / ||reference||; 1e-3 for float16), or than 2e-7 in any element, which is how far
// ONNX Runtime's logistic function is off about zero. Deep networks make more of the rounding of single operators:
// where ONNX Runtime's own optimised run of the original ("own") is further from its plain one than we are, nothing
// better can be asked for, and the model passes as well. Where fusion made integer operators of QDQ ones, which round
// once instead of twice, the levels are compared at "all", where ONNX Runtime does the same.
// Exit status 1 when a model fails. Each model has a process of its own: one that crashes costs one line.
'use strict';
const {execFileSync, spawnSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {create, dataOf, difference, modelsBelow} = require('./comparison.js');

const Limit = 1e-5, HalfLimit = 1e-3, LargestAbsolute = 2e-7;
const Creations = 5;

const median = (values) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)];

// One model, in the process of its own.
async function examine(cli, model, target, ...more) {
  const ort = require('onnxruntime-node');
  const result = {};
  const fuse = (output) => JSON.parse(execFileSync(cli, ['fuse', model, '--json', ...more, ...output],
    {maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe']}));
  const fused = fuse(['-o', target]);
  result.nodes = [fused.compute_nodes_before, fused.compute_nodes_after];
  result.patches = fused.applied.length;
  const seconds = [fused.seconds, fuse([]).seconds, fuse([]).seconds];
  result.fuseSeconds = median(seconds);
  const integers = fused.applied.some((each) => each.rule === 'qdq_to_integer');
  result.level = integers ? 'all' : 'disabled';

  let before;
  try {
    before = await create(ort, model, result.level);
  } catch (error) {
    return {...result, skipped: 'ONNX Runtime does not load the original: ' + String(error).slice(0, 120)};
  }
  const after = await create(ort, target, result.level);
  const optimised = await create(ort, target, 'all');
  const own = await create(ort, model, 'all');
  let used = 0;
  result.norm = result.max = result.abs = result.normAll = result.own = 0;
  result.limit = Limit;
  for (const {name, feeds} of dataOf(ort, model, before)) {
    let expected;
    try {
      expected = await before.run(feeds);
    } catch (error) {
      continue; // random numbers are no input for every model
    }
    const again = await before.run(feeds);
    if (before.outputNames.some((output) => difference(again[output], expected[output]).norm !== 0))
      return {...result, skipped: 'the original draws random numbers'};
    ++used;
    const actual = await after.run(feeds);
    const other = await optimised.run(feeds);
    const theirs = await own.run(feeds);
    for (const output of before.outputNames) {
      const found = difference(actual[output], expected[output]);
      if (found.norm > result.norm || Number.isNaN(found.norm)) Object.assign(result, {norm: found.norm, worst: `${output}, ${name}`});
      result.max = Math.max(result.max, found.max);
      result.abs = Math.max(result.abs, found.abs);
      result.own = Math.max(result.own, difference(theirs[output], expected[output]).norm);
      if (expected[output].type === 'float16') result.limit = HalfLimit;
      result.normAll = Math.max(result.normAll, difference(other[output], expected[output]).norm);
    }
  }
  if (used === 0) return {...result, skipped: 'the original runs on none of the inputs'};
  result.data = used;
  for (const session of [before, after, optimised, own]) await session.release();
  const times = [];
  for (let i = 0; i < Creations; ++i) {
    const begin = process.hrtime.bigint();
    const session = await create(ort, model, 'all');
    times.push(Number(process.hrtime.bigint() - begin) / 1e9);
    await session.release();
  }
  result.createSeconds = median(times);
  result.ratio = result.fuseSeconds / result.createSeconds;
  return result;
}

function verdictOf(result) {
  if (result.error) return 'FAILED';
  if (result.skipped) return 'skipped';
  if (result.norm <= result.limit) return 'ok';
  return result.abs <= LargestAbsolute || result.norm <= result.own ? 'ok*' : 'FAILED';
}

function main() {
  const words = process.argv.slice(2);
  const options = {};
  const roots = [];
  while (words.length) {
    const word = words.shift();
    if (['--json', '--keep', '--only', '--opset'].includes(word)) options[word.slice(2)] = words.shift();
    else roots.push(word);
  }
  const cli = roots.shift();
  if (!roots.length) roots.push(...['samples', '../shared/models', '../shared/exports'].filter((each) => fs.existsSync(each)));
  const folder = options.keep || fs.mkdtempSync(path.join(os.tmpdir(), 'edgewright-peers-'));
  fs.mkdirSync(folder, {recursive: true});
  const models = roots.flatMap((root) => modelsBelow(root)).filter((model) => !options.only || model.includes(options.only));
  const number = (value, digits = 3) => (Number.isNaN(value) || value === undefined ? '-'
    : value !== 0 && value < 1e-2 ? value.toExponential(1) : Number(value).toPrecision(digits));
  console.log('model'.padEnd(44) + 'nodes'.padStart(12) + 'norm'.padStart(10) + 'max'.padStart(10) + 'at all'.padStart(10) + 'own'.padStart(10) +
    'fuse ms'.padStart(10) + 'ORT ms'.padStart(10) + 'ratio'.padStart(8) + '  verdict');
  const results = [];
  for (const model of models) {
    const name = path.basename(model) === 'model.onnx' ? path.basename(path.dirname(model)) : path.basename(model, '.onnx');
    const target = path.join(folder, name + '.onnx');
    const child = spawnSync(process.execPath, [__filename, '--one', cli, model, target, ...(options.opset ? ['--opset', options.opset] : [])],
      {encoding: 'utf8', timeout: 120000, maxBuffer: 1 << 26, env: process.env});
    let result;
    try {
      result = JSON.parse(child.stdout.trim().split('\n').pop());
    } catch (error) {
      result = {error: `the process ended with ${child.signal || child.status}: ${child.stderr.slice(-200)}`};
    }
    for (const key of ['norm', 'max', 'normAll', 'abs', 'own']) if (result[key] === null) result[key] = Infinity;
    result.model = name;
    result.verdict = verdictOf(result);
    results.push(result);
    console.log(name.slice(0, 43).padEnd(44) + (result.nodes ? result.nodes.join(' -> ') : '-').padStart(12) +
      number(result.norm).padStart(10) + number(result.max).padStart(10) + number(result.normAll).padStart(10) + number(result.own).padStart(10) +
      number(result.fuseSeconds * 1e3).padStart(10) + number(result.createSeconds * 1e3).padStart(10) +
      number(result.ratio, 2).padStart(8) + '  ' + result.verdict +
      (result.error || result.skipped ? ': ' + (result.error || result.skipped).replace(/\s+/g, ' ') : ''));
    if (!options.keep) for (const file of [target, target + '.data']) fs.rmSync(file, {force: true});
  }
  const count = (verdict) => results.filter((each) => each.verdict === verdict).length;
  const slow = results.filter((each) => each.ratio >= 0.3).map((each) => each.model);
  console.log(`${results.length} models: ${count('ok')} reproduced within ${Limit}, ${count('ok*')} within rounding (ok*), ${count('FAILED')} failed, ${count('skipped')} skipped`);
  // A first run in a new process, against a library that has warmed up; the measurement `fusing` compares both warm.
  console.log(slow.length ? `a first fusing takes 0.3 of ONNX Runtime's loading or more: ${slow.join(', ')}` : 'a first fusing takes less than 0.3 of ONNX Runtime\'s loading everywhere');
  if (options.json) fs.writeFileSync(options.json, JSON.stringify(results, null, 1) + '\n');
  if (!options.keep) fs.rmSync(folder, {recursive: true, force: true});
  process.exit(count('FAILED') > 0 ? 1 : 0);
}

if (process.argv[2] === '--one') {
  examine(...process.argv.slice(3)).then(
    (result) => { console.log(JSON.stringify(result)); process.exit(0); },
    (error) => { console.log(JSON.stringify({error: String(error.stderr || error).slice(0, 400)})); process.exit(0); });
} else {
  main();
}

// SPDX-License-Identifier: GPL-3.0-or-later
// Figures of whole collections, each of which has to be none:
//
//   node figures.js memory  CLI [--json FILE] [--only TEXT] [FOLDER or FILE.onnx ...]   models whose fused arena is the larger one
//   node figures.js loads   CLI ...   models that ONNX Runtime loads, but not what `fuse` or `quantize` writes of them
//   node figures.js int8    CLI ...   models where `int8`, `quantize` and ONNX Runtime say SQNRs more than 0.5 dB apart
//   node figures.js outputs CLI ...   models that compute something else here than in ONNX Runtime, or do not run here
//
// Without a folder: samples, ../shared/models, ../shared/exports and ../shared/modern. Each model has a process of its own, with five minutes for it. Exit status 1 when one fails.
'use strict';
const {execFileSync, spawnSync} = require('child_process');
const fs = require('fs');
const os = require('os');
const path = require('path');
const {create, dataOf, difference, modelsBelow} = require('./comparison.js');
const {protoOf, tensorOf} = require('./tensor_proto.js');

const Limit = 1e-4, HalfLimit = 4e-3, LargestAbsolute = 2e-7; // ||difference|| / ||reference||; of one element
const LargestGap = 0.5;                                        // dB
const BestSqnr = 100;                                          // dB: what is beyond is rounding of float32

const said = (cli, ...words) => JSON.parse(execFileSync(cli, [...words, '--json'], {maxBuffer: 1 << 30, stdio: ['ignore', 'pipe', 'pipe']}));
const reasonOf = (error) => String(error.stderr && error.stderr.length ? error.stderr : error).trim().split('\n').pop().slice(0, 200);

// {verdict, text}
async function memory(cli, model) {
  const plan = said(cli, 'plan', model).results[0], fused = said(cli, 'plan', model, '--fuse').results[0];
  return {verdict: fused.peak > plan.peak ? 'FAILED' : 'ok', text: `${plan.peak} B -> ${fused.peak} B`, before: plan.peak, after: fused.peak};
}

async function loads(cli, model, folder) {
  const ort = require('onnxruntime-node');
  try {
    await (await create(ort, model, 'disabled')).release();
  } catch (error) {
    return {verdict: 'skipped', text: 'ONNX Runtime does not load the original: ' + reasonOf(error)};
  }
  const told = [];
  let verdict = 'ok';
  for (const [name, ...words] of [['fused', 'fuse'], ['QDQ', 'quantize'], ['QOperator', 'quantize', '--format', 'qoperator']]) {
    const target = path.join(folder, name + '.onnx');
    try {
      said(cli, ...words, model, '-o', target);
    } catch (error) {
      if (name === 'fused') verdict = 'FAILED';
      told.push(`${name} not written: ${reasonOf(error)}`);
      continue;
    }
    try {
      for (const level of ['disabled', 'all']) await (await create(ort, target, level)).release();
      told.push(name);
    } catch (error) {
      verdict = 'FAILED';
      told.push(`${name} does not load: ${reasonOf(error)}`);
    }
  }
  return {verdict, text: told.join('; ')};
}

// dB by output, of all samples together.
async function sqnrOf(reference, other, samples) {
  const sums = {};
  for (const {feeds} of samples) {
    const expected = await reference.run(feeds), actual = await other.run(feeds);
    for (const name of reference.outputNames) {
      if (expected[name].type !== 'float32') continue;
      const sum = sums[name] = sums[name] || {signal: 0, noise: 0};
      expected[name].data.forEach((value, i) => {
        sum.signal += value ** 2;
        sum.noise += (value - actual[name].data[i]) ** 2;
      });
    }
  }
  return Object.fromEntries(Object.entries(sums).map(([name, {signal, noise}]) => [name, noise ? 10 * Math.log10(signal / noise) : Infinity]));
}

async function int8(cli, model, folder) {
  const ort = require('onnxruntime-node');
  const target = path.join(folder, 'int8.onnx');
  const byName = (outputs) => Object.fromEntries(outputs.map((each) => [each.name, each.sqnr_db === null ? Infinity : each.sqnr_db]));
  let quantized;
  try {
    quantized = said(cli, 'quantize', model, '-o', target);
  } catch (error) {
    return {verdict: 'skipped', text: reasonOf(error)};
  }
  const told = {quantize: byName(quantized.outputs)};
  const reference = await create(ort, model, 'disabled');
  const samples = dataOf(ort, model, reference, 32).filter(({name}) => name.startsWith('test_data_set'));
  if (samples.length) told.ort = await sqnrOf(reference, await create(ort, target, 'disabled'), samples);
  told.int8 = byName(said(cli, 'int8', model).outputs);
  let gap = 0;
  const rows = [];
  for (const name of Object.keys(told.quantize)) {
    const values = Object.values(told).map((each) => Math.min(each[name] === undefined ? NaN : each[name], BestSqnr)).filter((each) => !Number.isNaN(each));
    gap = Math.max(gap, Math.max(...values) - Math.min(...values));
    rows.push(`${name}: ` + Object.entries(told).map(([who, each]) => `${who} ${each[name] === undefined ? '-' : each[name].toFixed(2)}`).join(', '));
  }
  return {verdict: gap > LargestGap ? 'FAILED' : 'ok', gap, samples: samples.length, text: rows.slice(0, 4).join('; ')};
}

async function outputs(cli, model, folder) {
  const ort = require('onnxruntime-node');
  let session;
  try {
    session = await create(ort, model, 'disabled');
  } catch (error) {
    return {verdict: 'skipped', text: 'ONNX Runtime does not load it: ' + reasonOf(error)};
  }
  const own = await create(ort, model, 'all').catch(() => null);
  let worst = 0, limit = Limit, used = 0, text = '';
  for (const {name, feeds} of dataOf(ort, model, session)) {
    if (Object.values(feeds).some((each) => each.type === 'float16')) limit = HalfLimit;
    let expected, again, theirs;
    try {
      expected = await session.run(feeds);
      again = await session.run(feeds);
      theirs = own ? await own.run(feeds) : expected;
    } catch (error) {
      text = 'ONNX Runtime does not run it: ' + reasonOf(error);
      continue; // random numbers are no input for every model
    }
    const words = ['run', model, '--save', path.join(folder, name), '--force'];
    for (const [input, tensor] of Object.entries(feeds)) {
      const file = path.join(folder, `${words.length}.pb`);
      fs.writeFileSync(file, protoOf(input, tensor));
      words.push('--input', `${input}=${file}`);
    }
    try {
      said(cli, ...words);
    } catch (error) {
      return {verdict: 'FAILED', text: 'does not run here: ' + reasonOf(error)};
    }
    ++used;
    session.outputNames.forEach((output, place) => {
      if (difference(again[output], expected[output]).norm !== 0) return; // random numbers
      const [, actual] = tensorOf(ort, path.join(folder, name, `output_${place}.pb`));
      const found = difference(actual, expected[output]);
      if (expected[output].type === 'float16') limit = HalfLimit;
      const rounding = difference(theirs[output], expected[output]).norm;
      if (found.norm <= Math.max(limit, rounding) || found.abs <= LargestAbsolute) return;
      worst = Math.max(worst, found.norm);
      text = `${output}, ${name}: ${found.norm.toExponential(1)}, largest ${found.abs.toExponential(1)}, their own ${rounding.toExponential(1)}`;
    });
  }
  if (!used) return {verdict: 'skipped', text};
  return {verdict: worst > 0 ? 'FAILED' : 'ok', worst, text: worst > 0 ? text : `on ${used} sets`};
}

const Questions = {memory, loads, int8, outputs};

async function one(question, cli, model) {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'edgewright-figures-'));
  try {
    return await Questions[question](cli, model, folder);
  } catch (error) {
    return {verdict: 'FAILED', text: reasonOf(error)};
  } finally {
    fs.rmSync(folder, {recursive: true, force: true});
  }
}

function main(question, cli, words) {
  const options = {}, roots = [];
  while (words.length) {
    const word = words.shift();
    if (['--json', '--only'].includes(word)) options[word.slice(2)] = words.shift();
    else roots.push(word);
  }
  if (!roots.length) roots.push(...['samples', '../shared/models', '../shared/exports', '../shared/modern'].filter((each) => fs.existsSync(each)));
  const results = [];
  for (const model of roots.flatMap((root) => modelsBelow(root)).filter((each) => !options.only || each.includes(options.only))) {
    const child = spawnSync(process.execPath, [__filename, question, '--one', cli, model], {encoding: 'utf8', timeout: 300000, maxBuffer: 1 << 26});
    let result = {verdict: 'FAILED', text: `the process ended with ${child.signal || child.status}`};
    try {
      result = JSON.parse(child.stdout.trim().split('\n').pop());
    } catch (error) { /* as said */ }
    results.push({model, ...result});
    console.log(`${result.verdict.padEnd(8)}${model}  ${result.text}`);
  }
  const count = (verdict) => results.filter((each) => each.verdict === verdict).length;
  console.log(`${question}: ${results.length} models: ${count('ok')} ok, ${count('FAILED')} failed, ${count('skipped')} skipped`);
  if (options.json) fs.writeFileSync(options.json, JSON.stringify(results, null, 1) + '\n');
  process.exit(count('FAILED') > 0 ? 1 : 0);
}

const [question, ...words] = process.argv.slice(2);
if (!Questions[question]) throw new Error(`no figure is called '${question}'; there are: ${Object.keys(Questions).join(', ')}`);
if (words[0] === '--one') one(question, words[1], words[2]).then((result) => { console.log(JSON.stringify(result)); process.exit(0); });
else main(question, words[0], words.slice(1));

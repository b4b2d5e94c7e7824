import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import ts from 'typescript';

/**
 * Checks by recheck (npm) that the time of every regular expression of a folder grows at most linearly with the length of the text
 * it is tried on, and fails where it does not: `node scripts/check-expressions.js [FOLDER]`. Text from outside reaches nearly all
 * of them, so none is left out but by a comment on its line or the line above: `// recheck-ignore: REASON`, where the text is
 * bounded or trusted. Expressions that are assembled must be assembled from constants of the same file and `escapeRegExp(…)`, or
 * have that comment. What cannot be decided within a minute counts as not linear. Results are kept in `node_modules/.cache`.
 */

const CACHE = path.join('node_modules', '.cache', 'check-expressions.json');
const IGNORED = /\/\/ recheck-ignore: \S/;
const UNDECIDED = 'cannot be checked';
/** Without limits that depend on how busy the machine is, but for the whole. */
const PARAMETERS = { timeout: 60_000, attackTimeout: null, incubationTimeout: null };

/**
 * The regular expressions of a file, with its line, and whether a comment excuses them; without source where it cannot be told.
 * @param {string} file
 * @param {string} text
 */
export function expressionsIn(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const lines = text.split('\n');
  const constants = constantsOf(source);
  const found = [];
  const visit = (node) => {
    const expression = expressionOf(node, constants);
    if (expression !== undefined) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const isIgnored = IGNORED.test(lines[line]) || IGNORED.test(lines[line - 1] ?? '');
      found.push({ file, line: line + 1, isIgnored, ...expression });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** Name → value of the constants of a file. A name that several blocks declare is none. */
function constantsOf(source) {
  const values = new Map();
  const visit = (node) => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined)
      values.set(node.name.text, values.has(node.name.text) ? undefined : node.initializer);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return values;
}

function expressionOf(node, constants) {
  if (ts.isRegularExpressionLiteral(node)) return literalOf(node);
  const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
  if (!isMade || node.expression.getText() !== 'RegExp') return undefined;
  const [pattern, flags] = (node.arguments ?? []).map((argument) => valueOf(argument, constants));
  // A copy of an expression that is checked itself.
  if (pattern instanceof RegExp) return undefined;
  return { source: pattern, flags: flags instanceof RegExp ? flags.flags : (flags ?? '') };
}

function literalOf({ text }) {
  const end = text.lastIndexOf('/');
  return { source: text.slice(1, end), flags: text.slice(end + 1) };
}

/** The value of an expression of constants: a string, a list of strings, a RegExp; undefined where it is not one. */
function valueOf(node, constants) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isRegularExpressionLiteral(node)) return new RegExp(literalOf(node).source, literalOf(node).flags);
  if (ts.isIdentifier(node)) {
    const value = constants.get(node.text);
    return value === undefined ? undefined : valueOf(value, constants);
  }
  if (ts.isAsExpression(node) || ts.isParenthesizedExpression(node))
    return valueOf(node.expression, constants);
  if (ts.isArrayLiteralExpression(node)) return allOf(node.elements, constants);
  if (ts.isTemplateExpression(node)) return templateOf(node, constants, 'text');
  if (ts.isTaggedTemplateExpression(node)) return rawOf(node.template, constants);
  if (ts.isBinaryExpression(node)) return allOf([node.left, node.right], constants)?.join('');
  if (ts.isPropertyAccessExpression(node)) return valueOf(node.expression, constants)?.[node.name.text];
  return ts.isCallExpression(node) ? callOf(node, constants) : undefined;
}

/** The value of `String.raw`. */
function rawOf(template, constants) {
  return ts.isTemplateExpression(template) ? templateOf(template, constants, 'rawText') : template.rawText;
}

function allOf(nodes, constants) {
  const values = nodes.map((node) => valueOf(node, constants));
  return values.includes(undefined) ? undefined : values;
}

function templateOf({ head, templateSpans }, constants, kind) {
  const values = allOf(
    templateSpans.map(({ expression }) => expression),
    constants,
  );
  return values && head[kind] + templateSpans.map(({ literal }, at) => values[at] + literal[kind]).join('');
}

/** `list.join(…)` and `text.split(…)`; an escaped text, which stands for itself, is a letter. */
function callOf({ expression, arguments: given }, constants) {
  if (ts.isIdentifier(expression) && expression.text === 'escapeRegExp') return 'x';
  const method = ts.isPropertyAccessExpression(expression) ? expression.name.text : '';
  if (method !== 'join' && method !== 'split') return undefined;
  return valueOf(expression.expression, constants)?.[method](valueOf(given[0], constants));
}

/** Without `*`, `+` and `{…}`, the work at each place of a text has a bound. */
function mayBeSlow({ source }) {
  return /[*+]|\{\d/.test(source);
}

const keyOf = ({ source, flags }) => createHash('sha256').update(`${flags}/${source}`).digest('base64url');

/**
 * What is wrong with expressions, a message for each, in their order.
 * @param verdicts of {@link judge}, by {@link keyOf}
 */
function problemsOf(expressions, verdicts) {
  return expressions.flatMap((expression) => {
    const { file, line, source, isIgnored } = expression;
    const verdict =
      source === undefined
        ? 'is not assembled from constants'
        : (verdicts.get(keyOf(expression)) ?? undefined);
    if (isIgnored === (verdict !== undefined)) return [];
    const shown = source === undefined ? 'the expression' : `/${source}/`;
    return [`${file}:${line}: ${shown} ${isIgnored ? 'needs no recheck-ignore: it is linear' : verdict}`];
  });
}

/** What is wrong with one expression; undefined where it is linear. */
async function judge({ source, flags }) {
  process.env.RECHECK_BACKEND = 'pure';
  const { check } = await import('recheck');
  const { status, complexity, attack, error } = await check(source, flags, PARAMETERS);
  if (status === 'safe') return undefined;
  if (status === 'unknown') return `${UNDECIDED} (${error.kind}); write it simpler`;
  return `is slow (${complexity.summary}) on ${attack.pattern.slice(0, 200)}`;
}

/**
 * Messages on the expressions of files that are not linear. @param files names with texts
 * @param verdicts known ones, to which the others are added
 */
export async function check(files, verdicts = new Map(), threads = 1) {
  const all = files.flatMap(([file, text]) => expressionsIn(file, text));
  const checked = all.filter((one) => one.source === undefined || one.isIgnored || mayBeSlow(one));
  const open = new Map(checked.filter(({ source }) => source !== undefined).map((one) => [keyOf(one), one]));
  for (const key of verdicts.keys()) if (!open.delete(key)) verdicts.delete(key);
  const entries = [...open];
  const next = () => entries.pop();
  await Promise.all(Array.from({ length: threads }, () => (threads > 1 ? inThread : here)(next, verdicts)));
  return problemsOf(checked, verdicts);
}

async function here(next, verdicts) {
  for (let entry = next(); entry !== undefined; entry = next())
    verdicts.set(entry[0], (await judge(entry[1])) ?? null);
}

async function inThread(next, verdicts) {
  let entry = next();
  if (entry === undefined) return;
  const worker = new Worker(fileURLToPath(import.meta.url));
  await new Promise((resolve, reject) => {
    worker.on('error', reject);
    worker.on('message', (verdict) => {
      verdicts.set(entry[0], verdict);
      entry = next();
      if (entry === undefined) resolve();
      else worker.postMessage(entry[1]);
    });
    worker.postMessage(entry[1]);
  });
  await worker.terminate();
}

function readCache() {
  try {
    return new Map(JSON.parse(readFileSync(CACHE, 'utf8')));
  } catch {
    return new Map();
  }
}

if (!isMainThread) {
  parentPort?.on('message', async (expression) => parentPort.postMessage((await judge(expression)) ?? null));
} else if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [folder = 'src'] = process.argv.slice(2);
  const files = readdirSync(folder, { recursive: true })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => [path.join(folder, name), readFileSync(path.join(folder, name), 'utf8')]);
  const verdicts = readCache();
  const problems = await check(files, verdicts, availableParallelism());
  mkdirSync(path.dirname(CACHE), { recursive: true });
  // A busy machine may be why one is undecided.
  const decided = [...verdicts].filter(
    ([, verdict]) => problems.length === 0 || !verdict?.startsWith(UNDECIDED),
  );
  writeFileSync(CACHE, JSON.stringify(decided));
  for (const problem of problems) process.stderr.write(`${problem}\n`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}

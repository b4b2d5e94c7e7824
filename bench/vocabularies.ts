/**
 * Time and memory in which big vocabularies are read: files of the size and shape of AGROVOC, EuroVoc, MeSH and LCSH are written, and
 * each is read by a process of its own, and indexed as a crawl does.
 *
 *     npm run bench -- vocabularies [--only agrovoc]
 */
import { spawnSync } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { matcherOf } from '../src/extensions/vocabulary/label-matcher.js';
import { readRdf } from '../src/extensions/vocabulary/rdf/read-rdf.js';
import { readSkos } from '../src/extensions/vocabulary/read-skos.js';
import { alignColumns } from '../src/support/text/columns.js';
import { seededRandom } from '../src/support/random.js';

/** A vocabulary as its publisher ships it. */
interface Shape {
  readonly name: string;
  readonly concepts: number;
  readonly languages: number;
  /** Alternative labels per concept and language. */
  readonly alternatives: number;
  readonly format: 'nt' | 'ttl' | 'rdf';
  /** Labels as resources of SKOS-XL as well. */
  readonly isXl?: boolean;
  readonly isPacked?: boolean;
}

const SHAPES: readonly Shape[] = [
  {
    name: 'agrovoc',
    concepts: 40_000,
    languages: 20,
    alternatives: 0.3,
    format: 'nt',
    isXl: true,
    isPacked: true,
  },
  { name: 'eurovoc', concepts: 7_000, languages: 24, alternatives: 1, format: 'rdf' },
  { name: 'mesh', concepts: 30_000, languages: 1, alternatives: 7, format: 'ttl' },
  { name: 'lcsh', concepts: 400_000, languages: 1, alternatives: 1, format: 'nt', isPacked: true },
];

const SKOS = 'http://www.w3.org/2004/02/skos/core#';
const XL = 'http://www.w3.org/2008/05/skos-xl#';
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type';

/** A statement: subject, predicate, and an IRI or a text with its language. */
type Statement = readonly [string, string, string | { readonly text: string; readonly language: string }];

function* conceptsOf(shape: Shape): Generator<readonly Statement[]> {
  const random = seededRandom(1);
  const base = `http://vocabularies.example/${shape.name}/`;
  const word = (): string =>
    Array.from(
      { length: 2 + Math.floor(random() * 3) },
      () => 'ba co di fu ge hi ka lo mi nu pe ra so ti vu'.split(' ')[Math.floor(random() * 15)],
    ).join('');
  const label = (): string => Array.from({ length: 1 + Math.floor(random() * 3) }, word).join(' ');
  for (let number = 0; number < shape.concepts; number += 1) {
    const iri = `${base}c_${number}`;
    const statements: Statement[] = [
      [iri, TYPE, `${SKOS}Concept`],
      [iri, `${SKOS}inScheme`, base],
      [iri, 'http://purl.org/dc/terms/created', { text: '2011-11-20T20:13:53Z', language: '' }],
    ];
    if (number > 0) statements.push([iri, `${SKOS}broader`, `${base}c_${Math.floor(number / 8)}`]);
    if (number % 3 === 0)
      statements.push([iri, `${SKOS}related`, `${base}c_${Math.floor(random() * shape.concepts)}`]);
    if (number % 5 === 0)
      statements.push([iri, `${SKOS}exactMatch`, `http://dbpedia.org/resource/C_${number}`]);
    if (number % 4 === 0)
      statements.push([
        iri,
        `${SKOS}scopeNote`,
        { text: `${Array.from({ length: 20 }, word).join(' ')}.`, language: 'en' },
      ]);
    for (let place = 0; place < shape.languages; place += 1) {
      const language = place === 0 ? 'en' : `${'abcdefghijklmnopqrstuvwxyz'[place]}${'yx'[place % 2]}`;
      const count = 1 + Math.floor(shape.alternatives) + (random() < shape.alternatives % 1 ? 1 : 0);
      for (let which = 0; which < count; which += 1) {
        const name = which === 0 ? 'prefLabel' : 'altLabel';
        const text = label();
        statements.push([iri, SKOS + name, { text, language }]);
        if (shape.isXl === true) {
          const node = `${base}xl_${language}_${number}_${which}`;
          statements.push(
            [iri, XL + name, node],
            [node, TYPE, `${XL}Label`],
            [node, `${XL}literalForm`, { text, language }],
          );
        }
      }
    }
    yield statements;
  }
}

function* textOf(shape: Shape): Generator<string> {
  const { format } = shape;
  if (format === 'rdf')
    yield `<?xml version="1.0"?>\n<rdf:RDF xmlns:rdf="${TYPE.slice(0, -4)}" xmlns:skos="${SKOS}" xmlns:xl="${XL}" xmlns:dct="http://purl.org/dc/terms/">\n`;
  if (format === 'ttl') yield `@prefix skos: <${SKOS}> .\n@prefix dct: <http://purl.org/dc/terms/> .\n`;
  for (const statements of conceptsOf(shape))
    yield format === 'rdf' ? inXml(statements) : inTurtle(statements, format);
  if (format === 'rdf') yield '</rdf:RDF>\n';
}

function inTurtle(statements: readonly Statement[], format: 'nt' | 'ttl'): string {
  const short = (iri: string): string =>
    format === 'ttl' && iri.startsWith(SKOS) ? `skos:${iri.slice(SKOS.length)}` : `<${iri}>`;
  return statements
    .map(([subject, predicate, object]) => {
      const written =
        typeof object === 'string'
          ? short(object)
          : `"${object.text}"${object.language === '' ? '' : `@${object.language}`}`;
      return `${short(subject)} ${short(predicate)} ${written} .\n`;
    })
    .join('');
}

function inXml(statements: readonly Statement[]): string {
  const properties = statements.map(([, predicate, object]) => {
    const name = predicate
      .replace(SKOS, 'skos:')
      .replace(XL, 'xl:')
      .replace(TYPE, 'rdf:type')
      .replace('http://purl.org/dc/terms/', 'dct:');
    if (typeof object === 'string') return `    <${name} rdf:resource="${object}"/>\n`;
    return `    <${name}${object.language === '' ? '' : ` xml:lang="${object.language}"`}>${object.text}</${name}>\n`;
  });
  return `  <rdf:Description rdf:about="${statements[0]?.[0] ?? ''}">\n${properties.join('')}  </rdf:Description>\n`;
}

async function measure(file: string): Promise<void> {
  const started = performance.now();
  let faults = 0;
  const vocabulary = await readSkos([file], { readRdf, language: 'en', onFault: () => (faults += 1) });
  const read = performance.now();
  const matcher = matcherOf(vocabulary, 'en');
  const found = matcher.find('Some text about baco and difu geba, as it may stand on a page.').length;
  const numbers = {
    concepts: vocabulary.iris.length,
    labels: vocabulary.labels.texts.length,
    faults,
    found,
    read: (read - started) / 1000,
    index: (performance.now() - read) / 1000,
    // Of resourceUsage, in kilobytes.
    memory: process.resourceUsage().maxRSS / 1000,
  };
  process.stdout.write(JSON.stringify(numbers));
}

async function main(only: string | undefined): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sfwc-vocabularies-'));
  const rows = [['vocabulary', 'file', 'MB', 'concepts', 'labels', 'read s', 'index s', 'peak MB']];
  try {
    for (const shape of SHAPES.filter(({ name }) => only === undefined || name === only)) {
      const file = path.join(folder, `${shape.name}.${shape.format}${shape.isPacked === true ? '.gz' : ''}`);
      const pack = shape.isPacked === true ? [createGzip({ level: 1 })] : [];
      await pipeline([Readable.from(textOf(shape)), ...pack, createWriteStream(file)]);
      const { stdout, stderr } = spawnSync(process.execPath, [process.argv[1] ?? '', '--read', file], {
        encoding: 'utf8',
      });
      if (stdout === '') throw new Error(stderr);
      const found = JSON.parse(stdout) as Record<'concepts' | 'labels' | 'read' | 'index' | 'memory', number>;
      const size = (await stat(file)).size / 1e6;
      rows.push([
        ...[shape.name, path.basename(file), size.toFixed(0), String(found.concepts), String(found.labels)],
        ...[found.read.toFixed(1), found.index.toFixed(1), found.memory.toFixed(0)],
      ]);
      await rm(file);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(alignColumns(rows, ['left', 'left']));
}

const [option, value] = process.argv.slice(2);
if (option === '--read') await measure(value ?? '');
else await main(option === '--only' ? value : undefined);

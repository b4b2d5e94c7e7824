import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, it } from '@jest/globals';
import { readRdf } from '../../src/extensions/vocabulary/rdf/read-rdf.js';
import { readSkos } from '../../src/extensions/vocabulary/read-skos.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const folder = temporaryFolder();
const CONCEPTS = 1_000_000;
const BROKEN = 777_777;

function* statements(): Generator<string> {
  const skos = 'http://www.w3.org/2004/02/skos/core#';
  for (let concept = 0; concept < CONCEPTS; concept += 1) {
    const iri = `<http://ex.org/${concept}>`;
    yield concept === BROKEN
      ? `${iri} <${skos}prefLabel "no end@en .\n`
      : `${iri} <${skos}prefLabel> "label ${concept}"@en .\n`;
    yield `${iri} <${skos}broader> <http://ex.org/${Math.floor(concept / 8)}> .\n`;
  }
}

it('a broken line in two million costs the statement on it', async () => {
  const file = join(folder, 'large.nt');
  await pipeline(Readable.from(statements()), createWriteStream(file));
  const faults: string[] = [];
  const { labels } = await readSkos([file], {
    readRdf,
    language: 'en',
    onFault: ({ where }) => faults.push(where.replace(`${folder}/`, '')),
  });
  // Concept 0 is its own broader concept, which is a circle without a line.
  expect(faults.filter((where) => where !== file && where.includes(':'))).toEqual([
    `large.nt:${2 * BROKEN + 1}`,
  ]);
  expect(labels.texts).toHaveLength(CONCEPTS - 1);
}, 180_000);

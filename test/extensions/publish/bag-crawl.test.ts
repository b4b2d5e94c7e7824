import { expect, it } from '@jest/globals';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bagCrawl } from '../../../src/extensions/publish/bag-crawl.js';
import { lockCrawlFolder } from '../../../src/crawling/store/crawl-store.js';
import { sha256 } from '../../../src/support/hash.js';
import { checkRoCrate } from '../../support/check-research-data.js';
import { failureOf } from '../../support/failure-of.js';
import { placesIn, temporaryFolder } from '../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const clock = { now: () => Date.parse('2024-05-01T10:00:00Z'), sleep: async () => undefined };

function crawlFolder(): string {
  const out = place();
  mkdirSync(join(out, 'pages'), { recursive: true });
  writeFileSync(join(out, 'crawl.json'), JSON.stringify({ crawl: 'urn:crawl', topic: ['bees', 'ants'] }));
  writeFileSync(join(out, 'pages', '100%.txt'), 'Bees');
  writeFileSync(join(out, 'frontier.lock'), '');
  writeFileSync(join(out, 'report.html.partial-7'), 'half');
  symlinkSync('/etc/hostname', join(out, 'elsewhere'));
  return out;
}

/** What a manifest lists: paths as they are on disk, with their checksums. */
function listed(bag: string, manifest: string): readonly (readonly [name: string, hash: string])[] {
  const lines = readFileSync(join(bag, manifest), 'utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const [, hash = '', name = ''] = /^([0-9a-f]{64}) {2}(\S.*)$/.exec(line) ?? [];
    return [name.replaceAll('%25', '%'), hash];
  });
}

it('puts the files of a crawl into a bag that is valid', async () => {
  const [out, bag] = [crawlFolder(), place()];
  const report = await bagCrawl(out, bag, { clock });
  const crate = readFileSync(join(bag, 'data', 'ro-crate-metadata.json'));
  const bytes = 4 + readFileSync(join(out, 'crawl.json')).length + crate.length;
  expect(report).toEqual({ folder: bag, files: 3, bytes });
  expect(readdirSync(bag).sort()).toEqual([
    'bag-info.txt',
    'bagit.txt',
    'data',
    'manifest-sha256.txt',
    'tagmanifest-sha256.txt',
  ]);
  expect(readFileSync(join(bag, 'bagit.txt'), 'utf8')).toBe(
    'BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n',
  );
  expect(listed(bag, 'manifest-sha256.txt').map(([name]) => name)).toEqual([
    'data/crawl.json',
    'data/pages/100%.txt',
    'data/ro-crate-metadata.json',
  ]);
  expect(listed(bag, 'tagmanifest-sha256.txt').map(([name]) => name)).toEqual([
    'bagit.txt',
    'bag-info.txt',
    'manifest-sha256.txt',
  ]);
  for (const manifest of ['manifest-sha256.txt', 'tagmanifest-sha256.txt'])
    for (const [name, hash] of listed(bag, manifest))
      expect(sha256(readFileSync(join(bag, name)))).toBe(hash);
  const info = readFileSync(join(bag, 'bag-info.txt'), 'utf8');
  expect(info).toContain(`Payload-Oxum: ${bytes}.3\n`);
  expect(info).toContain('Bagging-Date: 2024-05-01\n');
  expect(info).toContain('External-Description: Crawl for pages about bees, ants\n');
});

it('describes the payload as an RO-Crate, unless the crawl has one', async () => {
  const [out, bag, other] = [crawlFolder(), place(), place()];
  await bagCrawl(out, bag, { clock });
  const entities = checkRoCrate(join(bag, 'data'));
  expect(entities.get('./')).toMatchObject({
    ...{ name: 'Crawl for pages about bees, ants', datePublished: '2024-05-01', identifier: 'urn:crawl' },
    hasPart: [{ '@id': 'crawl.json' }, { '@id': 'pages/' }],
  });
  expect(entities.get('pages/')).toMatchObject({
    description: 'Bodies and texts of the accepted pages. Files: 1, bytes: 4.',
  });
  writeFileSync(join(out, 'ro-crate-metadata.json'), '{}');
  await bagCrawl(out, other, { clock });
  expect(readFileSync(join(other, 'data', 'ro-crate-metadata.json'), 'utf8')).toBe('{}');
});

it('refuses a folder that holds something or is in the crawl, and a crawl that runs', async () => {
  const out = crawlFolder();
  expect(await failureOf(bagCrawl(out, crawlFolder()))).toHaveProperty('hint', 'name another folder');
  expect(await failureOf(bagCrawl(out, join(out, 'bag')))).toHaveProperty(
    'hint',
    'name a folder outside of it',
  );
  const unlock = lockCrawlFolder(out);
  expect(await failureOf(bagCrawl(out, place()))).toHaveProperty('message', `the crawl in ${out} is running`);
  unlock();
  expect(await failureOf(bagCrawl(place(), place()))).toHaveProperty(
    'message',
    expect.stringContaining('there is no crawl in'),
  );
});

import { describe, expect, it } from '@jest/globals';
import { openMetadata } from '../../../../src/extensions/publish/metadata/page-metadata.js';
import { readEvents } from '../../../../src/crawling/store/result-folder.js';
import { sfwc } from '../../../cli/run.js';
import { writeCrawlFolder } from '../../../support/crawl-folder.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';

const place = placesIn(temporaryFolder());
const TITLE = 'Bees';
const page = (name: string): string => `http://a.example/${name}`;
const article = (date: string, name: string): string =>
  `<html lang="en"><script type="application/ld+json">${JSON.stringify({
    '@context': 'https://schema.org',
    '@type': 'Article',
    '@id': `#${name}`,
    datePublished: date,
    author: { '@type': 'Person', name: 'Ann Bee' },
  })}</script><h1>${TITLE}</h1><p>Bees make honey.`;

/** A crawl of three pages: a dated one, an older one with broken data, and one whose body was not kept. */
function newCrawl(): string {
  const out = place();
  const kept = { title: TITLE, text: 'Bees make honey.' };
  writeCrawlFolder(out, [
    { ...kept, url: page('new'), html: article('2023-05-17', 'new') },
    {
      ...kept,
      url: page('old'),
      html: `${article('2019-01-02', 'old')}<script type="application/ld+json">{"a":</script>`,
    },
    { ...kept, url: page('gone') },
  ]);
  return out;
}

async function datesIn(out: string, isSimulated = false): Promise<readonly (string | undefined)[]> {
  const pages = openMetadata(out, isSimulated);
  const found: (string | undefined)[] = [];
  for await (const event of readEvents(out)) found.push((await pages.of(event))?.published?.value);
  return found;
}

it('reads metadata out of pages whose events have none', async () => {
  expect(await datesIn(newCrawl())).toEqual(['2023-05-17', '2019-01-02', undefined]);
});

it('believes no date after the page was fetched, unless that time is simulated', async () => {
  const out = place();
  const html = article('2025-05-17', 'new');
  writeCrawlFolder(out, [{ title: TITLE, text: 'Bees make honey.', url: page('new'), html }]);
  expect([await datesIn(out), await datesIn(out, true)]).toEqual([[undefined], ['2025-05-17']]);
});

describe('sfwc pages', () => {
  const out = newCrawl();

  it.each([
    ['2019', 2],
    ['2019-02', 1],
    ['2023-05-17', 1],
  ])('keeps pages since %s', async (since, count) => {
    const { stdout } = await sfwc(['pages', out, '--since', since]);
    expect(stdout.trim().split('\n')).toHaveLength(count);
  });
});

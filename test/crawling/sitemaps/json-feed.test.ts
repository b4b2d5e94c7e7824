import { expect, it } from '@jest/globals';
import { readSitemap, type SitemapEntry } from '../../../src/crawling/sitemaps/sitemap-file.js';

async function read(text: string) {
  const [entries, problems]: [SitemapEntry[], string[]] = [[], []];
  const body = new TextEncoder().encode(text);
  for await (const entry of readSitemap(body, 'https://a.example/feed.json', (problem) =>
    problems.push(problem),
  ))
    entries.push(entry);
  return { entries, problems };
}

it('reads the items of a JSON Feed, with titles and the time of their last change', async () => {
  const items = [
    {
      ...{ id: '1', url: '/one', title: 'One' },
      ...{ date_published: '2026-01-01T00:00:00Z', date_modified: '2026-02-01T00:00:00Z' },
    },
    { id: '2', title: 2, url: 'https://a.example/two', date_published: 5 },
    { id: '3' },
    'nonsense',
  ];
  const { entries, problems } = await read(
    `\uFEFF ${JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', items })}`,
  );
  expect(entries).toEqual([
    {
      ...{ kind: 'page', url: 'https://a.example/one', title: 'One' },
      ...{ published: '2026-01-01T00:00:00Z', lastModified: '2026-02-01T00:00:00Z' },
    },
    { kind: 'page', url: 'https://a.example/two' },
  ]);
  expect(problems).toEqual(['an item without an address (2 times)']);
});

it.each([
  ['{"items": [', 'not well-formed'],
  ['{"pages": []}', 'not a JSON Feed'],
  [`{"items": [], "x": "${'x'.repeat(5_000_001)}"}`, 'more than 2500000 characters'],
])('says what is wrong with others: %#', async (text, message) => {
  await expect(read(text)).rejects.toThrow(message);
});

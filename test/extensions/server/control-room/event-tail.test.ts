import { expect, it } from '@jest/globals';
import { appendFileSync, renameSync, writeFileSync } from 'node:fs';
import {
  openEventTail,
  readEventsAt,
  type EventTail,
} from '../../../../src/extensions/server/control-room/event-tail.js';
import type { LinePlace } from '../../../../src/crawling/store/event-file.js';
import { crawlEvent, eventLines } from '../../../support/crawl-events.js';
import { placesIn, temporaryFolder } from '../../../support/temporary-folder.js';

const fresh = placesIn(temporaryFolder());
const [first, second, third] = ['http://a.example/', 'http://b.example/ä', 'http://c.example/'].map((url) =>
  crawlEvent({ url, title: 'Größe €' }),
) as [ReturnType<typeof crawlEvent>, ReturnType<typeof crawlEvent>, ReturnType<typeof crawlEvent>];

/** What one call of the tail finds. */
async function news(tail: EventTail): Promise<{ isSame: boolean; urls: string[]; places: LinePlace[] }> {
  const [urls, places] = [[] as string[], [] as LinePlace[]];
  const isSame = await tail.read((event, place) => {
    urls.push(event.url);
    places.push(place);
  });
  return { isSame, urls, places };
}

it('reads what was added since the last call', async () => {
  const file = fresh();
  const tail = openEventTail(file);
  expect(await news(tail)).toEqual({ isSame: true, urls: [], places: [] });
  writeFileSync(file, eventLines([first]));
  expect((await news(tail)).urls).toEqual([first.url]);
  expect((await news(tail)).urls).toEqual([]);
  appendFileSync(file, eventLines([second, third]));
  const { urls, places } = await news(tail);
  expect(urls).toEqual([second.url, third.url]);
  expect(await readEventsAt(file, [places[1]!])).toEqual([third]);
});

it('waits for the rest of a line that is half written, also within a character', async () => {
  const file = fresh();
  const line = Buffer.from(eventLines([second]));
  const half = line.indexOf(Buffer.from('ä')) + 1;
  writeFileSync(file, Buffer.concat([Buffer.from(eventLines([first])), line.subarray(0, half)]));
  const tail = openEventTail(file);
  expect((await news(tail)).urls).toEqual([first.url]);
  expect((await news(tail)).urls).toEqual([]);
  appendFileSync(file, line.subarray(half));
  expect((await news(tail)).urls).toEqual([second.url]);
});

it('skips lines that are not events', async () => {
  const file = fresh();
  writeFileSync(file, `{"half\n[]\nnull\n\n${eventLines([first])}`);
  const { urls, places } = await news(openEventTail(file));
  expect(urls).toEqual([first.url]);
  expect(await readEventsAt(file, [places[0]!])).toEqual([first]);
});

it.each([1, 4])('begins anew when the file is another one, of %i events', async (count) => {
  const file = fresh();
  writeFileSync(file, eventLines([first, second]));
  const tail = openEventTail(file);
  await news(tail);
  // A shorter one takes its place, a longer one is moved there.
  const other = count === 1 ? file : `${file}.new`;
  writeFileSync(other, eventLines([third, second, first, first].slice(0, count)));
  renameSync(other, file);
  expect(await news(tail)).toMatchObject({ isSame: false, urls: [] });
  expect((await news(tail)).urls[0]).toBe(third.url);
});

it('finds no event at a place that does not hold one any more', async () => {
  const file = fresh();
  writeFileSync(file, eventLines([first]));
  expect(await readEventsAt(file, [{ begin: 3, length: 10 }])).toEqual([]);
  expect(await readEventsAt(`${file}.none`, [{ begin: 0, length: 10 }])).toEqual([]);
});

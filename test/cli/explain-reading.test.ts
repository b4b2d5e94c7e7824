import { expect, it } from '@jest/globals';
import { writtenText } from '../../src/cli/io.js';
import { eventText } from '../../src/cli/explain-command.js';
import type { CrawlEvent } from '../../src/model/crawl-event.js';
import type { PageReading } from '../../src/model/page-reading.js';

const said = (reading: PageReading): string => {
  const event: CrawlEvent = {
    ...{ sequence: 1, time: '2024-01-01T00:00:00.000Z', url: 'http://a.example/', state: 'done' },
    ...{ depth: 0, fetched: true, reading },
  };
  return writtenText(eventText(event), false).split('\n')[3] ?? '';
};

it.each<[PageReading, string]>([
  [
    { from: 'rendered', signs: [], paid: true, brought: { characters: 9, links: 2 }, requests: 3, bytes: 4 },
    'read as its scripts made it; rendering took 3 requests and brought 9 characters of text and 2 links',
  ],
  [
    { from: 'html', signs: ['noscript'], unrendered: 'too-slow' },
    'read from its HTML (it asks for JavaScript); not rendered: the page did not answer in time',
  ],
  [{ from: 'docx', signs: [] }, 'read from Word'],
  [{ from: 'pdf', signs: [], pages: { of: 1, read: 1, starts: [0] } }, 'read from PDF, 1 pages'],
  [
    { from: 'pdf', signs: [], pages: { of: 9, read: 2, starts: [0, 7] }, incomplete: 'unreadable pages: 2' },
    'read from PDF, pages 1 to 2 of 9, unreadable pages: 2',
  ],
])('explains how a page was read: %j', (reading, words) => expect(said(reading)).toBe(`  ${words}`));

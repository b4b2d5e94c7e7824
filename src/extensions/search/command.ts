import { z } from 'zod';
import { json, topicNames, topics } from '../../app/settings/common.js';
import { type StyledText, linesText, styled, scoreText, printResult } from '../../cli/io.js';
import { command } from '../../cli/command.js';

import { LOADING, watchWork } from '../../cli/work-watch.js';
import type { Count, MarkedText, SearchAnswer, SearchHit } from '../../model/collection-search.js';
import { field, type OptionsOf } from '../../support/settings/field.js';

const names = z.array(z.string().trim().min(1)).default([]);
const dates = (shape: RegExp, example: string) =>
  z
    .string()
    .refine((date) => shape.test(date) && !Number.isNaN(Date.parse(date)), `must be a date: ${example}`)
    .optional();

/** Settings of `sfwc search`. */
export const searchFields = {
  topic: field(topicNames.optional(), {
    ...topics.meta,
    help: 'of crawls for several topics: only pages that this one accepted; repeatable',
  }),
  noun: field(names, {
    help: 'only pages that were accepted for this noun, by its IRI or lemma; repeatable',
    ...({ placeholder: 'IRI', written: 'each', example: "['http://dbpedia.org/resource/Insulin']" } as const),
  }),
  host: field(z.array(z.string().trim().toLowerCase().min(1)).default([]), {
    help: 'only pages of this host and hosts below it; repeatable',
    ...({ placeholder: 'HOST', written: 'each', argumentOnly: true, example: "['example.org']" } as const),
  }),
  language: field(names, {
    help: 'only pages in this language; repeatable',
    ...({ placeholder: 'TAG', written: 'each', argumentOnly: true, example: "['en']" } as const),
  }),
  since: field(dates(/^\d{4}(?:-\d\d(?:-\d\d)?)?$/, '2026, 2026-01 or 2026-01-31'), {
    help: 'only pages published at this date or later, such as 2025-01; pages without a known date are left out',
    placeholder: 'DATE',
  }),
  fetchedSince: field(dates(/^\d{4}-\d\d-\d\d(?:T[\d:.]+Z)?$/, '2026-01-31, or 2026-01-31T12:00:00Z'), {
    help: 'only pages whose present text was fetched at this date or later (UTC)',
    placeholder: 'DATE',
  }),
  limit: field(z.number().int().min(1).max(1000).default(10), {
    help: 'how many pages to show',
    placeholder: 'N',
    written: 'number',
  }),
  literal: field(z.boolean().default(false), {
    help: 'search for the words alone, not for other names that the knowledge base has for them',
    written: 'switch',
  }),
  json,
} as const;

/** Options of a search. */
export type SearchOptions = OptionsOf<typeof searchFields>;

export const searchCommand = command({
  examples: [
    "sfwc search out 'insulin pump'",
    'sfwc search out \'"insulin pump" price -second-hand\' --since 2026-01-01',
    "sfwc search out1 out2 'blood sugar' --host example.org --json",
    "sfwc search out 'dosage' --noun http://dbpedia.org/resource/Insulin",
  ],
  fields: searchFields,
  run: async ({ json: asJson, ...options }, words, io) => {
    const [outs, query = ''] = [words.slice(0, -1), words.at(-1)];
    const progress = await watchWork(io, 'searching');
    try {
      progress.wait(LOADING);
      const { search } = await import('./search.js');
      const kilobytes = (bytes: number): number => Math.round(bytes / 1000);
      const answer = await search(outs, query, options, {
        logger: progress.logger,
        signal: io.signal,
        onProgress: ({ done, total }) =>
          progress.update({ done: kilobytes(done), total: kilobytes(total), unit: 'kB of events indexed' }),
      });
      progress.stop();
      printResult(io, asJson, answer, answerText);
      return 0;
    } finally {
      progress.stop();
    }
  },
});

/** Values of a facet that are shown. */
const MAX_OF_FACET = 5;

/** An answer for people. */
function answerText(answer: SearchAnswer): StyledText {
  const { hits, collections, widened, facets, advice } = answer;
  const others = widened.map(({ term, by }) => `${by.join(', ')} (for ${term})`).join('; ');
  const facetLines = Object.entries(facets).flatMap(([name, counts]: readonly [string, readonly Count[]]) => {
    const some = counts.slice(0, MAX_OF_FACET).map(({ name: one, pages }) => `${one} (${pages})`);
    return hits.length === 0 || some.length === 0 ? [] : [`${name}: ${some.join(', ')}`];
  });
  return [
    ...hits.map((hit, place) => hitText(hit, place + 1, collections.length > 1)),
    linesText([
      countText(answer),
      ...(others === '' ? [] : [`also searched for: ${others}; --literal searches for the words alone`]),
      ...facetLines,
      ...advice,
    ]),
  ];
}

function hitText(hit: SearchHit, rank: number, several: boolean): StyledText {
  const { url, title, host, topic, score, fetched, published, missing, out, passages } = hit;
  const facts = [
    host,
    `score ${scoreText(score)}${topic === '' ? '' : ` for ${topic}`}`,
    published === undefined ? `fetched ${fetched.slice(0, 10)}` : `published ${published.slice(0, 10)}`,
    ...(several ? [`in ${out}`] : []),
    ...(missing.length === 0 ? [] : [`without: ${missing.join(', ')}`]),
  ];
  return linesText([
    [`${rank}. `, title.text.trim() === '' ? url : markedText(title)],
    `   ${url}`,
    `   ${facts.join(' · ')}`,
    ...passages.map((passage): StyledText => ['   ', markedText(passage)]),
    '',
  ]);
}

/** A text in one line, in which matches are set in bold where the terminal shows it. */
function markedText({ text, marks }: MarkedText): StyledText {
  const line = text.replaceAll(/\s/g, ' ');
  const parts: StyledText[] = [];
  let place = 0;
  for (const [begin, end] of marks) {
    parts.push(line.slice(place, begin), styled('heading', line.slice(begin, end)));
    place = end;
  }
  return [...parts, line.slice(place)];
}

function countText({ hits, all, some, collections }: SearchAnswer): string {
  const pagesText = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;
  const indexed = collections.reduce((sum, { pages }) => sum + pages, 0);
  const where = `in ${collections.map(({ out }) => out).join(', ')} (${pagesText(indexed)})`;
  if (hits.length === 0) return `nothing found ${where}`;
  const found = [
    ...(all === 0 ? [] : [`${pagesText(all)} with all words`]),
    ...(some === 0 ? [] : [`${pagesText(some)} with some of the words`]),
  ];
  return `${found.join(', ')} ${where}`;
}

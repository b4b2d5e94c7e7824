import { linesText, scoreText, printResult } from '../../cli/io.js';
import { command } from '../../cli/command.js';
import { LOADING, watchWork } from '../../cli/work-watch.js';
import type { Count, MarkedText, SearchAnswer, SearchHit } from './search-answer.js';
import { searchFields } from './query.js';

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
    const progress = watchWork(io, 'searching');
    try {
      progress.wait(LOADING);
      const { search } = await import('./search.js');
      const answer = await search(outs, query, options, {
        logger: progress.logger,
        signal: io.signal,
        onProgress: (done, total) => progress.update({ done, total, unit: 'bytes of events indexed' }),
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
function answerText(answer: SearchAnswer): string {
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
  ].join('');
}

function hitText(hit: SearchHit, rank: number, several: boolean): string {
  const { url, title, host, topic, score, fetched, published, missing, out, passages } = hit;
  const date = published ?? fetched;
  const facts = [
    host,
    `score ${scoreText(score)}${topic === '' ? '' : ` for ${topic}`}`,
    ...(date === undefined
      ? []
      : [`${published === undefined ? 'fetched' : 'published'} ${date.slice(0, 10)}`]),
    ...(several ? [`in ${out}`] : []),
    ...(missing.length === 0 ? [] : [`without: ${missing.join(', ')}`]),
  ];
  return linesText([
    `${rank}. ${title.text.trim() === '' ? url : markedText(title)}`,
    `   ${url}`,
    `   ${facts.join(' · ')}`,
    ...passages.map((passage) => `   ${markedText(passage)}`),
    '',
  ]);
}

/** A text in one line, with asterisks around matches. */
function markedText({ text, marks }: MarkedText): string {
  let marked = text.replaceAll(/\s/g, ' ');
  for (const [begin, end] of marks.toReversed())
    marked = `${marked.slice(0, begin)}*${marked.slice(begin, end)}*${marked.slice(end)}`;
  return marked;
}

function countText({ hits, all, some, collections }: SearchAnswer): string {
  const pagesText = (count: number): string => `${count} ${count === 1 ? 'page' : 'pages'}`;
  const indexed = collections.reduce((sum, { pages }) => sum + pages, 0);
  const where = `in ${collections.map(({ out }) => out).join(', ')} (${pagesText(indexed)})`;
  if (hits.length === 0) return `nothing found ${where}`;
  const found = [
    all > 0 && `${pagesText(all)} with all words`,
    some > 0 && `${pagesText(some)} with some of the words`,
  ];
  return `${found.filter(Boolean).join(', ')} ${where}`;
}

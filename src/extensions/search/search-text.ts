import { linesText, scoreText, styled, type StyledText } from '../../cli/colours.js';
import type { Count, MarkedText, SearchAnswer, SearchHit } from '../../model/collection-search.js';
import { excerptOf } from './marks.js';

/** Characters of a passage that are shown, and values of a facet. */
const MAX = { excerpt: 280, facet: 5 };

/** An answer for people. */
export function answerText(answer: SearchAnswer): StyledText {
  const { hits, collections } = answer;
  const several = collections.length > 1;
  return [
    ...hits.map((hit, place) => hitText(hit, place + 1, several)),
    linesText([countText(answer), ...widenedLines(answer), ...facetLines(answer), ...answer.advice]),
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
  const name = title.text.trim() === '' ? url : markedText(title);
  return linesText([
    [`${rank}. `, name],
    `   ${url}`,
    `   ${facts.join(' · ')}`,
    ...passages.map((passage): StyledText => [
      `   ${passage.page === undefined ? '' : `p. ${passage.page}: `}`,
      markedText(excerptOf(passage, MAX.excerpt)),
    ]),
    '',
  ]);
}

/** A text in which matches are set in bold where the terminal shows it. */
function markedText({ text, marks }: MarkedText): StyledText {
  const parts: StyledText[] = [];
  let place = 0;
  for (const [begin, end] of marks) {
    parts.push(oneLine(text.slice(place, begin)), styled('heading', oneLine(text.slice(begin, end))));
    place = end;
  }
  return [...parts, oneLine(text.slice(place))];
}

function oneLine(text: string): string {
  return text.replaceAll(/\s/g, ' ');
}

function countText({ hits, all, some, collections }: SearchAnswer): string {
  const indexed = collections.reduce((sum, { pages }) => sum + pages, 0);
  const where = `in ${collections.map(({ out }) => out).join(', ')} (${pagesText(indexed)})`;
  if (hits.length === 0) return `nothing found ${where}`;
  const found = [
    ...(all === 0 ? [] : [`${pagesText(all)} with all words`]),
    ...(some === 0 ? [] : [`${pagesText(some)} with some of the words`]),
  ];
  return `${found.join(', ')} ${where}`;
}

function pagesText(count: number): string {
  return `${count} ${count === 1 ? 'page' : 'pages'}`;
}

function widenedLines({ widened }: SearchAnswer): readonly string[] {
  if (widened.length === 0) return [];
  const names = widened.map(({ term, by }) => `${by.join(', ')} (for ${term})`);
  return [`also searched for: ${names.join('; ')}; --literal searches for the words alone`];
}

function facetLines({ hits, facets }: SearchAnswer): readonly string[] {
  if (hits.length === 0) return [];
  return Object.entries(facets)
    .map(([name, counts]: readonly [string, readonly Count[]]) => ({
      name,
      counts: counts.slice(0, MAX.facet),
    }))
    .filter(({ counts }) => counts.length > 0)
    .map(
      ({ name, counts }) =>
        `${name}: ${counts.map(({ name: one, pages }) => `${one} (${pages})`).join(', ')}`,
    );
}

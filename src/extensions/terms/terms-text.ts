import type { NewTerm, TermReport } from '../../model/term.js';
import { linesText, type StyledText } from '../../cli/colours.js';

/** A term with the pages that hold it: `covid (41 of 120 pages)`. */
export function termText({ term, accepted }: Pick<NewTerm, 'term' | 'accepted'>): string {
  return `${term} (${accepted.pages} of ${accepted.of} pages)`;
}

/** What a crawl proposes, and how to answer. */
export function proposalText(out: string, { topic, proposed }: TermReport): StyledText {
  const [first] = proposed;
  if (first === undefined) return '';
  const are = proposed.length === 1 ? 'term is' : 'terms are';
  const names = proposed.map(({ term }) => term).join(',');
  return linesText([
    `${proposed.length} ${are} shared by accepted pages and missing from topic '${topic}':`,
    `  ${proposed.map(termText).join(', ')}`,
    `Add those that fit: sfwc terms ${out} --take '${names}'; the others: --refuse`,
  ]);
}

import type { CrawlEvent } from '../model/crawl-event.js';
import { versionsOf, type PageVersion } from '../model/page-version.js';
import { linesText, verdictWord, type StyledText } from './colours.js';
import { scoreText } from './numbers.js';

/** The versions of a page that an archive has, one per line, with the nouns that came and went. */
export function versionsText(event: CrawlEvent): StyledText {
  const versions = versionsOf(event);
  if (versions.length === 0) return '';
  const { capturesLeft = 0 } = event;
  const captures = versions.reduce((sum, { again = [] }) => sum + 1 + again.length, 0);
  return linesText([
    `  versions: ${versions.length} in ${captures} captures; links were followed from the one by which the page was judged`,
    ...versions.flatMap((version): StyledText[] => [versionText(version), ...nounsText(version)]),
    ...(capturesLeft === 0 ? [] : [`    ${capturesLeft} more captures were not read`]),
  ]);
}

function versionText({ time, again = [], chosen, accepted, score, ...said }: PageVersion): StyledText {
  const { redirectsTo, code, message } = said;
  const why = message === undefined ? code : `${code ?? ''} — ${message}`;
  const verdict: StyledText =
    accepted !== undefined
      ? [verdictWord(accepted), `, score ${scoreText(score ?? 0)}`]
      : `not judged: ${redirectsTo === undefined ? (why ?? '') : `redirects to ${redirectsTo}`}`;
  const last = again.at(-1);
  const until = last === undefined ? '' : `; the same until ${last} (${again.length + 1} captures)`;
  return [`    ${time}  `, verdict, until, chosen === true ? '; the page was judged by it' : ''];
}

function nounsText({ gained = [], lost = [] }: PageVersion): readonly string[] {
  const parts = [
    ...(gained.length === 0 ? [] : [`came: ${gained.join(', ')}`]),
    ...(lost.length === 0 ? [] : [`went: ${lost.join(', ')}`]),
  ];
  return parts.length === 0 ? [] : [`      ${parts.join('; ')}`];
}

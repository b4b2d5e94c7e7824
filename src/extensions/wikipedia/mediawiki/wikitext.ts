import { messageOf } from '../../../model/errors.js';
import { runWithin } from '../../../support/time/run-within.js';
import { Unreadable } from '../../../language/corpus/draft.js';
import { wtf } from './wtf.bundle.js';
import { joinSections, type TextSection } from './article-sections.js';

/** Milliseconds for one page; an article takes a few. */
const TIME_LIMIT = 10_000;
/** A run of characters without the end of a sentence is broken after this many. */
const LONGEST_RUN = 1000;

/**
 * The plain text of an article's wikitext, by wtf_wikipedia: links and markup are resolved, tables, infoboxes, footnotes
 * and pictures are left out, headings stand as paragraphs of their own where there is text below them.
 * @param timeLimit milliseconds; default ten seconds
 * @throws Unreadable when the library cannot read it, or not in that time
 */
export function wikitextToText(wikitext: string, timeLimit = TIME_LIMIT): string {
  try {
    return runWithin(timeLimit, () => {
      const sections = wtf(breakLongRuns(withoutCategoryMentions(wikitext))).sections();
      return joinSections((Array.isArray(sections) ? sections : []).map(toSection));
    });
  } catch (thrown) {
    throw new Unreadable(
      `its wikitext cannot be read (${messageOf(thrown)}); remove the page from the corpus`,
    );
  }
}

/**
 * Puts a line end, which is a blank in wikitext, into what continues for long without the end of a sentence or line: the
 * library looks for that end again from every character on.
 */
function breakLongRuns(wikitext: string): string {
  const parts: string[] = [];
  let begin = 0;
  let sentence = 0;
  for (const { index, 0: found } of wikitext.matchAll(/[.!?\n]| (?=\p{L})/gu)) {
    if (found !== ' ') sentence = index;
    else if (index - sentence > LONGEST_RUN) {
      parts.push(wikitext.slice(begin, index));
      begin = index + 1;
      sentence = index;
    }
  }
  return [...parts, wikitext.slice(begin)].join('\n');
}

/** Links to a category's page (`[[:Category:X]]`) are navigation; the library would print them. */
function withoutCategoryMentions(wikitext: string): string {
  return wikitext.replace(/\[\[:[^[\]|:]{1,40}:[^[\]|]*\]\]/g, '');
}

function toSection(section: ReturnType<ReturnType<typeof wtf>['sections']>[number]): TextSection {
  return { heading: section.title(), depth: section.depth(), text: section.text({}) };
}

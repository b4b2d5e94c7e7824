import type { Page } from '../../model/page.js';
import type { PageVersion } from '../../model/page-version.js';
import type { Judgement } from '../../model/topic.js';

/** Nouns of each kind that are named of a version. */
const MOST_NOUNS = 20;
/** Characters of a noun; longer ones are none. */
const LONGEST_NOUN = 80;

/** Compares the versions of a page, one after the other. */
export interface NounChanges {
  /** The nouns that came and went since the version before; empty for the first one. */
  next(page: Pick<Page, 'title' | 'text'>, judgement: Judgement): Pick<PageVersion, 'gained' | 'lost'>;
}

interface Seen {
  readonly text: string;
  readonly nouns: readonly string[];
}

/**
 * Compares by the nouns that counted for the verdicts. A noun that counts less than others in one version has not gone: it has to be
 * missing from the text, as the beginning of a word.
 */
export function createNounChanges(): NounChanges {
  let before: Seen | undefined;
  return {
    next({ title, text }, { reason }) {
      const now = {
        text: ` ${`${title}\n${text}`.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')}`,
        nouns: reason.evidence.map(({ lemma }) => lemma),
      };
      const earlier = before;
      before = now;
      if (earlier === undefined) return {};
      return {
        ...named('gained', missing(now.nouns, earlier)),
        ...named('lost', missing(earlier.nouns, now)),
      };
    },
  };
}

function missing(nouns: readonly string[], { text }: Seen): readonly string[] {
  return nouns.filter((noun) => {
    const words = noun
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    return words !== '' && noun.length <= LONGEST_NOUN && !text.includes(` ${words}`);
  });
}

function named(kind: 'gained' | 'lost', nouns: readonly string[]): Pick<PageVersion, 'gained' | 'lost'> {
  const distinct = [...new Set(nouns)].slice(0, MOST_NOUNS);
  return distinct.length === 0 ? {} : { [kind]: distinct };
}

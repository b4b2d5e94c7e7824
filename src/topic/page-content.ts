import { sectionFrequencies, type SectionCounts, type SectionWeights } from '../learning/itfidf.js';
import { countTerms, type TermCounts } from '../learning/terms.js';
import type { AnnotatedPage, WordReader } from '../model/topic.js';
import { once, onceFor } from '../support/once.js';
import { toProfile, type DocumentProfile } from './profile.js';

/** What trained classifiers read of a page or of a document of a corpus. */
export interface PageContent {
  /** Words by section. */
  readonly sections: SectionCounts;
  readonly nouns: DocumentProfile;
}

const PLAIN_WEIGHTS: SectionWeights = { headline: 1, keywords: 0, anchors: 0, body: 1 };

/** The words of title and main text, which corpora and pages have in common. Counted once for each content. */
export const plainTerms: (content: PageContent) => TermCounts = onceFor(({ sections }: PageContent) =>
  sectionFrequencies(sections, PLAIN_WEIGHTS),
);

/** Words of title and main text that are worth counting, with repeats. */
export function countedWords({ sections }: PageContent): number {
  let total = 0;
  for (const section of [sections.headline, sections.body])
    for (const count of section.values()) total += count;
  return total;
}

/** A page's content. Its headline is title and headings, or only the title if it has no headings. */
export function contentOfPage({ page, nouns }: AnnotatedPage, words: WordReader): PageContent {
  const anchors = once(() => countTerms(words(page.links.map(({ anchorText }) => anchorText).join('\n'))));
  return {
    sections: {
      headline: countTerms(words(page.headline === '' ? page.title : page.headline)),
      keywords: countTerms(words(page.keywords)),
      // A page has up to as many words in its links as in its text, and few classifiers read them.
      get anchors() {
        return anchors();
      },
      body: countTerms(words(page.text)),
    },
    nouns: toProfile(nouns),
  };
}

/** The content of a title and a text given as words: without keywords and links. */
export function contentOfWords(
  headline: Iterable<string>,
  body: Iterable<string>,
  nouns: DocumentProfile,
): PageContent {
  const none: TermCounts = new Map();
  return {
    sections: { headline: countTerms(headline), keywords: none, anchors: none, body: countTerms(body) },
    nouns,
  };
}

/** The content of a document of a corpus. */
export function contentOfDocument(
  { title, text }: { readonly title: string; readonly text: string },
  nouns: DocumentProfile,
  words: WordReader,
): PageContent {
  return contentOfWords(words(title), words(text), nouns);
}

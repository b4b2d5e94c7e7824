import { sectionFrequencies, type SectionCounts, type SectionWeights } from '../learning/tf-idf.js';
import { countTerms, type TermCounts } from '../learning/term-counts.js';
import type { Page } from '../../model/page.js';
import type { WordReader } from '../../model/topic.js';
import { once, onceFor } from '../../support/once.js';
import { fullText } from '../../support/text/full-text.js';
import { profileOfPage, toProfile, type DocumentProfile } from '../../knowledge/krs/document-profile.js';

/** Content of a page or of a document that trained classifiers read. */
export interface PageContent {
  readonly sections: SectionCounts;
  readonly nouns: DocumentProfile;
  /** Headline and first words of a text that is longer: see {@link viewsOf}. */
  readonly beginning?: PageContent;
  /** The language of its words, where it is not the topic's. */
  readonly language?: string;
}

export const BEGINNING_WORDS = 200;

/** The two views of a text: all of it, and its beginning, which says what it is about. Both rank better than either. */
export function viewsOf(content: PageContent): readonly PageContent[] {
  return content.beginning === undefined ? [content] : [content, content.beginning];
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

/** A mention of a noun: offsets in UTF-16 code units into the {@link fullText}. */
interface PlacedNoun {
  readonly lemma: string;
  readonly begin: number;
  readonly end: number;
  readonly iri?: string;
}

/** A page's content. Its headline is title and headings, or only the title if it has no headings. */
export function contentOfPage(
  { page, nouns }: { readonly page: Page; readonly nouns: readonly PlacedNoun[] },
  words: WordReader,
): PageContent {
  const headline = words(page.headline === '' ? page.title : page.headline);
  const body = words(page.text);
  const anchors = once(() => countTerms(words(page.links.map(({ anchorText }) => anchorText).join('\n'))));
  return {
    sections: {
      headline: countTerms(headline),
      keywords: countTerms(words(page.keywords)),
      // A page has up to as many words in its links as in its text, and few classifiers read them.
      get anchors() {
        return anchors();
      },
      body: countTerms(body),
    },
    nouns: profileOfPage(nouns),
    ...beginningOf(headline, body, (share) => toProfile(nounsWithin(page, nouns, 0, share))),
  };
}

/** The nouns of the title, and those between two shares of the text, as if all its words were equally long. */
export function nounsWithin<Noun extends Pick<PlacedNoun, 'begin' | 'end'>>(
  { title, text }: { readonly title: string; readonly text: string },
  nouns: readonly Noun[],
  from: number,
  to: number,
): Noun[] {
  const offset = fullText({ title, text }).length - text.length;
  const [first, last] = [offset + from * text.length, offset + to * text.length];
  const within: Noun[] = [];
  for (const noun of nouns)
    if (noun.end <= title.length || (noun.begin >= first && noun.end <= last)) within.push(noun);
  return within;
}

/** The beginning of a text that is longer. @param nounsUntil the nouns of the first share of its words */
export function beginningOf(
  headline: readonly string[],
  body: readonly string[],
  nounsUntil: (share: number) => DocumentProfile,
): Pick<PageContent, 'beginning'> {
  if (body.length <= BEGINNING_WORDS) return {};
  const nouns = nounsUntil(BEGINNING_WORDS / body.length);
  return { beginning: contentOfWords(headline, body.slice(0, BEGINNING_WORDS), nouns) };
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

/** The content of a text, in another language than the topic's where that is given. */
export function inLanguage(content: PageContent, language?: string): PageContent {
  if (language === undefined) return content;
  const { beginning } = content;
  return { ...content, language, ...(beginning && { beginning: { ...beginning, language } }) };
}

/** The line about a topic, as texts are read. */
export function lineOf(line: string, words: WordReader): PageContent {
  return contentOfWords(words(line), [], toProfile([]));
}

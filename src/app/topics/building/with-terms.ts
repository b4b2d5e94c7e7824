import type { CorpusRole } from '../../../knowledge/files/corpus-record.js';
import { countInCorpus } from '../../../knowledge/files/terms-file.js';
import type { TermAnswer, TermShare } from '../../../model/term.js';
import type { WordReader } from '../../../model/topic.js';
import type { TrainingText } from '../../../judging/topic/training-text.js';
import type { PageContent } from '../../../judging/topic/page-content.js';
import { toProfile } from '../../../judging/topic/profile.js';

type Texts = Readonly<Record<CorpusRole, readonly TrainingText[]>>;

/** Stride by which texts are chosen, so that terms do not all stand in the same ones. */
const STRIDE = 7919;

/**
 * The texts that classifiers learn from, with the terms that people took: each is mentioned once in as large a share of the
 * corpus as of the accepted pages, and of the background as of the rejected pages. What a word weighs depends on these shares,
 * not on which texts hold it. A term that the corpus has by now is left as it stands there.
 */
export function withTerms(texts: Texts, answers: readonly TermAnswer[], words: WordReader): Texts {
  const known = new Set(texts.corpus.flatMap(({ nouns }) => nouns.lemmas));
  const taken = answers.filter(({ term, taken }) => taken && !known.has(term));
  const [corpus, background] = [[...texts.corpus], [...texts.background]];
  for (const [place, answer] of taken.entries()) {
    const add = (into: TrainingText[], count: number): void => {
      for (let step = 0; step < Math.min(count, into.length); step += 1) {
        const at = (place * STRIDE + Math.floor((step * into.length) / count)) % into.length;
        const before = into[at];
        if (before !== undefined) into[at] = mentioning(before, answer.term, words(answer.term));
      }
    };
    add(corpus, countInCorpus(answer, corpus.length));
    add(background, Math.round(background.length * shareOf(answer.rejected)));
  }
  return { corpus, background };
}

function shareOf({ pages, of }: TermShare): number {
  return of === 0 ? 0 : pages / of;
}

function mentioning(text: TrainingText, term: string, words: readonly string[]): TrainingText {
  return { ...withMention(text, term, words), weight: text.weight };
}

function withMention(
  { sections, nouns, beginning }: PageContent,
  term: string,
  words: readonly string[],
): PageContent {
  const body = new Map(sections.body);
  for (const word of words) body.set(word, (body.get(word) ?? 0) + 1);
  const { headline, keywords, anchors } = sections;
  const before = nouns.lemmas.map((lemma, place) => ({
    lemma,
    mentions: nouns.mentions[place] ?? 1,
    iri: nouns.linked[place] === true ? lemma : undefined,
  }));
  return {
    sections: { headline, keywords, anchors, body },
    nouns: toProfile([...before, { lemma: term, mentions: 1 }]),
    ...(beginning === undefined ? {} : { beginning: withMention(beginning, term, words) }),
  };
}

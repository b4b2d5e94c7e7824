import type { TrainingText } from '../../src/judging/topic/excerpts.js';
import type { PageContent } from '../../src/judging/topic/page-content.js';

/** A text whose words and nouns are sorted, as packed texts have them. */
export function sorted({ excerpts, ...whole }: TrainingText): TrainingText {
  const content = sortedContent(whole);
  return excerpts === undefined ? content : { ...content, excerpts: excerpts.map(sortedContent) };
}

function sortedContent({ sections, nouns, beginning }: PageContent): PageContent {
  const order = [...nouns.lemmas.keys()].sort((a, b) => compare(nouns.lemmas[a]!, nouns.lemmas[b]!));
  const counts = (section: ReadonlyMap<string, number>) =>
    new Map([...section].sort(([a], [b]) => compare(a, b)));
  return {
    sections: { ...sections, headline: counts(sections.headline), body: counts(sections.body) },
    nouns: {
      lemmas: order.map((place) => nouns.lemmas[place]!),
      mentions: order.map((place) => nouns.mentions[place]!),
      linked: order.map((place) => nouns.linked[place]!),
    },
    ...(beginning === undefined ? {} : { beginning: sortedContent(beginning) }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

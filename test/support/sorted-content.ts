import type { PageContent } from '../../src/judging/topic/page-content.js';

/** A text whose words and nouns are sorted, as packed texts have them. */
export function sorted({ sections, nouns, beginning }: PageContent): PageContent {
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
    ...(beginning === undefined ? {} : { beginning: sorted(beginning) }),
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/** Packs texts for the background that comes with sfwc; `src/app/topics/building/boxed-background.ts` has the form, and unpacks them. */

const sortedTerms = (terms) => [...new Set(terms)].sort();

/** Finds the place of each term; 0 for others. */
function placesOf(terms) {
  const places = new Map(terms.map((term, place) => [term, place]));
  return (term) => places.get(term) ?? 0;
}

const stepsOf = (ascending) => ascending.map((number, index) => number - (ascending[index - 1] ?? 0));

/** Packs how often each term occurs. */
function packCounts(counts, placeOf) {
  const byCount = new Map();
  for (const [term, count] of counts) {
    const places = byCount.get(count) ?? [];
    places.push(placeOf(term));
    byCount.set(count, places);
  }
  return [...byCount]
    .sort(([a], [b]) => a - b)
    .flatMap(([count, places]) => [count, stepsOf(places.sort((a, b) => a - b))]);
}

function packContent({ sections, nouns, beginning }, placeOf) {
  const mentions = (isLinked) =>
    nouns.lemmas.flatMap((lemma, place) =>
      nouns.linked[place] === isLinked ? [[lemma, nouns.mentions[place] ?? 0]] : [],
    );
  const packed = [sections.body, mentions(true), mentions(false)].map((counts) =>
    packCounts(counts, placeOf),
  );
  return beginning === undefined ? packed : [...packed, packContent(beginning, placeOf)];
}

const termsOf = ({ sections, nouns }) => [
  ...sections.headline.keys(),
  ...sections.body.keys(),
  ...nouns.lemmas,
];

/**
 * Packs texts without keywords and links, as those of corpora are. What is packed says how often each word and noun occurs, and
 * not in which order. The same texts give the same data.
 */
export function packTexts(texts) {
  const own = texts.map((text) =>
    sortedTerms((text.beginning === undefined ? [text] : [text, text.beginning]).flatMap(termsOf)),
  );
  const terms = sortedTerms(own.flat());
  const placeInTable = placesOf(terms);
  return {
    terms,
    texts: texts.map((text, index) => {
      const placeOf = placesOf(own[index]);
      return {
        terms: stepsOf(own[index].map(placeInTable)),
        headline: packCounts(text.sections.headline, placeOf),
        whole: packContent(text, placeOf),
      };
    }),
  };
}

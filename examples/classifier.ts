/**
 * A classifier of your own: a page is about the topic when enough of its different nouns occur in the topic's corpus.
 *
 *     sfwc classify page.html --kb kb --topic diabetes --plugin ./classifier.js --classifier known-nouns --explain
 *     sfwc crawl --kb kb --topic diabetes --seeds … --out out --plugin ./classifier.js --set classifier=known-nouns
 *
 * In a program: crawl({ …, plugin: ['./classifier.js'], classifier: 'known-nouns' }). It judges in the judging threads,
 * each of which loads this module.
 */
import { definePlugin } from 'sfwc/parts';

/** The share of known nouns from which a page is accepted. */
const ENOUGH = 0.6;

export default definePlugin({
  classifiers: {
    // A function, since it needs to know the topic. A classifier that does not can be an object.
    'known-nouns': ({ topic, counts }) => ({
      async judge({ nouns }) {
        const lemmas = [...new Set(nouns.map(({ lemma }) => lemma))];
        if (lemmas.length < 5) return { accepted: false, score: 0, reason: 'too few nouns to judge by' };
        const documents = await counts.byLemma(lemmas);
        const known = lemmas.filter((lemma) => (documents.get(lemma) ?? 0) > 0);
        const score = known.length / lemmas.length;
        return {
          accepted: score >= ENOUGH,
          score,
          reason: {
            summary: `the corpus of '${topic.name}' has ${known.length} of ${lemmas.length} nouns`,
            evidence: known.slice(0, 10).map((lemma) => ({
              lemma,
              documents: documents.get(lemma) ?? 0,
              idf: Math.log2(topic.documents / (documents.get(lemma) ?? 1)),
              pull: 1 / lemmas.length,
            })),
          },
        };
      },
    }),
  },
});

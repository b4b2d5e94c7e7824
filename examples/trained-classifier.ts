/**
 * A classifier of your own that is trained: it learns the words that more texts of the topic have than others do.
 *
 *     sfwc train --kb kb --topic diabetes --plugin ./trained-classifier.js --classifier typical-words
 *     sfwc classify page.html --kb kb --topic diabetes --plugin ./trained-classifier.js --classifier typical-words
 *
 * sfwc reads the texts, finds the threshold by cross-validation, keeps what is learned next to the topic, and shows the
 * words that decided. It is loaded when it is named.
 */
import { definePlugin, trainedClassifier, type Learner, type TrainingText } from 'sfwc/parts';

/** Weight by word. What a classifier learns is kept as JSON. */
type Weights = Readonly<Record<string, number>>;

const share = (texts: readonly TrainingText[], word: string): number =>
  texts.filter(({ sections }) => sections.body.has(word)).length / texts.length;

const typicalWords: Learner<Weights> = {
  name: 'typical-words',
  learn({ corpus, background }) {
    const words = new Set(corpus.flatMap(({ sections }) => [...sections.body.keys()]));
    return Object.fromEntries(
      [...words].map((word) => [word, share(corpus, word) - share(background, word)]),
    );
  },
  scorer(weights) {
    const pullsOf = ({ sections }: Pick<TrainingText, 'sections'>) =>
      [...sections.body.keys()].map((term) => ({ term, documents: 1, pull: weights[term] ?? 0 }));
    return {
      score: (text) => pullsOf(text).reduce((sum, { pull }) => sum + pull, 0),
      contributions: pullsOf,
    };
  },
};

export default definePlugin({
  classifiers: {
    'typical-words': {
      summary: 'words that more texts of the topic have than others do',
      trained: true,
      load: () => Promise.resolve(trainedClassifier(typicalWords, { reads: 'words' })),
    },
  },
});

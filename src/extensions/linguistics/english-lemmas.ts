import { openLemmatizer } from '../../language/text/english.js';
import { openCompromise } from '../../language/text/compromise.js';
import { openWordNet, type WordNet } from '../../language/wordnet/wordnet.js';
import { remember } from '../../support/remember.js';
import type { Tags } from './corpus-text.js';

/** Forms whose lemmas no rule gives, by their universal tag. */
const IRREGULAR: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AUX: {
    ...{
      am: 'be',
      is: 'be',
      are: 'be',
      was: 'be',
      were: 'be',
      been: 'be',
      being: 'be',
      "'m": 'be',
      "'re": 'be',
    },
    ...{
      "'s": 'be',
      has: 'have',
      had: 'have',
      having: 'have',
      "'ve": 'have',
      does: 'do',
      did: 'do',
      done: 'do',
    },
    ...{ "'ll": 'will', wo: 'will', "'d": 'would', ca: 'can', sha: 'shall' },
  },
  PART: { "n't": 'not' },
  DET: { an: 'a', these: 'this', those: 'that' },
};

/** Names of the tenses in compromise, by Penn tag. */
const TENSES: Readonly<Record<string, string>> = {
  VBD: 'PastTense',
  VBN: 'Participle',
  VBG: 'Gerund',
  VBZ: 'PresentTense',
};
/** Lemmas of verbs that are remembered. */
const REMEMBERED = 20_000;

/** The base form of a word by its tags: lower case, except for names. */
export function createLemmas(): (form: string, tags: Tags) => string {
  const wordNet = openWordNet();
  const singular = openLemmatizer(wordNet);
  const verb = remember((key: string) => verbLemma(wordNet, key), REMEMBERED);
  return (form, { universal, penn = '' }) => {
    const lower = form.toLowerCase().replaceAll('’', "'");
    const irregular = IRREGULAR[universal]?.[lower];
    if (irregular !== undefined) return irregular;
    if (penn === 'NNS') return singular(lower);
    if (penn in TENSES) return verb(`${penn} ${lower}`);
    return universal === 'PROPN' || universal === 'X' || lower === 'i' ? form : lower;
  };
}

/** What compromise takes for the infinitive, if it is a verb of WordNet; else a form that is one. */
function verbLemma(wordNet: WordNet, key: string): string {
  const [penn = '', form = ''] = key.split(' ');
  const { methods, model } = openCompromise().world();
  const guess = methods.two.transform.verb.toInfinitive(form, model, TENSES[penn] ?? '');
  if (wordNet.sensesOf(guess, 'verb').length > 0) return guess;
  return wordNet.baseForms(form, 'verb')[0] ?? guess;
}

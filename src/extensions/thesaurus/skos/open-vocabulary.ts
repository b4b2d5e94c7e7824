import { fitsLanguage, type LabelEntry } from '../../../language/linking/labels/label-entry.js';
import type { BuildSettings } from '../../../app/settings/build-settings.js';
import type { TopicVocabulary, VocabularyObserver } from '../../../app/topics/building/topic-vocabulary.js';
import { topicFile } from '../../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../../knowledge/files/companions.js';
import type { CorpusDocument, CorpusItem } from '../../../model/document.js';
import { InputError } from '../../../model/errors.js';
import { given } from '../../../support/given.js';
import { isWebAddress } from '../../../support/parse-url.js';
import { conceptDocuments } from './concept-documents.js';
import { chooseSense } from './find-subjects.js';
import { matcherOf, type LabelMatcher } from './label-matcher.js';
import { readSkos } from './read-skos.js';
import { selectConcepts } from './select-concepts.js';
import { readVocabulary, writeVocabulary } from './stored-vocabulary.js';
import { languagesOf, type Vocabulary } from './vocabulary.js';

export { openFinder } from './topic-subjects.js';

/**
 * Opens the vocabulary that a topic is built with: one that the settings name, or that of a topic that is changed.
 * @throws UsageError for settings; InputError when it cannot be read, or has no such concept; the signal's reason
 */
export async function openTopicVocabulary(
  settings: BuildSettings,
  observer: VocabularyObserver,
): Promise<TopicVocabulary> {
  const { vocabulary, sources } =
    settings.vocabulary.length > 0 ? await readSources(settings, observer) : await readKept(settings);
  const { language } = settings;
  const matcher = matcherOf(vocabulary, language);
  return {
    concepts: {
      name: sources.join(', '),
      read: () => itemsOf(conceptDocuments(vocabulary, language)),
    },
    named: namedConcepts(vocabulary, language),
    labelsIn: (texts) => namedLabels(vocabulary, matcher, texts),
    save: (file) => writeVocabulary(vocabularyFile(file), { vocabulary, language, sources }),
  };
}

function namedConcepts(vocabulary: Vocabulary, language: string): TopicVocabulary['named'] {
  return vocabulary.concepts.flatMap(({ iri, labels }) =>
    labels
      .filter((label) => fitsLanguage(label.language, language) && label.kind !== 'hidden')
      .map(({ text }) => [iri, text] as const),
  );
}

/** As a reader of a corpus gives them. */
async function* itemsOf(documents: Iterable<CorpusDocument>): AsyncGenerator<CorpusItem> {
  for (const document of documents) yield await Promise.resolve({ kind: 'document', document });
}

async function readKept({ kb, topic }: BuildSettings) {
  return readVocabulary(vocabularyFile(topicFile(kb, topic)));
}

async function readSources(settings: BuildSettings, observer: VocabularyObserver) {
  const { vocabulary: sources, language, concept, depth } = settings;
  const { signal, onWait, onWarning } = observer;
  onWait?.('reading the vocabulary');
  const address = sources.find(isWebAddress);
  if (address !== undefined)
    throw new InputError(`--vocabulary takes files, and ${address} is an address`, {
      hint: `download it, and give the file: curl -LO ${address}`,
    });
  const whole = await readSkos(sources, language, onWarning);
  signal?.throwIfAborted();
  const vocabulary = selectConcepts(whole, given({ concept, depth }));
  warnOfLanguages(vocabulary, language, onWarning);
  return { vocabulary, sources };
}

function warnOfLanguages(
  vocabulary: Vocabulary,
  language: string,
  onWarning: (message: string) => void,
): void {
  const labels = vocabulary.concepts.flatMap((concept) => concept.labels);
  if (!labels.some((label) => fitsLanguage(label.language, language)))
    throw new InputError(
      `the vocabulary has no labels in '${language}'; its languages: ${[...languagesOf(vocabulary)].join(', ')}`,
      { hint: 'name one of them with --set language=CODE' },
    );
  const without = labels.filter((label) => label.language === '').length;
  if (without > 0)
    onWarning(`${without} of ${labels.length} labels have no language; they are used for texts in any`);
}

/** The labels that texts name. Of several concepts with a label, the one is taken that texts mean most often by it. */
async function namedLabels(
  vocabulary: Vocabulary,
  matcher: LabelMatcher,
  texts: AsyncIterable<string>,
): Promise<readonly LabelEntry[]> {
  const votes = new Map<string, Map<number, number>>();
  for await (const text of texts) {
    const matches = matcher.find(text);
    const senseOf = chooseSense(vocabulary, matches);
    for (const match of matches) {
      const concept = senseOf(match);
      if (concept === undefined) continue;
      const label = text.slice(match.begin, match.end);
      const of = votes.get(label) ?? new Map<number, number>();
      votes.set(label, of.set(concept, (of.get(concept) ?? 0) + 1));
    }
  }
  return [...votes]
    .map(([label, of]): LabelEntry => {
      const [concept] = [...of].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0] ?? [0];
      return { label, iri: vocabulary.concepts[concept]?.iri ?? '', kind: 'preferred' };
    })
    .sort((a, b) => (a.label < b.label ? -1 : a.label > b.label ? 1 : 0));
}

import type { Bridge, BridgeSettings } from '../../app/topics/vocabulary.js';
import { openBoxedBackground } from '../../app/topics/building/boxed-background.js';
import { ensemble } from '../../judging/classifiers/ensemble.js';
import { NOTHING_FURTHER } from '../../judging/classifiers/classifier.js';
import { canReadWords, wordReaderFor } from '../../judging/judge/languages.js';
import { learnFromRecord, openRecord } from '../../judging/judge/recorded-texts.js';
import { trainingText } from '../../judging/topic/training-text.js';
import type { PageContent } from '../../judging/topic/page-content.js';
import { toProfile } from '../../judging/topic/profile.js';
import type { TrainingSet } from '../../judging/topic/scorer.js';
import { acceptanceBy, createTrainedRule } from '../../judging/topic/trained-rule.js';
import { trainModel, type TrainedModel } from '../../judging/topic/trained-model.js';
import { hasBoxedBackground } from '../../knowledge/files/background-file.js';
import type { CorpusRecord, RecordDocument } from '../../knowledge/files/corpus-record.js';
import { topicFile } from '../../knowledge/files/kb-folder.js';
import { vocabularyFile } from '../../knowledge/files/vocabulary-file.js';
import type { DocumentAnalysis } from '../../knowledge/krs/analysis.js';
import { parsePlace } from '../../knowledge/places/parse-place.js';
import { detectLanguage, primaryTag } from '../../language/text/language.js';
import { InputError, UsageError } from '../../model/errors.js';
import type { Acceptance, PageJudge } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { Judgement, NounEvidence, TopicClassifier, WordReader } from '../../model/topic.js';
import type { OnWait } from '../../model/wait.js';
import { fileExists } from '../../support/files/file-exists.js';
import { once, onceFor } from '../../support/once.js';
import { languageName } from '../../support/text/language-name.js';
import { conceptWords } from './concept-words.js';
import { matcherOf, type LabelMatcher } from './label-matcher.js';
import { sameConcepts } from './same-concepts.js';
import { readVocabulary, type StoredVocabulary } from './stored-vocabulary.js';
import { labelsByConcept, nameOf } from './vocabulary.js';

/** The classifier that judgements across the bridge name. */
const BRIDGE = 'bridge';
/** Texts of a topic, and of its background, that are learned from: more take longer and hardly change a judgement. */
const MOST_TEXTS = 300;

/**
 * Learns a topic's concepts from its texts, to judge pages in other languages by them.
 * @throws UsageError for settings that do not fit; InputError for a topic without a vocabulary in several languages
 */
export async function openBridge(settings: BridgeSettings, onWait: OnWait): Promise<Bridge> {
  const file = requireOneTopic(settings);
  if (!(await fileExists(vocabularyFile(file))))
    throw new InputError(`topic '${String(settings.topic)}' has no vocabulary, and --bridge requires one`, {
      hint: 'build the topic again with --vocabulary FILE, which has labels in the languages of the pages',
    });
  const stored = await readVocabulary(vocabularyFile(file));
  const languages = languagesOf(stored);
  if (languages.length === 0)
    throw new InputError(
      `the vocabulary of topic '${String(settings.topic)}' has labels in ${languageName(stored.language)} only`,
      { hint: 'build the topic again with a vocabulary in several languages, or with several vocabularies' },
    );
  onWait('learning the concepts of the topic', { busy: 5000 });
  const reading = readingBy(stored);
  const model = trainModel(ensemble.learner, await textsOf(file, stored, reading), NOTHING_FURTHER);
  return bridgeBy(stored, languages, reading, { ...model, classifier: BRIDGE }, settings.accept);
}

/** The file of the topic. @throws UsageError */
function requireOneTopic({ kb, topic, anyLanguage }: BridgeSettings): string {
  const [name, ...others] = [topic].flat();
  const { path } = parsePlace(kb);
  if (name === undefined || others.length > 0)
    throw new UsageError('--bridge judges by one topic', { hint: 'name one topic, or leave out --bridge' });
  if (path === undefined)
    throw new UsageError('--bridge requires a knowledge base in a folder, where the vocabulary is', {
      hint: 'name a folder by --kb, or leave out --bridge',
    });
  if (anyLanguage)
    throw new UsageError('--any-language judges pages in other languages by the words of the topic', {
      hint: 'omit --any-language, or --bridge',
    });
  return topicFile(path, name);
}

/** The languages besides that of the topic that have labels, and whose words are read. */
function languagesOf({ vocabulary, language }: StoredVocabulary): readonly string[] {
  const tags = vocabulary.languages.flatMap((tag) => (tag === '' ? [] : [primaryTag(tag)]));
  return [...new Set(tags)].filter((tag) => tag !== language && canReadWords(tag));
}

/** How texts of a language are read as concepts and words. */
interface Reading {
  readonly words: (language: string) => WordReader;
  readonly matcher: (language: string) => LabelMatcher;
  /** The names of concepts as words: IRIs, of concepts that are the same that of the first. */
  readonly names: readonly string[];
}

function readingBy({ vocabulary }: StoredVocabulary): Reading {
  const names = sameConcepts(vocabulary);
  const matchers = new Map<string, LabelMatcher>();
  const matcher = (language: string): LabelMatcher => {
    const known = matchers.get(language) ?? matcherOf(vocabulary, language);
    matchers.set(language, known);
    return known;
  };
  return {
    names,
    matcher,
    words: (language) =>
      conceptWords(matcher(language), wordReaderFor(language), (concept) => names[concept] ?? ''),
  };
}

/** The texts of the topic, and its background, else the one that comes with sfwc. @throws InputError without any */
async function textsOf(file: string, { language }: StoredVocabulary, reading: Reading): Promise<TrainingSet> {
  const record = await openRecord(file);
  const words = reading.words(language);
  const { corpus, background } = await learnFromRecord(
    record,
    (isChosen) => chosenOf(record, isChosen),
    // Pages in other languages have no nouns in common with the topic.
    ({ document }) => trainingText({ ...document, nouns: [], mentions: [] }, words),
    MOST_TEXTS,
  );
  if (background.length > 0) return { corpus, background };
  if (!hasBoxedBackground(language))
    throw new InputError(`${file} has no background, and sfwc comes with none in ${languageName(language)}`, {
      hint: 'build the topic again with --background',
    });
  const general = await openBoxedBackground(language);
  const withConcepts = conceptsAdded(reading, language);
  return {
    corpus,
    background: general.contents.slice(0, MOST_TEXTS).map((text) => withConcepts(text)),
  };
}

async function* chosenOf(
  record: CorpusRecord<DocumentAnalysis>,
  isChosen: (document: RecordDocument) => boolean,
): AsyncGenerator<RecordDocument> {
  for await (const entry of record.documents()) if (isChosen(entry)) yield entry;
}

/** Adds concepts to a text of which only words and nouns are kept: those that single words and phrases name. */
function conceptsAdded({ matcher, names }: Reading, language: string): (content: PageContent) => PageContent {
  const labels = matcher(language);
  const conceptsIn = onceFor((counts: ReadonlyMap<string, number>) => {
    const added = new Map(counts);
    for (const [word, count] of counts)
      for (const { concepts } of labels.find(word))
        for (const concept of concepts) {
          const name = names[concept] ?? '';
          added.set(name, (added.get(name) ?? 0) + count);
        }
    return added;
  });
  const addTo = ({ sections, nouns, beginning }: PageContent): PageContent => {
    const body = conceptsIn(sections.body);
    const phrases = nouns.lemmas.filter((lemma) => lemma.includes(' '));
    for (const { concepts } of phrases.flatMap((phrase) => labels.find(phrase)))
      for (const concept of concepts) {
        const name = names[concept] ?? '';
        if (!body.has(name)) body.set(name, 1);
      }
    return {
      sections: { ...sections, headline: conceptsIn(sections.headline), body },
      nouns: toProfile([]),
      ...(beginning === undefined ? {} : { beginning: addTo(beginning) }),
    };
  };
  return addTo;
}

function bridgeBy(
  stored: StoredVocabulary,
  languages: readonly string[],
  reading: Reading,
  model: TrainedModel,
  accept: string,
): Bridge {
  const own = acceptanceBy(model, accept);
  const rules = new Map<string, TopicClassifier>();
  const ruleFor = (language: string): TopicClassifier => {
    const known = rules.get(language) ?? createTrainedRule(model, ensemble.learner, reading.words(language));
    rules.set(language, known);
    return known;
  };
  const labelled = labelledEvidence(stored, reading);
  const judge: Bridge['judge'] = async (page, judgement) => {
    const language = await languageOf(page, judgement, stored.language);
    if (language === undefined || !languages.includes(language)) return judgement;
    const bridged = await ruleFor(language).judge({ page, nouns: [] });
    const { reason } = bridged;
    return {
      ...bridged,
      reason: {
        ...reason,
        summary: `${reason.summary}, by concepts of the page in ${languageName(language)}`,
        evidence: reason.evidence.map((one) => labelled(one, language)),
        ...(judgement.reason.cut === undefined ? {} : { cut: judgement.reason.cut }),
      },
    };
  };
  const over: Bridge['over'] = (inner) => acceptanceOver(inner, own);
  return { judge, over, around: (inner) => judgeAround(inner, { judge, over }) };
}

function judgeAround(inner: PageJudge, { judge, over }: Omit<Bridge, 'around'>): PageJudge {
  return {
    ...inner,
    acceptance: over(inner.acceptance),
    judge: async (page, known) => judge(page, await inner.judge(page, known)),
    read: async (...response) => {
      const read = await inner.read(...response);
      return { ...read, judge: async (linkedFrom) => judge(read.page, await read.judge(linkedFrom)) };
    },
  };
}

/** The language of a page that is not the topic's: as it was found when it was judged; of a short page as it is found here. */
async function languageOf(
  { text, language }: Page,
  { reason }: Judgement,
  ownLanguage: string,
): Promise<string | undefined> {
  if (reason.otherLanguage !== undefined) return primaryTag(reason.otherLanguage);
  const stated = primaryTag(language ?? '');
  if (stated === ownLanguage || text.length >= SHORT_PAGE) return undefined;
  return primaryTag((await detectLanguage(text)) ?? stated);
}

/** Characters up to which a judge takes a page to be in the topic's language. */
const SHORT_PAGE = 800;

/** Concepts as evidence carry their label in the language of the page, and their IRI. */
function labelledEvidence(
  { vocabulary }: StoredVocabulary,
  { names }: Reading,
): (evidence: NounEvidence, language: string) => NounEvidence {
  const labels = once(() => {
    const lists = labelsByConcept(vocabulary);
    const byName = new Map<string, (typeof lists)[number][number][]>();
    names.forEach((name, concept) =>
      byName.set(name, [...(byName.get(name) ?? []), ...(lists[concept] ?? [])]),
    );
    return byName;
  });
  return (evidence, language) => {
    const own = labels().get(evidence.lemma);
    if (own === undefined) return evidence;
    const inLanguage = own.filter(({ language: tag }) => primaryTag(tag) === language);
    const lemma = nameOf(inLanguage.length > 0 ? inLanguage : own, evidence.lemma, language);
    return { ...evidence, lemma, iri: evidence.lemma };
  };
}

/** Judgements across the bridge have a threshold of their own, which moves with such pages. */
function acceptanceOver(inner: Acceptance | undefined, own: Acceptance | undefined): Acceptance {
  const of = ({ classifier }: Judgement): Acceptance | undefined => (classifier === BRIDGE ? own : inner);
  return {
    decide: (judgement) => {
      const decided = of(judgement)?.decide(judgement) ?? judgement;
      const [how = ''] = /, by concepts of the page in .*$/s.exec(judgement.reason.summary) ?? [];
      if (how === '' || decided.reason.summary.endsWith(how)) return decided;
      return { ...decided, reason: { ...decided.reason, summary: `${decided.reason.summary}${how}` } };
    },
    mayAccept: (judgement) => of(judgement)?.mayAccept(judgement) ?? judgement.accepted,
    note: (judgement) => of(judgement)?.note(judgement),
    renew: () => {
      inner?.renew?.();
      own?.renew?.();
    },
    moves: () => inner?.moves() === true || own?.moves() === true,
    thresholds: () => inner?.thresholds() ?? [],
    steer: (wish) => {
      inner?.steer(wish);
      // Labels are of pages that the other threshold decides on as well.
      own?.steer({ ...(wish.accept === undefined ? {} : { accept: wish.accept }) });
    },
  };
}

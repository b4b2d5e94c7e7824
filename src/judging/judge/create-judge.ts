import type { Annotator } from '../../model/noun.js';
import type { Acceptance } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { AnnotatedPage, Judgement, TopicClassifier } from '../../model/topic.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { fullText } from '../../support/text/full-text.js';
import { lookAtLanguage, otherLanguage, type LookAtLanguage } from '../../language/text/language.js';
import type { ClassifierKind } from '../classifiers/classifier.js';
import { locatingEvidence } from '../topic/evidence-mentions.js';
import { judgedText, tellingCut } from '../topic/judged-text.js';
import { rejectingOtherLanguages } from '../topic/other-language.js';
import { tellingAnnotator } from '../topic/quick-reading.js';
import { acceptingByTopics, judgingByTopics, type TopicPart } from '../topic/several-topics.js';
import { openWordNet, type WordNet } from '../../language/wordnet/wordnet.js';
import { annotateText, createLinking } from './analyser.js';
import { given } from '../../support/given.js';
import { openAnnotator } from './english.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import type { GeneralSpace } from '../topic/word-space.js';
import type { JudgeParts, JudgePlan, RemoteLinks } from './judge-plan.js';
import { createQuickReader, differenceFor, forQuickReadings, type ReadQuickly } from './quick-reader.js';

/** Annotates and judges pages by one topic or several. */
export interface Judge {
  /**
   * Finds the nouns of a page, once; each topic links them separately, as those of its corpus. See {@link judgedText}. If the plans of
   * all topics have a lexicon, the page is annotated quickly, and in full only if a topic may accept it.
   */
  readonly annotate: (page: Page, remotes?: RemoteLinks) => Promise<AnnotatedPage>;
  readonly classifier: TopicClassifier;
  /** Adapts the threshold to the pages, when judging many. */
  readonly acceptance?: Acceptance;
}

/** How pages are judged by one of the topics. */
interface TopicRule {
  readonly language: string;
  readonly rule: TopicClassifier;
  readonly link: ReturnType<typeof createLinking>;
  readonly readQuickly: ReadQuickly | undefined;
}

/** What each thread has of a topic. */
type InThread = Pick<JudgeParts, 'plan' | 'kind' | 'counts'>;

/**
 * Makes a judge from the plans of its topics.
 * @param plugins have the linkers that are not built in
 * @param look finds the language of a page, in this thread or another
 * @param general opens the word space of general English
 */
export function createJudge(
  topics: readonly InThread[],
  wordNet: WordNet = openWordNet(),
  annotator: Annotator = openAnnotator(wordNet),
  plugins: Plugins = NO_PLUGINS,
  look: LookAtLanguage = lookAtLanguage,
  general?: () => GeneralSpace,
): Judge {
  const rules = topics.map(({ plan: whole, kind, counts }) => {
    const plan = asItReads(whole, kind);
    const context = { counts, wordNet, language: plan.language, general };
    const rule = rememberingQuick(kind.make(plan.classifier.data, context));
    const link = createLinking(plan.analyser, { wordNet, annotator, plugins });
    return { language: plan.language, rule, link, readQuickly: createQuickReader(plan, kind, rule, wordNet) };
  });
  const classifiers = rules.map(({ rule, language }) => {
    const telling = tellingCut(locatingEvidence(rule));
    return rejectingOtherLanguages(language === ENGLISH ? tellingAnnotator(telling) : telling, language);
  });
  return {
    annotate: annotating(rules, languageCheck(topics, look), annotator),
    classifier: theOne(classifiers) ?? judgingByTopics(byTopic(topics, classifiers)),
  };
}

function annotating(
  rules: readonly TopicRule[],
  languageOf: ReturnType<typeof languageCheck>,
  annotator: Annotator,
): Judge['annotate'] {
  return async (whole, remotes = []) => {
    const judged = judgedText(whole);
    const others = await languageOf(judged.page);
    // Nouns are sought for the topics that judge by them, where the page is in their language.
    const needsNouns = rules.map(
      ({ language }, place) => language === ENGLISH && others[place] === undefined,
    );
    const asking = rules.filter((_, place) => needsNouns[place]);
    const inLanguages = { ...judged, ...languagesOf(others) };
    if (asking.length === 0) return { ...inLanguages, ...nounsOf(rules.map(() => [])) };
    const quick = await allReject(asking.map(({ readQuickly }) => readQuickly))?.(judged);
    if (quick !== undefined) return { ...quick, ...languagesOf(others), ...spread(quick, needsNouns) };
    const annotated = await annotateText(fullText(judged.page), annotator);
    const linked = await Promise.all(
      rules.map(async ({ link }, place) =>
        needsNouns[place] === true ? await link(annotated, { remote: remotes[place] }) : [],
      ),
    );
    return { ...inLanguages, ...nounsOf(linked) };
  };
}

/** A plan with the classifier that fits the reading of its pages. */
function asItReads(plan: JudgePlan, kind: ClassifierKind): JudgePlan {
  const { lexicon, onlyQuickly = false } = plan;
  const difference = onlyQuickly ? lexicon && differenceFor(kind, lexicon) : undefined;
  if (difference === undefined) return plan;
  return { ...plan, classifier: forQuickReadings(kind, plan.classifier, difference) };
}

/** Finds for each topic the language of a page, where it is certainly not the topic's. */
function languageCheck(
  topics: readonly InThread[],
  look: LookAtLanguage,
): (page: Page) => Promise<readonly (string | undefined)[]> {
  const expected = topics.map(({ plan: { anyLanguage, language }, kind }) =>
    anyLanguage || kind.judgesAnyLanguage === true ? undefined : language,
  );
  return ({ text, language }) => {
    const found = new Map<string | undefined, Promise<string | undefined>>([
      [undefined, Promise.resolve(undefined)],
    ]);
    return Promise.all(
      expected.map((own) => {
        const known = found.get(own) ?? otherLanguage(text, language, own, look);
        found.set(own, known);
        return known;
      }),
    );
  };
}

function languagesOf(
  others: readonly (string | undefined)[],
): Pick<AnnotatedPage, 'otherLanguage' | 'otherLanguageByTopic'> {
  if (others.every((other) => other === undefined)) return {};
  const [otherLanguage] = others;
  return others.length === 1 ? { otherLanguage } : { otherLanguageByTopic: others };
}

/** The nouns of a page that some of the topics read, in the places of these topics. */
function spread(
  { nouns, nounsByTopic = [nouns] }: AnnotatedPage,
  isReader: readonly boolean[],
): Pick<AnnotatedPage, 'nouns' | 'nounsByTopic'> {
  const found = nounsByTopic.values();
  return nounsOf(isReader.map((reads) => (reads ? (found.next().value ?? []) : [])));
}

/** The nouns of a page as its topics link them. */
function nounsOf(linked: readonly AnnotatedPage['nouns'][]): Pick<AnnotatedPage, 'nouns' | 'nounsByTopic'> {
  const [nouns = []] = linked;
  return linked.length === 1 ? { nouns } : { nouns, nounsByTopic: linked };
}

/** Reads a page quickly by all topics; it is read in full where one of them cannot reject it that way. */
function allReject(readers: readonly (ReadQuickly | undefined)[]): ReadQuickly | undefined {
  const known = readers.filter((reader) => reader !== undefined);
  if (known.length < readers.length) return undefined;
  return async (judged) => {
    const pages: AnnotatedPage[] = [];
    for (const read of known) {
      const page = await read(judged);
      if (page === undefined) return undefined;
      pages.push(page);
    }
    const [first] = pages;
    return first && { ...first, ...nounsOf(pages.map(({ nouns }) => nouns)) };
  };
}

/** A classifier that does not judge a page a second time that was read quickly. */
function rememberingQuick(classifier: TopicClassifier): TopicClassifier {
  const judged = new WeakMap<AnnotatedPage['nouns'], Judgement>();
  return {
    ...classifier,
    judge: async (page) => {
      const known = judged.get(page.nouns);
      if (known !== undefined) return known;
      const judgement = await classifier.judge(page);
      if (page.annotator !== undefined) judged.set(page.nouns, judgement);
      return judgement;
    },
  };
}

/** Topics with how much of them is accepted, which a quick reading has to know. */
export function accepting<Topic extends Pick<JudgeParts, 'plan'>>(
  topics: readonly Topic[],
  accept: string | undefined,
): readonly Topic[] {
  return topics.map((topic) => ({ ...topic, plan: { ...topic.plan, ...given({ accept }) } }));
}

/** Of a single topic its part: it judges as if there were no others. */
function theOne<Part>(parts: readonly Part[]): Part | undefined {
  return parts.length === 1 ? parts[0] : undefined;
}

function byTopic<Part>(
  topics: readonly Pick<JudgeParts, 'plan'>[],
  parts: readonly Part[],
): readonly TopicPart<Part>[] {
  return parts.map((part, place) => ({ topic: topics[place]?.plan.topic ?? '', part }));
}

/** The text of a page as a judge reads it, to send to a service. */
export function textToJudge(page: Page): string {
  return fullText(judgedText(page).page);
}

/** The threshold that adapts to the pages of a crawl, for classifiers that have one; separate for each topic. */
export function acceptanceOf(
  topics: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  accept?: string,
): Acceptance | undefined {
  const acceptances = topics.map(({ plan: { classifier }, kind }) =>
    kind.acceptance?.(classifier.data, accept),
  );
  return topics.length === 1 ? acceptances[0] : acceptingByTopics(byTopic(topics, acceptances));
}

/** The classifiers of plans with their topics, as judgements name them. */
export function judgeNames(
  topics: readonly Pick<JudgeParts, 'plan'>[],
): readonly { readonly topic: string; readonly classifier: string }[] {
  return topics.map(({ plan }) => ({ topic: plan.topic, classifier: plan.classifier.name }));
}

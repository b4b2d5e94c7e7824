import type { Annotator, Noun, RemoteLink } from '../../model/noun.js';
import type { Acceptance, KnownOfPage } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import { type AnnotatedPage, type Judgement, type TextCut, NOTHING_TO_JUDGE } from '../../model/topic.js';
import { type Plugins, NO_PLUGINS } from '../plugins/registry.js';
import { given } from '../../support/given.js';
import { onceFor } from '../../support/once.js';
import { remember } from '../../support/remember.js';
import { fullText } from '../../support/text/full-text.js';
import { languageName } from '../../support/text/language-name.js';
import { type LookAtLanguage, lookAtLanguage, otherLanguage } from '../../language/text/language.js';
import { type JudgedText, locateEvidence, judgedText, tellCut } from '../topic/evidence-mentions.js';
import { bestOfTopics } from '../../model/topic-judgements.js';
import { type WordNet, openWordNet } from '../../language/wordnet/wordnet.js';
import { type LinkNouns, annotateText, createLinking } from './analyser.js';
import { openAnnotator, openLemmatizer } from '../../language/text/english.js';
import { ENGLISH, hasNouns, languageOfWords } from '../../language/text/words-only-annotator.js';
import { annotatorFor } from './languages.js';
import type { GeneralSpace } from '../topic/word-space.js';
import type { JudgeParts, RemoteLinks, JudgePlan } from './judge-plan.js';
import { verdictBy } from '../../model/verdict-by-threshold.js';
import { WORDNET_NAME } from '../../language/linking/wordnet-linker.js';
import { createLexicalAnnotator, firstMentions } from '../../language/text/lexical-annotator.js';
import { profileOfPage } from '../../knowledge/krs/document-profile.js';

export type LexiconReader = NonNullable<ReturnType<typeof createLexiconReader>>;

/** Lemmas of which it is remembered whether they are linked. */
const REMEMBERED = 20_000;

/** Makes the reader that finds nouns by the lexicon of a plan; undefined where it has none, and pages are read in full. */
export function createLexiconReader(
  { lexicon, analyser }: Pick<JudgePlan, 'lexicon' | 'analyser'>,
  link: LinkNouns,
  wordNet: WordNet,
) {
  if (lexicon === undefined) return undefined;
  const annotator = createLexicalAnnotator(lexicon.words, openLemmatizer(wordNet));
  const known = new Set(lexicon.linked.split('\n'));
  const usesWordNet = analyser.linkers.includes(WORDNET_NAME);
  /** The linkers link what they linked in the corpus; and what WordNet has, where that is one of them. */
  const holds = (lemma: string): boolean => known.has(lemma) || (usesWordNet && wordNet.holds(lemma));
  const isLinkable = remember(holds, REMEMBERED);
  /** @param remote links by a service for the text, where there is one */
  return (page: Page, remote?: readonly RemoteLink[]) => {
    const text = fullText(page);
    const nouns: readonly Noun[] = annotator.nounsOf(text);
    /**
     * Links some lemmas alone: of a page with a thousand mentions, ten nouns are shown. The linkers read the sentences that
     * mention these first; WordNet's chooses senses by all words of the text.
     */
    const irisOf = async (wanted: ReadonlySet<string>): Promise<ReadonlyMap<string, string>> => {
      const { around, wants } = firstMentions(wanted, nouns);
      const part = { text, sentences: annotator.sentencesOf(text, wants), nouns: around };
      const iris = new Map<string, string>();
      if (part.sentences.length === 0) return iris;
      for (const { lemma, iri } of await link(part, { remote, wanted }))
        if (iri !== undefined && !iris.has(lemma)) iris.set(lemma, iri);
      return iris;
    };
    return {
      nouns,
      /** The judgement with the IRIs of the nouns of its evidence, and the number of nouns that would be linked. */
      async linkEvidence({ reason, ...judgement }: Judgement): Promise<Judgement> {
        const linked = profileOfPage(nouns).lemmas.filter(isLinkable).length;
        const unlinked = reason.evidence.filter(({ iri }) => iri === undefined);
        const iris = await irisOf(new Set(unlinked.map(({ lemma }) => lemma)));
        const evidence = reason.evidence.map((noun) => {
          const iri = noun.iri ?? iris.get(noun.lemma);
          return iri === undefined ? noun : { ...noun, iri };
        });
        const counted = { ...reason.nouns, linked };
        return { ...judgement, reason: { ...reason, nouns: counted, evidence, annotator: annotator.name } };
      },
    };
  };
}

/** Finds the nouns of a page, and judges it by one topic or several. */
export type JudgePage = (
  page: Page,
  known?: KnownOfPage & { readonly remotes?: RemoteLinks },
) => Promise<Judgement>;

type InThread = Pick<JudgeParts, 'plan' | 'kind' | 'counts'>;

interface JudgeTools {
  readonly wordNet: WordNet;
  readonly annotator: Annotator;
  /** Among them linkers of the user's own. */
  readonly plugins: Plugins;
  /** Finds the language of a page, in this thread or another. */
  readonly look: LookAtLanguage;
  /** Opens the word space of general English. */
  readonly general?: (() => GeneralSpace) | undefined;
}

/** A page, and what was found in it, which all topics share. */
interface SharedPage extends JudgedText {
  /** Nouns as a tagger finds them in the whole text. */
  readonly inFull: (annotator: Annotator) => ReturnType<typeof annotateText>;
  /** The language of the page where it certainly is not the given one. */
  readonly otherLanguageThan: (own: string) => Promise<string | undefined>;
}

/** Languages of topics that a page is compared with. */
const LANGUAGES = 10;

/**
 * Makes a judge from the plans of its topics. A page is accepted when one of them accepts it. Its nouns are found by the
 * lexicon of each topic that has one; else in full, once, and linked by each topic as those of its corpus. See {@link
 * judgedText}.
 */
export function createJudge(
  topics: readonly InThread[],
  {
    wordNet = openWordNet(),
    plugins = NO_PLUGINS,
    look = lookAtLanguage,
    ...tools
  }: Partial<JudgeTools> = {},
): JudgePage {
  const annotator = tools.annotator ?? openAnnotator(wordNet);
  const judges = topics.map((topic) =>
    judgeByTopic(topic, { wordNet, plugins, look, annotator, general: tools.general }),
  );
  return async (whole, { remotes = [], ...known } = {}) => {
    const judged = judgedText(whole);
    const { page } = judged;
    const shared: SharedPage = {
      ...judged,
      inFull: onceFor((by: Annotator) => annotateText(fullText(page), by)),
      otherLanguageThan: remember(
        (own: string) => otherLanguage(page.text, page.language, own, look),
        LANGUAGES,
      ),
    };
    const all = await Promise.all(judges.map((judge, place) => judge(shared, known, remotes[place])));
    const [only] = all;
    if (all.length === 1 && only !== undefined) return only;
    return bestOfTopics(
      all.map((judgement, place) => ({ ...judgement, topic: topics[place]?.plan.topic ?? '' })),
    );
  };
}

/**
 * Judges pages by one of the topics. Reasons say where the text was cut, what found the nouns, and where those of the evidence
 * are. Pages in another language share neither nouns nor words with the topic, and are rejected, unless it judges those.
 */
function judgeByTopic({ plan, kind, counts }: InThread, tools: JudgeTools) {
  const { language, anyLanguage, analyser, classifier } = plan;
  const { wordNet, plugins, general } = tools;
  const annotator = language === ENGLISH ? tools.annotator : annotatorFor(analyser, wordNet);
  const hasAnnotator = languageOfWords(annotator.name) === undefined;
  const link = createLinking(analyser, { wordNet, annotator, plugins });
  const reader = hasAnnotator ? createLexiconReader(plan, link, wordNet) : undefined;
  const rule = kind.make(classifier.data, { counts, wordNet, language, general });
  const judgesAny =
    kind.judgesAnyLanguage === true || (anyLanguage && kind.generalSpace?.(classifier.data) === undefined);
  const otherLanguageOf = async ({ otherLanguageThan }: SharedPage): Promise<string | undefined> => {
    const other = judgesAny ? undefined : await otherLanguageThan(language);
    return other === undefined || (anyLanguage && !hasNouns(other)) ? undefined : other;
  };
  return async (shared: SharedPage, known: KnownOfPage, remote?: RemoteLinks[number]): Promise<Judgement> => {
    const { page, cut, inFull } = shared;
    const other = await otherLanguageOf(shared);
    if (other !== undefined && !anyLanguage)
      return otherLanguageRejected(cut, other, { classifier: rule.name, language });
    const reading = other === undefined ? reader?.(page, remote) : undefined;
    const isRead = other === undefined && hasAnnotator && reading === undefined;
    const nouns = reading?.nouns ?? (isRead ? await link(await inFull(annotator), { remote }) : []);
    const annotated: AnnotatedPage = { page, nouns, ...known, ...given({ otherLanguage: other }) };
    const own = tellCut(await rule.judge(annotated), cut);
    return locateEvidence((await reading?.linkEvidence(own)) ?? own, annotated);
  };
}

/** Rejects a page that is certainly in another language than the topic. @param language the topic's, as an ISO 639-1 code */
function otherLanguageRejected(
  cut: TextCut | undefined,
  otherLanguage: string,
  { classifier, language }: { readonly classifier: string; readonly language: string },
): Judgement {
  return {
    accepted: false,
    score: NOTHING_TO_JUDGE,
    classifier,
    reason: {
      summary: `rejected: the page is in ${languageName(otherLanguage)}, and only pages in ${languageName(language)} are judged`,
      ...{ otherLanguage, meanIdf: null, band: { low: null, high: null }, evidence: [], cut },
      nouns: { distinct: 0, linked: 0, unknown: 0 },
    },
  };
}

/** The threshold that adapts to the pages of a crawl, for classifiers that have one; separate for each topic. */
export function acceptanceOf(
  topics: readonly Pick<JudgeParts, 'plan' | 'kind'>[],
  accept?: string,
): Acceptance | undefined {
  const acceptances = topics.map(({ plan: { topic, classifier }, kind }) => ({
    topic,
    part: kind.acceptance?.(classifier.data, accept),
  }));
  return topics.length === 1 ? acceptances[0]?.part : acceptingByTopics(acceptances);
}

/** The thresholds of several topics as one: each moves with the pages for itself. Undefined where none of them moves. */
export function acceptingByTopics(
  topics: readonly { readonly topic: string; readonly part: Acceptance | undefined }[],
): Acceptance | undefined {
  const acceptances = new Map(topics.map(({ topic, part }) => [topic, part]));
  const moving = topics.flatMap(({ part }) => part ?? []);
  if (moving.length === 0) return undefined;
  return {
    decide: (judgement) => {
      const { topics: all } = judgement;
      if (all === undefined) return judgement;
      return bestOfTopics(
        all.map((one) => ({ ...verdictBy(acceptances.get(one.topic), one), topic: one.topic })),
      );
    },
    mayAccept: ({ topics: all = [] }) =>
      all.some((one) => acceptances.get(one.topic)?.mayAccept(one) === true),
    note: ({ topics: all = [] }) => {
      for (const one of all) acceptances.get(one.topic)?.note(one);
    },
    renew: () => moving.forEach((one) => one.renew?.()),
    moves: () => moving.some((one) => one.moves()),
    thresholds: () => moving.flatMap((one) => one.thresholds()),
    // A label says that a page is about one of the topics, and not which.
    steer: ({ accept }) => {
      for (const one of moving) one.steer({ accept });
    },
  };
}

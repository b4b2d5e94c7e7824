import type { Annotator } from '../../model/noun.js';
import type { Acceptance } from '../../model/judging.js';
import type { Page } from '../../model/page.js';
import type { AnnotatedPage, TopicClassifier } from '../../model/topic.js';
import { NO_PLUGINS, type Plugins } from '../plugins/registry.js';
import { onceFor } from '../../support/once.js';
import { fullText } from '../../support/text/full-text.js';
import { lookAtLanguage, otherLanguage, type LookAtLanguage } from '../../language/text/language.js';
import { locateEvidence } from '../topic/evidence-mentions.js';
import { judgedText, tellCut } from '../topic/judged-text.js';
import { otherLanguageRejected } from '../topic/other-language.js';
import { acceptingByTopics, judgingByTopics, type TopicPart } from '../topic/several-topics.js';
import { openWordNet, type WordNet } from '../../language/wordnet/wordnet.js';
import { annotateText, createLinking, type LinkNouns } from './analyser.js';
import { openAnnotator } from '../../language/text/english.js';
import { ENGLISH, hasNouns, languageOfWords } from '../../language/text/words-only-annotator.js';
import { annotatorFor } from './languages.js';
import type { GeneralSpace } from '../topic/word-space.js';
import type { JudgeParts, RemoteLinks } from './judge-plan.js';
import { createLexiconReader, type LexiconReader } from './lexicon-reader.js';

/** Annotates and judges pages by one topic or several. */
export interface Judge {
  /**
   * Finds the nouns of a page: by the lexicon of each topic that has one; else in full, once, and linked by each topic as those of
   * its corpus. See {@link judgedText}.
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
  /** Undefined where the topic has no nouns. */
  readonly annotator: Annotator | undefined;
  readonly link: LinkNouns;
  readonly reader: LexiconReader | undefined;
}

/** What each thread has of a topic. */
type InThread = Pick<JudgeParts, 'plan' | 'kind' | 'counts'>;

/**
 * Makes a judge from the plans of its topics.
 * @param plugins have the linkers that are not built in
 * @param look finds the language of a page, in this thread or another
 * @param general opens the word space of general English
 * @param explains whether the nouns of the evidence are linked and found in the text; verdicts and scores do not depend on it
 */
export function createJudge(
  topics: readonly InThread[],
  wordNet: WordNet = openWordNet(),
  annotator: Annotator = openAnnotator(wordNet),
  plugins: Plugins = NO_PLUGINS,
  look: LookAtLanguage = lookAtLanguage,
  general?: () => GeneralSpace,
  explains = true,
): Judge {
  const rules = topics.map(({ plan, kind, counts }): TopicRule => {
    const { language } = plan;
    const own = language === ENGLISH ? annotator : annotatorFor(plan.analyser, wordNet);
    const link = createLinking(plan.analyser, { wordNet, annotator: own, plugins });
    const reader = createLexiconReader(plan, link, wordNet);
    const rule = kind.make(plan.classifier.data, { counts, wordNet, language, general });
    const finder = languageOfWords(own.name) === undefined ? own : undefined;
    return {
      language,
      rule: (explains ? reader?.linkingEvidence(rule) : undefined) ?? rule,
      annotator: finder,
      link,
      reader,
    };
  });
  const classifiers = rules.map((rule, place) =>
    tellingReasons(rule, topics[place]?.plan.anyLanguage === true, explains),
  );
  const [first] = classifiers;
  return {
    annotate: annotating(rules, languageCheck(topics, look)),
    classifier:
      first !== undefined && classifiers.length === 1 ? first : judgingByTopics(byTopic(topics, classifiers)),
  };
}

function annotating(
  rules: readonly TopicRule[],
  languageOf: ReturnType<typeof languageCheck>,
): Judge['annotate'] {
  return async (whole, remotes = []) => {
    const judged = judgedText(whole);
    const others = await languageOf(judged.page);
    // Nouns are sought for the topics that judge by them, where the page is in their language.
    const needsNouns = rules.map(
      ({ annotator }, place) => annotator !== undefined && others[place] === undefined,
    );
    // A tagger reads a page once for all topics of its language that have no lexicon.
    const inFull = onceFor((annotator: Annotator) => annotateText(fullText(judged.page), annotator));
    const read = await Promise.all(
      rules.map(
        async ({ annotator, link, reader }, place): Promise<Pick<AnnotatedPage, 'nouns' | 'annotator'>> => {
          if (needsNouns[place] !== true || annotator === undefined) return { nouns: [] };
          const remote = remotes[place];
          return reader?.read(judged, remote) ?? { nouns: await link(await inFull(annotator), { remote }) };
        },
      ),
    );
    return {
      ...judged,
      ...(others.length === 1 ? { otherLanguage: others[0] } : { otherLanguageByTopic: others }),
      ...nounsOf(read.map(({ nouns }) => nouns)),
      annotator: read.find(({ annotator: name }) => name !== undefined)?.annotator,
    };
  };
}

/**
 * Finds for each topic the language of a page, where it is certainly not the topic's. Of topics that judge pages in any language only
 * where they can read it.
 */
function languageCheck(
  topics: readonly InThread[],
  look: LookAtLanguage,
): (page: Page) => Promise<readonly (string | undefined)[]> {
  const expected = topics.map(({ plan: { anyLanguage, language, classifier }, kind }) => {
    const isRead = !anyLanguage || kind.generalSpace?.(classifier.data) !== undefined;
    return isRead && kind.judgesAnyLanguage !== true ? language : undefined;
  });
  return ({ text, language }) => {
    const found = new Map<string, Promise<string | undefined>>();
    return Promise.all(
      expected.map(async (own, place) => {
        if (own === undefined) return undefined;
        const known = found.get(own) ?? otherLanguage(text, language, own, look);
        found.set(own, known);
        const other = await known;
        const isRead = topics[place]?.plan.anyLanguage !== true || (other !== undefined && hasNouns(other));
        return isRead ? other : undefined;
      }),
    );
  };
}

/** The nouns of a page as its topics link them. */
function nounsOf(linked: readonly AnnotatedPage['nouns'][]): Pick<AnnotatedPage, 'nouns' | 'nounsByTopic'> {
  const [nouns = []] = linked;
  return linked.length === 1 ? { nouns } : { nouns, nounsByTopic: linked };
}

/**
 * Wraps the classifier of a topic so that its reasons say where the text was cut, what found the nouns, and where those of the evidence
 * are; and so that it rejects pages in another language, unless it judges those: they share neither nouns nor words with the topic.
 */
function tellingReasons(
  { rule, language, reader }: TopicRule,
  anyLanguage: boolean,
  explains: boolean,
): TopicClassifier {
  return {
    ...rule,
    judge: async (page) => {
      const { otherLanguage: other, annotator } = page;
      if (other !== undefined && !anyLanguage)
        return otherLanguageRejected(page, other, { classifier: rule.name, language });
      const judgement = await rule.judge(page);
      const told = tellCut(explains ? locateEvidence(judgement, page) : judgement, page);
      if (reader === undefined || annotator === undefined || other !== undefined) return told;
      return { ...told, reason: { ...told.reason, annotator } };
    },
  };
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

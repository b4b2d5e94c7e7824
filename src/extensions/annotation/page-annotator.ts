import { analysisOf } from '../../knowledge/krs/analysis.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { EndpointSettings } from '../../model/endpoint.js';
import { annotatorName } from '../../language/text/words-only-annotator.js';
import { otherLanguage } from '../../language/text/language.js';
import { openWordNet } from '../../language/wordnet/wordnet.js';
import { InputError } from '../../model/errors.js';
import type { Annotator } from '../../model/noun.js';
import type { Page } from '../../model/page.js';
import { annotateText, createLinking, type LinkNouns } from '../../judging/judge/analyser.js';
import { planOf, remoteOpener, type JudgeSettings } from '../../judging/judge/judge.js';
import { annotatorFor } from '../../judging/judge/languages.js';
import { isWordsOnly, nounLanguages } from '../../knowledge/places/topic-nouns.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { judgedText } from '../../judging/topic/judged-text.js';
import type { AskRemote } from '../../judging/linkers/linker.js';
import { onceFor } from '../../support/once.js';
import { nquadsOf } from '../../support/rdf/quads.js';
import { fullText } from '../../support/text/full-text.js';
import { annotationSet, pageQuads, setQuads, type AnnotationSet } from './annotation-quads.js';
import type { PageResult } from './page-result.js';

/** A page with its annotations. */
export interface AnnotatedPage {
  readonly result: PageResult;
  readonly nquads: string;
}

/** Annotates pages by the topics that accepted them. */
export interface PageAnnotator {
  /** What the annotations depend on besides the pages. */
  readonly key: string;
  /** What is said of the annotations as a whole, as N-Quads. */
  readonly begin: string;
  /** @param names of topics @throws the signal's reason, and what linkers throw */
  annotate(url: string, page: Page, names: readonly string[], signal?: AbortSignal): Promise<AnnotatedPage>;
}

/** What topics are opened with. */
export interface AnnotatorSettings extends Omit<JudgeSettings, 'anyLanguage'>, EndpointSettings {
  readonly kb: string;
}

interface TopicLinking {
  readonly set: AnnotationSet;
  readonly language: string;
  readonly annotator: Annotator;
  readonly link: LinkNouns;
  readonly askRemote: AskRemote | undefined;
  readonly key: unknown;
}

/**
 * Opens topics to annotate pages by them. A page is read once; its nouns are linked by each topic as those of its corpus.
 * @param crawl the crawl's IRI
 * @throws InputError when a topic is not there, or is in a language in which nouns are not found
 */
export async function openPageAnnotator(
  crawl: string,
  names: readonly string[],
  settings: AnnotatorSettings,
  plugins: Plugins,
  warn: (message: string) => void,
): Promise<PageAnnotator> {
  const wordNet = openWordNet();
  const topics = new Map<string, TopicLinking>();
  const openRemote = remoteOpener(settings, warn);
  for (const name of names) {
    const topic = await openTopic(settings.kb, name, settings, warn);
    const { facts } = topic;
    refuseUnreadable(facts);
    const askRemote = await openRemote(facts);
    const plan = await planOf(topic, plugins);
    const annotator = annotatorFor(plan, wordNet);
    const link = createLinking(plan, { wordNet, annotator, plugins });
    const key = [name, facts.iri, facts.checksum];
    const { language } = facts;
    topics.set(name, { set: annotationSet(crawl, facts), language, annotator, link, askRemote, key });
  }
  const all = [...topics.values()];
  return {
    key: JSON.stringify({
      format: 1,
      crawl,
      annotator: [...new Set(all.map(({ annotator }) => annotator.name))].join(),
      topics: all.map(({ key }) => key),
    }),
    begin: nquadsOf(all.map(({ set }) => setQuads(set))),
    annotate: async (url, whole, accepting, signal) => {
      const { page } = judgedText(whole);
      const text = fullText(page);
      const annotated = onceFor((annotator: Annotator) => annotateText(text, annotator, signal));
      const answer = onceFor((ask: AskRemote) => ask(text));
      const counts = { mentions: 0, linked: 0 };
      let nquads = '';
      let isForeign = false;
      for (const name of accepting) {
        const topic = topics.get(name);
        if (topic === undefined) continue;
        if ((await otherLanguage(page.text, page.language, topic.language)) !== undefined) {
          isForeign = true;
          continue;
        }
        const found = await annotated(topic.annotator);
        const remote = topic.askRemote && (await answer(topic.askRemote));
        const nouns = await topic.link(found, { remote });
        counts.mentions += nouns.length;
        counts.linked += nouns.filter(({ iri }) => iri !== undefined).length;
        nquads += nquadsOf(pageQuads({ url, title: page.title, text }, analysisOf(nouns), topic.set));
      }
      return isForeign && nquads === ''
        ? { result: { missing: 'other-language' }, nquads }
        : { result: counts, nquads };
    },
  };
}

/** @throws InputError where the nouns of pages would not be found as those of the corpus were */
function refuseUnreadable(facts: TopicFacts): void {
  const { name, language, annotator } = facts;
  if (isWordsOnly(facts))
    throw new InputError(
      `topic '${name}' has no nouns: they are found in ${nounLanguages()}, and its language is '${language}'`,
      {
        hint: 'build the topic again if it is in one of these languages; else name other topics with --topic',
      },
    );
  const own = annotatorName(language);
  if (annotator === own) return;
  throw new InputError(`topic '${name}' was annotated by ${annotator}, this is ${own}`, {
    hint: 'build the topic again, so that pages and corpus are read alike',
  });
}

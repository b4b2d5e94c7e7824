import { analysisOf } from '../../knowledge/krs/analysis.js';
import { openTopic } from '../../knowledge/places/knowledge-base.js';
import type { TopicFacts } from '../../knowledge/places/topic-facts.js';
import type { PlaceSettings } from '../../knowledge/places/store.js';
import { ENGLISH } from '../../language/text/words-only-annotator.js';
import { otherLanguage } from '../../language/text/language.js';
import { openWordNet } from '../../language/wordnet/wordnet.js';
import { InputError } from '../../model/errors.js';
import type { Page } from '../../model/page.js';
import { annotateText, createLinking, type LinkNouns } from '../../judging/judge/analyser.js';
import { openAnnotator } from '../../judging/judge/english.js';
import { openLinking, planOf, type JudgeSettings } from '../../judging/judge/judge.js';
import { isWordsOnly } from '../../judging/judge/languages.js';
import { storesOf } from '../../judging/plugins/stores-of-plugins.js';
import type { Plugins } from '../../judging/plugins/registry.js';
import { judgedText } from '../../judging/topic/judged-text.js';
import type { AskRemote } from '../../judging/linkers/linker.js';
import { once, onceFor } from '../../support/once.js';
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
export interface AnnotatorSettings extends Omit<JudgeSettings, 'anyLanguage'>, PlaceSettings {
  readonly kb: string;
}

interface TopicLinking {
  readonly set: AnnotationSet;
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
  const annotator = openAnnotator(wordNet);
  const topics = new Map<string, TopicLinking>();
  for (const name of names) {
    const topic = await openTopic(settings.kb, name, { ...settings, ...storesOf(plugins) }, warn);
    const { facts } = topic;
    refuseUnreadable(facts, annotator.name);
    const { index, askRemote } = await openLinking(topic, settings, warn);
    const link = createLinking(await planOf(topic, index, plugins), { wordNet, annotator, plugins });
    const key = [name, facts.iri, facts.checksum, index === undefined];
    topics.set(name, { set: annotationSet(crawl, facts), link, askRemote, key });
  }
  const all = [...topics.values()];
  return {
    key: JSON.stringify({ format: 1, crawl, annotator: annotator.name, topics: all.map(({ key }) => key) }),
    begin: nquadsOf(all.map(({ set }) => setQuads(set))),
    annotate: async (url, whole, accepting, signal) => {
      const { page } = judgedText(whole);
      const other = await otherLanguage(page.text, page.language, ENGLISH);
      if (other !== undefined) return { result: { missing: 'other-language' }, nquads: '' };
      const text = fullText(page);
      const annotated = once(() => annotateText(text, annotator, signal));
      const answer = onceFor((ask: AskRemote) => ask(text));
      const counts = { mentions: 0, linked: 0 };
      let nquads = '';
      for (const name of accepting) {
        const topic = topics.get(name);
        if (topic === undefined) continue;
        const found = await annotated();
        const remote = topic.askRemote && (await answer(topic.askRemote));
        const nouns = await topic.link(found, { remote });
        counts.mentions += nouns.length;
        counts.linked += nouns.filter(({ iri }) => iri !== undefined).length;
        nquads += nquadsOf(pageQuads({ url, title: page.title, text }, analysisOf(found, nouns), topic.set));
      }
      return { result: counts, nquads };
    },
  };
}

/** @throws InputError where the nouns of pages would not be found as those of the corpus were */
function refuseUnreadable(facts: TopicFacts, own: string): void {
  const { name, language, annotator } = facts;
  if (isWordsOnly(facts))
    throw new InputError(
      `nouns are found in English only; the language of topic '${name}' is '${language}'`,
      {
        hint: 'name topics in English with --topic',
      },
    );
  if (annotator === own) return;
  throw new InputError(`topic '${name}' was annotated by ${annotator}, this is ${own}`, {
    hint: 'build the topic again, so that pages and corpus are read alike',
  });
}

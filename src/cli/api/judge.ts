/** `sfwc/judge`: is a page about a topic? */
import {
  classifyPage as classify,
  type Classified,
  type ClassifyDeps,
} from '../../app/classify/classify-page.js';
import { classifyPages as classifyMany, type ClassifiedPage } from '../../app/classify/classify-pages.js';
import { classifyFields } from '../../app/settings/classify-settings.js';
import { resolveOptions, type WithParts } from '../../app/settings/plugin-options.js';
import type { ClassifyOptions } from '../../app/settings/settings.js';
import type { PageJudge as Judge } from '../../model/judging.js';
import { openJudge as open } from '../../judging/judge/open-judge.js';
import { takeCall, type CallOptions } from '../../app/settings/call-options.js';
import { checkArguments } from '../../support/check-arguments.js';

export type { CallOptions, Classified, ClassifiedPage, Judge };
export type { Page, PageLink, PageReader } from '../../model/page.js';
export { CLASSIFIERS, type ClassifierName } from '../../judging/classifiers/classifier-table.js';
export type { AnnotatedPage, Judgement, NounEvidence, Reason, TopicClassifier } from '../../model/topic.js';
export type { PageSource } from '../../language/corpus/stored-pages.js';
export { createPageReader, type PageReaderOptions } from '../../web/page/reader.js';

/** Options of {@link openJudge}. */
export type JudgeOptions = Omit<WithParts<ClassifyOptions, 'classifier' | 'linkers'>, 'kb' | 'urls'> &
  CallOptions;

/**
 * Opens what reads and judges pages, by one topic or by several, in a thread of its own. To be closed in the end.
 * @param kb folder of the knowledge base, or a SPARQL endpoint
 * @throws UsageError for settings; InputError for the topic
 * @example
 * const judge = await openJudge('kb', { topic: 'diabetes' });
 * const page = await judge.read(html, 'https://example.org/', 'text/html');
 * console.log((await page.judge()).reason.summary);
 * await judge.close();
 */
export async function openJudge(kb: string, options: JudgeOptions): Promise<Judge> {
  checkArguments('openJudge', { kb: [kb, 'string'] });
  const { warn, settings: asked } = takeCall('openJudge', options);
  const { settings, plugins } = await resolveOptions(classifyFields, { ...asked, kb });
  return open(settings, { plugins, warn });
}

/** Sources of pages besides files. */
type Sources = Pick<ClassifyDeps, 'readStdin' | 'fetcher'>;

/** Options of {@link classifyPage} and {@link classifyPages}. */
export type ClassifyPageOptions = WithParts<ClassifyOptions, 'classifier' | 'linkers' | 'readers'> &
  Sources &
  CallOptions;

/**
 * Judges one page or text, by one topic or by several.
 * @param page a file, an http(s) address, or `-` for what `readStdin` gives
 * @throws UsageError for an address that is none; InputError when it cannot be read or is not text; FetchError
 */
export async function classifyPage(page: string, options: ClassifyPageOptions): Promise<Classified> {
  const { settings, deps } = apart('classifyPage', options);
  return classify(page, settings, deps);
}

/**
 * Judges pages: those in files, folders and archives in their order, then those at web addresses as they end. Verdicts come
 * once all pages, or the first 2,000, are judged, because the threshold adapts to the kind of the pages.
 * @param pages files, folders, web archives, http(s) addresses
 * @throws UsageError, InputError for settings, the topic and the list; QueryError when the knowledge base does not answer
 */
export async function* classifyPages(
  pages: readonly string[],
  options: ClassifyPageOptions,
): AsyncGenerator<ClassifiedPage, void> {
  const { settings, deps } = apart('classifyPages', options);
  yield* classifyMany(pages, settings, deps);
}

function apart(name: string, options: ClassifyPageOptions) {
  const { how, warn, settings: asked } = takeCall(name, options);
  const { signal, onWait } = how;
  const { readStdin, fetcher, ...settings } = asked;
  return { settings, deps: { warn, signal, onWait, readStdin, fetcher } };
}

import type { Page } from '../../model/page.js';
import { createPageReader, type PageReaderOptions } from '../../web/page/reader.js';
import type { AsyncPageReader } from '../plugins/page-readers.js';
import type { Plugins } from '../plugins/registry.js';
import { once } from '../../support/once.js';
import type { LookAtLanguage } from '../../language/text/language.js';
import { serveThread, type CallMain } from '../../support/threads/serve-thread.js';
import {
  meaningKey,
  remembering,
  type FrequencyTable,
  type Meaning,
} from '../../knowledge/places/frequency-table.js';
import type { Judge } from './create-judge.js';
import { createEndedUrls } from './ended-urls.js';
import type { CountKind, JudgeProtocol } from './judge-messages.js';

/** Size of a thread's cache of counts, per kind; the main thread has a larger one. */
const REMEMBERED = 20_000;

/**
 * A worker thread that reads and judges pages. It fetches counts from the main thread, once per noun. What only judging
 * and user-defined parts need is loaded when they are used.
 */
serveThread<JudgeProtocol>(async (data, call) => {
  const { plans, plugins: given } = data;
  const reading = { ...data.reading, hasEnded: createEndedUrls(data.ended).has };
  const plugins = once(async () => {
    const { openPluginsInThread } = await import('../plugins/in-threads.js');
    return openPluginsInThread(given, (question) => call('askPart', question));
  });
  const reader = await readerOf(reading, given.modules.length === 0 ? undefined : await plugins());
  const pages = new Map<number, Page>();
  const planned = once(() => openPlanned(data, plugins, call));
  return {
    ready: undefined,
    tasks: {
      async read({ number, body, url, contentType }) {
        const page = await reader.read(body, url, contentType);
        if (plans.length > 0) pages.set(number, page);
        return page;
      },
      async judge({ number, page = pages.get(number), linkedFrom, remotes }) {
        if (page === undefined) throw new Error('the page was not read');
        pages.delete(number);
        const judge = await planned();
        const annotated = await judge.annotate(page, remotes);
        return judge.classifier.judge(linkedFrom === undefined ? annotated : { ...annotated, linkedFrom });
      },
      leave: (number) => void pages.delete(number),
    },
  };
});

async function openPlanned(
  { plans, wordNet: shared, wordSpace }: JudgeProtocol['data'],
  plugins: () => Promise<Plugins>,
  call: CallMain<JudgeProtocol>,
): Promise<Judge> {
  const { createJudge } = await import('./create-judge.js');
  const { openWordNetFiles } = await import('../../language/wordnet/wordnet-files.js');
  const { openWordNet } = await import('../../language/wordnet/wordnet.js');
  const wordNet = openWordNet(openWordNetFiles(shared));
  const { loadClassifier } = await import('../classifiers/load-classifier.js');
  const opened = await plugins();
  const { loadAnnotator } = await import('./languages.js');
  for (const { language } of plans) await loadAnnotator(language);
  const topics = await Promise.all(
    plans.map(async (plan, place) => ({
      plan,
      kind: await loadClassifier(plan.classifier.name, opened),
      counts: remembering(countsElsewhere(call, place), REMEMBERED),
    })),
  );
  const look: LookAtLanguage = (beginning, expected) => call('lookAtLanguage', { beginning, expected });
  const { openGeneralSpace } = await import('../topic/word-space.js');
  const general = wordSpace && once(() => openGeneralSpace(wordSpace));
  return createJudge(topics, wordNet, undefined, opened, look, general);
}

/** Objects of the main thread do not read pages; modules may. */
async function readerOf(reading: PageReaderOptions, plugins: Plugins | undefined): Promise<AsyncPageReader> {
  const reader = createPageReader(reading);
  if (plugins === undefined) return reader;
  const { withOwnReaders } = await import('../plugins/page-readers.js');
  return withOwnReaders(plugins.all('pageReaders'), reader);
}

function countsElsewhere(call: CallMain<JudgeProtocol>, topic: number): FrequencyTable {
  const counted = async <Noun extends string | Meaning>(
    of: CountKind,
    nouns: readonly Noun[],
    keyOf: (noun: Noun) => string,
  ): Promise<ReadonlyMap<string, number>> => {
    const counts = await call('count', { topic, of, nouns: nouns as readonly string[] | readonly Meaning[] });
    return new Map(nouns.map((noun, place) => [keyOf(noun), counts[place] ?? 0]));
  };
  return {
    byLemma: (lemmas) => counted('byLemma', [...lemmas], (lemma) => lemma),
    byMeaning: (meanings) => counted('byMeaning', [...meanings], meaningKey),
    inBackground: (lemmas) => counted('inBackground', [...lemmas], (lemma) => lemma),
  };
}

import { LINE_DOCUMENT } from '../../../knowledge/files/corpus-record.js';
import { openCorpus } from '../../../language/corpus/folder.js';
import type { CorpusOptions } from '../../../language/corpus/options.js';
import { holdsCrawl } from '../../../support/crawl-folder.js';
import { crawlCorpus } from '../../crawl/pages.js';
import { finishDraft, problem } from '../../../language/corpus/draft.js';
import type { CorpusDocument, CorpusReader } from '../../../model/document.js';
import { messageOf } from '../../../model/errors.js';
import type { OnWait } from '../../../model/wait.js';
import type { HttpSettings } from '../../../web/http/open-fetcher.js';

/** The reader of a source: a folder or a file of texts, or the result folder of a crawl. @throws InputError when it cannot be used */
export function openSource(source: string, options: CorpusOptions): CorpusReader {
  return holdsCrawl(source) ? crawlCorpus(source, options.detectLanguage) : openCorpus(source, options);
}

/** Reads the line about a topic as its only document. */
export function lineReader(topic: string, about: string): CorpusReader {
  const document: CorpusDocument = { id: LINE_DOCUMENT, title: topic, text: about };
  return {
    name: 'the line about the topic',
    async *read() {
      yield await Promise.resolve({ kind: 'document', document } as const);
    },
  };
}

/**
 * Requests pages of the Web that are about a topic, as a crawl does, and reads the text of each as a document. Ids are the
 * addresses. A page that cannot be read is a problem.
 */
export function likeReader(
  { like, ...settings }: HttpSettings & { readonly like: readonly string[] },
  { signal, onWait }: { readonly signal?: AbortSignal | undefined; readonly onWait?: OnWait | undefined },
): CorpusReader {
  return {
    name: like.join(', '),
    async *read() {
      const { fetchPage } = await import('../../classify/fetch-page.js');
      for (const id of like) {
        onWait?.(`waiting for an answer of ${new URL(id).host}`);
        try {
          const { url, title, text, language } = await fetchPage(id, settings, signal ? { signal } : {});
          const draft = { title, text, sourceUrl: url, ...(language === undefined ? {} : { language }) };
          yield* finishDraft(draft, { id, where: id }, () => Promise.resolve(undefined));
        } catch (error) {
          signal?.throwIfAborted();
          const message = messageOf(error);
          yield problem(id, message.startsWith(id) ? message.slice(id.length).replace(/^:? /, '') : message);
        }
      }
    },
  };
}

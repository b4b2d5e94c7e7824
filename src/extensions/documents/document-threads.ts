import type { DocumentLimits, SentDocument } from '../../model/document-html.js';
import { messageOf } from '../../model/errors.js';
import { openThreadPool } from '../../support/threads/pool.js';
import { NoAnswerError } from '../../support/threads/thread-errors.js';
import type { DocumentResult } from './read-document.js';

/** Protocol of the threads that read documents. */
export interface DocumentProtocol {
  /** With the bytes of a single buffer. */
  readonly data: DocumentLimits & { readonly buffer: number };
  readonly ready: undefined;
  readonly tasks: { readonly read: (document: SentDocument) => DocumentResult };
  readonly calls: Readonly<Record<string, never>>;
}

/** Limits of the threads that read documents: also seconds for a document, and megabytes of a thread. */
export interface ThreadLimits extends DocumentLimits {
  readonly seconds: number;
  readonly memory: number;
}

/** Reads documents in threads, so that one that is made to harm ends alone. */
export type DocumentThreads = ReturnType<typeof openDocumentThreads>;

/** Documents that are read at the same time. */
export const DOCUMENTS_AT_ONCE = 2;

/** Makes threads that read documents. Each is started when there is a document for it. */
export function openDocumentThreads({ seconds, memory, ...limits }: ThreadLimits) {
  const pool = openThreadPool<DocumentProtocol>({
    script: new URL('./document-worker.js', import.meta.url),
    data: () => ({ ...limits, buffer: memory * 524_288 }),
    calls: {},
    size: DOCUMENTS_AT_ONCE,
    tasksAtOnce: 1,
    seconds,
    retries: false,
    limits: { maxOldGenerationSizeMb: memory },
    purpose: 'read documents',
    hint: 'give sfwc more memory, or crawl with --set documents=none; --resume continues the crawl',
  });
  return {
    read: async (document: SentDocument): Promise<DocumentResult> => {
      try {
        return await pool.run('read', document);
      } catch (thrown) {
        if (!(thrown instanceof NoAnswerError)) throw thrown;
        const why =
          thrown.reason === 'timeout' ? `took longer than ${seconds} s` : `failed: ${messageOf(thrown)}`;
        return { code: 'unreadable', message: `reading it ${why}` };
      }
    },
    close: () => pool.close(),
  };
}

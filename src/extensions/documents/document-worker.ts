import { serveThread } from '../../support/threads/serve-thread.js';
import type { DocumentProtocol } from './document-threads.js';
import { readDocument } from './read-document.js';

/** A worker thread that reads documents, one after the other. */
serveThread<DocumentProtocol>(({ buffer, ...limits }) => {
  limitBuffers(buffer);
  return { read: (document) => readDocument(document, limits) };
});

/**
 * Limits the buffers of this thread. The limit of a thread's memory counts objects alone, and PDF.js unpacks streams into
 * buffers that it doubles: two megabytes of a file that is made to harm fill gigabytes. Where there is a
 * DecompressionStream, it unpacks by that, without such buffers and without a limit.
 * @param most bytes of a single buffer
 */
function limitBuffers(most: number): void {
  Reflect.deleteProperty(globalThis, 'DecompressionStream');
  globalThis.Uint8Array = new Proxy(Uint8Array, {
    construct(target, given: readonly unknown[], made): object {
      const [length] = given;
      if (typeof length === 'number' && length > most)
        throw new RangeError(`a buffer of ${length} bytes is larger than allowed`);
      return Reflect.construct(target, given, made) as object;
    },
  });
}

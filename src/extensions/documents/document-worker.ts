import { serveThread } from '../../support/threads/serve-thread.js';
import { limitBuffers } from './buffer-limit.js';
import type { DocumentProtocol } from './document-messages.js';
import { readDocument } from './read-document.js';

/** A worker thread that reads documents, one after the other. */
serveThread<DocumentProtocol>(({ buffer, ...limits }) => {
  limitBuffers(buffer);
  return { ready: undefined, tasks: { read: (document) => readDocument(document, limits) } };
});

import type { DocumentLimits, SentDocument } from '../../model/document-html.js';
import type { DocumentResult } from './read-document.js';

/** Protocol of the threads that read documents. */
export interface DocumentProtocol {
  readonly data: DocumentLimits & {
    /** Bytes of a single buffer. */
    readonly buffer: number;
  };
  readonly ready: undefined;
  readonly tasks: { readonly read: (document: SentDocument) => DocumentResult };
  readonly calls: Readonly<Record<string, never>>;
}

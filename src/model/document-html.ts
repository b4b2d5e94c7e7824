import type { DocumentKind } from './page-reading.js';

export interface DocumentLimits {
  readonly bytes: number;
  /** Pages of a PDF that are read, from the first one on. */
  readonly pages: number;
}

/** Limits of the documents that crawls read: bytes, also of what is unpacked, and pages of a PDF. */
export const DOCUMENT_LIMITS: DocumentLimits = { bytes: 20_000_000, pages: 200 };

export interface SentDocument {
  readonly kind: DocumentKind;
  readonly body: Uint8Array;
  readonly url: string;
  /** The header's value, for the charset of texts; empty when there is none. */
  readonly contentType: string;
}

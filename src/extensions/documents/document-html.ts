import type { DocumentLimits, SentDocument } from '../../model/document-html.js';
import { readDocument } from './read-document.js';

/**
 * The HTML that a crawl reads a document as, in UTF-8, made in this thread: a crawl has read the document before.
 * @throws Error when the document cannot be read
 */
export async function documentHtml(document: SentDocument, limits: DocumentLimits): Promise<Uint8Array> {
  const result = await readDocument(document, limits);
  if ('code' in result) throw new Error(result.message);
  return result.html;
}

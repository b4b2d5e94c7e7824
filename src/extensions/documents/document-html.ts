import type { DocumentHtmlPort } from '../../model/document-html.js';
import { readDocument } from './read-document.js';

/** The HTML that a crawl reads a document as, made in this thread: a crawl has read the document before. */
export const documentHtml: DocumentHtmlPort = async (document, limits) => {
  const result = await readDocument(document, limits);
  if ('code' in result) throw new Error(result.message);
  return result.html;
};

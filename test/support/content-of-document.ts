import { contentOfWords, type PageContent } from '../../src/judging/topic/page-content.js';
import type { DocumentProfile } from '../../src/knowledge/krs/document-profile.js';
import type { WordReader } from '../../src/model/topic.js';

/** The content of a document of a corpus. */
export function contentOfDocument(
  { title, text }: { readonly title: string; readonly text: string },
  nouns: DocumentProfile,
  words: WordReader,
): PageContent {
  return contentOfWords(words(title), words(text), nouns);
}

import type { ThesauriPort } from '../../model/thesaurus.js';
import { toTopicThesaurus } from './check-thesaurus.js';
import { openThesaurus, readThesaurusFile } from './thesaurus-file.js';

/** Thesauri in files. */
export const thesauri: ThesauriPort = {
  open: openThesaurus,
  openFlat: async (file) => toTopicThesaurus(await openThesaurus(file)),
  read: readThesaurusFile,
};

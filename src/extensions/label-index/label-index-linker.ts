import type { LinkerKind } from '../../judging/linkers/linker.js';
import { ENGLISH, generalFrequencyFor } from '../../judging/judge/languages.js';
import { LABEL_INDEX_NAME } from '../../model/label-index.js';
import { createIndexLinker } from './index-linker.js';
import { isLabelIndex, openLabelIndex, readLabelIndex } from './label-index-file.js';

/** Names of a label index, which the gazetteer does not know. */
export const labelIndexLinker: LinkerKind = {
  name: LABEL_INDEX_NAME,
  make({ plan: { index, language = ENGLISH }, wordNet }) {
    if (index === undefined) throw new RangeError('there is no label index to link by');
    return createIndexLinker(openLabelIndex(index), generalFrequencyFor(language, wordNet));
  },
  labelFiles: { accepts: isLabelIndex, read: readLabelIndex },
};

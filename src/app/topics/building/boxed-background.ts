import { readBackground } from '../../../knowledge/files/background-file.js';
import { generalTexts } from '../../../knowledge/files/classifier-file.js';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { once } from '../../../support/once.js';
import { backgroundAnnotatorName } from '../../../language/text/words-only-annotator.js';
import { unpackTexts, type PackedTexts } from '../../../judging/topic/packed-texts.js';
import type { TrainingTexts } from './training-texts.js';

/** The file that comes with the package for a language, by its ISO 639-1 code; `scripts/make-background.js` makes it. */
export function boxedBackgroundFile(language: string): string {
  return packagedPath(`corpora/background-${language}.json.gz`);
}

const opened = new Map<string, () => Promise<TrainingTexts>>();

/**
 * The background of topics that were built without one: what general texts in a language are made of. It is read at the first
 * call for the language, and kept as long as the process runs.
 * @throws InputError when the file is missing, damaged or of another version
 */
export function openBoxedBackground(language: string): Promise<TrainingTexts> {
  const open = opened.get(language) ?? once(() => readBoxed(boxedBackgroundFile(language), language));
  opened.set(language, open);
  return open();
}

/** Reads such a file. @throws InputError as {@link openBoxedBackground} */
export async function readBoxed(file: string, language: string): Promise<TrainingTexts> {
  const { checksum, texts } = await readBackground(file, backgroundAnnotatorName(language));
  return {
    name: generalTexts(language),
    checksum,
    contents: unpackTexts(texts as PackedTexts),
  };
}

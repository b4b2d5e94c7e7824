import { readBackground } from '../../../knowledge/files/background-file.js';
import { GENERAL_ENGLISH } from '../../../knowledge/files/classifier-file.js';
import { packagedPath } from '../../../support/files/packaged-path.js';
import { once } from '../../../support/once.js';
import { ANNOTATOR_NAME } from '../../../language/text/compromise-annotator.js';
import { unpackTexts, type PackedTexts } from '../../../judging/topic/packed-texts.js';
import type { TrainingTexts } from './training-texts.js';

/** The file that comes with the package; `scripts/make-background.js` makes it. */
export const BOXED_BACKGROUND = packagedPath('corpora/background-en.json.gz');

/**
 * The background of topics in English that were built without one: what general texts are made of. It is read at the first
 * call, and kept as long as the process runs.
 * @throws InputError when the file is missing, damaged or of another version
 */
export const openBoxedBackground: () => Promise<TrainingTexts> = once(() => readBoxed(BOXED_BACKGROUND));

/** Reads such a file. @throws InputError as {@link openBoxedBackground} */
export async function readBoxed(file: string): Promise<TrainingTexts> {
  const { checksum, texts } = await readBackground(file, ANNOTATOR_NAME);
  return { name: GENERAL_ENGLISH, checksum, contents: unpackTexts(texts as PackedTexts), isMixed: true };
}

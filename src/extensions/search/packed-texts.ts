import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { damagedDatabase, type DatabaseFile } from '../../support/files/database-file.js';

/** Between passages. They have no control characters. */
const BETWEEN = '\u0000';
/** Bytes to which the passages of a page may unpack: as many as there may be, of the longest size. */
const MAX_BYTES = 64 * 1024 * 1024;

/** The passages of a page in little space. */
export function packTexts(passages: readonly string[]): Uint8Array {
  return deflateRawSync(passages.join(BETWEEN));
}

/** @throws InputError where they are damaged */
export function unpackTexts(packed: Uint8Array, file: DatabaseFile): readonly string[] {
  try {
    return inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString('utf8').split(BETWEEN);
  } catch (thrown) {
    throw damagedDatabase(file, thrown, 'the text of a page cannot be unpacked');
  }
}

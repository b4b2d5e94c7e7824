import { sha256 } from '../../../support/hash.js';
import { normalForm } from '../../../support/text/normal-form.js';

/** The longest beginning of a title in a name of a file, in characters and in bytes of UTF-8: names may have 255 bytes. */
const MAX_CHARACTERS = 60;
const MAX_BYTES = 120;
/** Hexadecimal digits of the hash of an address; more where two addresses of one title share them. */
const [SHORT, LONG] = [8, 32];

/** The words of a title as part of a name of a file: lower case, letters and digits, separated by hyphens; may be empty. */
export function slugOf(title: string): string {
  const words =
    normalForm(title)
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  let slug = '';
  for (const word of words) {
    const longer = slug === '' ? word : `${slug}-${word}`;
    if (longer.length > MAX_CHARACTERS || Buffer.byteLength(longer) > MAX_BYTES) break;
    slug = longer;
  }
  return slug === '' ? firstOf(words[0] ?? '') : slug;
}

/** The beginning of a word that is too long, in whole characters. */
function firstOf(word: string): string {
  let cut = '';
  for (const character of word) {
    if (cut.length + character.length > MAX_CHARACTERS) break;
    if (Buffer.byteLength(cut + character) > MAX_BYTES) break;
    cut += character;
  }
  return cut;
}

/**
 * Names files after the titles of pages, each page another: `insulin-pumps-1a2b3c4d`, the end being a hash of the address. The
 * same pages have the same names, in whatever order they come, but for addresses of one title whose hashes begin alike.
 */
export function createFileNames(): (title: string, address: string) => string {
  const taken = new Map<string, string>();
  return (title, address) => {
    const hash = sha256(address);
    const nameWith = (digits: number): string => `${slugOf(title) || 'page'}-${hash.slice(0, digits)}`;
    const name = nameWith(SHORT);
    const owner = taken.get(name) ?? address;
    taken.set(name, owner);
    return owner === address ? name : nameWith(LONG);
  };
}

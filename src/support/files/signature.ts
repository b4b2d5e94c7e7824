/** Kinds of files that their first bytes give away, and what to do with one under another's name. */
const SIGNATURES: readonly (readonly [begin: readonly number[], kind: string, advice: string])[] = [
  [[0x25, 0x50, 0x44, 0x46, 0x2d], 'a PDF', 'rename it to .pdf'],
  [[0x1f, 0x8b], 'gzip', 'add .gz to its name'],
  [[0x50, 0x4b, 3, 4], 'a ZIP container', 'rename it to .docx if it is one, else unpack it'],
  [[0xd0, 0xcf, 0x11, 0xe0], 'an old Office file or an encrypted one', 'save it as .docx without a password'],
];

function beginsWith(bytes: Uint8Array, begin: readonly number[]): boolean {
  return begin.every((byte, index) => bytes[index] === byte);
}

export function isGzip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x1f, 0x8b]);
}

/** True for the first bytes of a ZIP archive, which .docx is. */
export function isZip(bytes: Uint8Array): boolean {
  return beginsWith(bytes, [0x50, 0x4b, 3, 4]);
}

/** True when a PDF begins within the first kilobyte, as readers of PDF allow. */
export function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-');
}

/** `this is a PDF by its content; rename it to .pdf`; undefined for content that gives no other kind than text away. */
export function contentAdvice(bytes: Uint8Array): string | undefined {
  const known = SIGNATURES.find(([begin]) => beginsWith(bytes, begin));
  return known === undefined ? undefined : `this is ${known[1]} by its content; ${known[2]}`;
}

/** Like {@link contentAdvice}, for files that should hold no text: HTML in their place is often a message. */
export function contentAdviceWithHtml(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 512)).toString('latin1').trimStart().toLowerCase();
  return /^<(?:!doctype html|html|head|body)\b/.test(start)
    ? 'this is HTML by its content (a page in place of the file?); fetch the file again or rename it to .html'
    : contentAdvice(bytes);
}

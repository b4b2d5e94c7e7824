/** Meaning of a code; the code itself if another version of sfwc wrote it. */
export function meaningOf(code: string, meanings: Readonly<Record<string, string>>): string {
  return Object.hasOwn(meanings, code) ? (meanings[code] ?? code) : code;
}

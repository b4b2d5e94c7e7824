/** Names of shells' plain words; others are quoted. */
const PLAIN_WORD = /^[\w@%+=:,./-]+$/;

/** A word of a command line, in quotes where the shell would read it otherwise. */
export function shellWord(word: string): string {
  return PLAIN_WORD.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** Messages on the regular expressions of files, names with texts, whose time is not linear. */
export function check(
  files: readonly (readonly [name: string, text: string])[],
  verdicts?: Map<string, string | null>,
  threads?: number,
): Promise<readonly string[]>;

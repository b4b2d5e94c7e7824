/**
 * Beginning of the run of characters of a kind that ends a text; the length of the text if it does not end in one. Reads each
 * character once, where an expression such as `/=+$/` reads a run again from every character in it.
 */
export function endRun(text: string, kind: RegExp): number {
  let begin = text.length;
  while (begin > 0 && kind.test(text.charAt(begin - 1))) begin -= 1;
  return begin;
}

/** A title without the qualifier in parentheses at its end: `Mercury` of `Mercury (planet)`. */
export function withoutQualifier(title: string): string {
  const whole = title.trimEnd();
  const open = whole.endsWith(')') ? whole.lastIndexOf('(') : -1;
  return open < 0 || whole.indexOf(')', open) < whole.length - 1 ? title : whole.slice(0, open).trimEnd();
}

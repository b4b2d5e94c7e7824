/** A query that doubles a text of ten characters so many times, with BIND; answers its length. */
export function doublingQuery(times: number): string {
  const doubled = Array.from({ length: times }, (_, at) => `BIND(CONCAT(?v${at}, ?v${at}) AS ?v${at + 1})`);
  return `SELECT (STRLEN(?v${times}) AS ?n) { BIND("xxxxxxxxxx" AS ?v0) ${doubled.join(' ')} }`;
}

/** A query that repeats a text of ten characters a hundredfold so many times, with nested REPLACE; answers its length. */
export function nestedReplace(times: number): string {
  let text = '"xxxxxxxxxx"';
  for (let at = 0; at < times; at += 1) text = `REPLACE(${text}, "^(.*)$", "${'$1'.repeat(100)}")`;
  return `SELECT (STRLEN(${text}) AS ?n) {}`;
}

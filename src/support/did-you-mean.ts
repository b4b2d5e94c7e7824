/**
 * The known word that a misspelt one was most likely meant to be; undefined where none is near: more than a third of the
 * letters differ (by the distance of Damerau and Levenshtein in its restricted form, without regard to case).
 */
export function nearestWord(written: string, known: Iterable<string>): string | undefined {
  let best: { readonly word: string; readonly distance: number } | undefined;
  for (const word of known) {
    const distance = editDistance(written.toLowerCase(), word.toLowerCase());
    if (distance <= Math.max(written.length, word.length) / 3 && distance < (best?.distance ?? Infinity))
      best = { word, distance };
  }
  return best?.word;
}

/** `; did you mean 'x'?`, or nothing where no known word is near. */
export function didYouMean(written: string, known: Iterable<string>): string {
  const word = nearestWord(written, known);
  return word === undefined ? '' : `; did you mean '${word}'?`;
}

function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = swapped ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change, swap));
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}

/**
 * `; did you mean 'x'?` with the known word that is nearest to a misspelt one, by the distance of Levenshtein without regard to
 * case; nothing where more than a third of the letters differ.
 */
export function didYouMean(written: string, known: Iterable<string>): string {
  const [nearest] = [...known]
    .map((word) => ({ word, distance: editDistance(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, distance }) => distance <= Math.max(written.length, word.length) / 3)
    .sort((one, other) => one.distance - other.distance);
  return nearest === undefined ? '' : `; did you mean '${nearest.word}'?`;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, change));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

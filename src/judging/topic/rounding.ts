/** Rounds a learned number to six digits: enough for judging, and files stay small. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

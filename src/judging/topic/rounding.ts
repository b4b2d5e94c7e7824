/** Rounds a learned number to six digits: enough for judging, and files stay small. Calibration uses the rounded numbers. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

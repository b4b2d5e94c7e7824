/** A learned number with six digits: enough to judge by, and files stay small. What is saved is what was calibrated. */
export function rounded(value: number): number {
  return Number(value.toPrecision(6));
}

/** Labels from which the threshold of a classifier is moved, and of them at least so many of either kind. */
export const LEAST_LABELS = 8;
export const LEAST_OF_KIND = 2;

/** Whether labels say enough of where a topic begins. */
export function areEnoughLabels(labels: readonly { readonly positive: boolean }[]): boolean {
  const yes = labels.filter(({ positive }) => positive).length;
  return labels.length >= LEAST_LABELS && Math.min(yes, labels.length - yes) >= LEAST_OF_KIND;
}

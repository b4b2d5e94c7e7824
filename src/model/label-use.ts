/** Number of labelled pages that went into a classifier, and their effect. */
export interface LabelUse {
  readonly yes: number;
  readonly no: number;
  /** True if the classifier was trained with them as examples as well; else only its threshold comes from them. */
  readonly examples: boolean;
  /** True where they do not refute the threshold without labels, which therefore stays. */
  readonly thresholdKept?: true;
}

/** Labels in words: "20 labels". */
export const labelsText = ({ yes, no }: LabelUse): string => `${yes + no} labels`;

/** The labels that a threshold comes from; undefined where it does not come from any. */
export function labelsOfThreshold(labels: LabelUse | undefined): LabelUse | undefined {
  return labels?.thresholdKept === true ? undefined : labels;
}

/** Effect of labels, in words: "threshold from 20 labels (8 yes, 12 no)". */
export function labelUseText(labels: LabelUse): string {
  const which = `${labelsText(labels)} (${labels.yes} yes, ${labels.no} no)`;
  if (labels.thresholdKept === true) return `threshold as without labels: ${which} do not refute it`;
  return `${labels.examples ? 'trained with, and threshold from,' : 'threshold from'} ${which}`;
}

/** Labels from which the threshold of a classifier is moved, and of them at least so many of either kind. */
export const MIN_LABELS = 8;
export const MIN_OF_KIND = 2;

/** True if labels say enough of where a topic begins. */
export function areEnoughLabels(labels: readonly { readonly positive: boolean }[]): boolean {
  const yes = labels.filter(({ positive }) => positive).length;
  return labels.length >= MIN_LABELS && Math.min(yes, labels.length - yes) >= MIN_OF_KIND;
}

/** How many labelled pages went into a classifier, and what they did. */
export interface LabelUse {
  /** Pages about the topic. */
  readonly yes: number;
  /** Other pages. */
  readonly no: number;
  /** Whether the classifier was trained with them as examples as well; else only its threshold comes from them. */
  readonly examples: boolean;
}

/** Labels in words: "20 labels". */
export function labelsText({ yes, no }: LabelUse): string {
  return `${yes + no} labels`;
}

/** What labels did, in words: "threshold from 20 labels (8 yes, 12 no)". */
export function labelUseText(labels: LabelUse): string {
  const use = labels.examples ? 'trained with, and threshold from,' : 'threshold from';
  return `${use} ${labelsText(labels)} (${labels.yes} yes, ${labels.no} no)`;
}

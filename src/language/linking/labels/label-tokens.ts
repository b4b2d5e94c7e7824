import type { Annotator, Token } from '../../../model/noun.js';
import { normalForm } from '../../../support/text/normal-form.js';

/** A label with its tokens; offsets count within `text`. */
export interface LabelTokens {
  readonly text: string;
  readonly tokens: readonly Token[];
}

/** Each call of the annotator costs as much as annotating a label, so labels are batched. */
const LABELS_PER_CALL = 200;
/** An empty line ends a sentence, so that labels do not influence each other. */
const SEPARATOR = '\n\n';

/** Tokenizes labels with the annotator of the texts, so that both are split and lemmatised alike. */
export function annotateLabels(labels: readonly string[], annotator: Annotator): LabelTokens[] {
  const annotated: LabelTokens[] = [];
  for (let start = 0; start < labels.length; start += LABELS_PER_CALL) {
    const batch = labels.slice(start, start + LABELS_PER_CALL).map(clean);
    annotated.push(...annotateBatch(batch, annotator));
  }
  return annotated;
}

function clean(label: string): string {
  return normalForm(label).replace(/\s+/gu, ' ').trim();
}

function annotateBatch(labels: readonly string[], annotator: Annotator): LabelTokens[] {
  const text = labels.join(SEPARATOR);
  const tokens = annotator.annotate(text).sentences.flatMap((sentence) => sentence.tokens);
  let begin = 0;
  let next = 0;
  return labels.map((label) => {
    const end = begin + label.length;
    const own: Token[] = [];
    for (let token = tokens[next]; token !== undefined && token.begin < end; token = tokens[(next += 1)]) {
      own.push({ ...token, begin: token.begin - begin, end: token.end - begin });
    }
    begin = end + SEPARATOR.length;
    return { text: label, tokens: own };
  });
}

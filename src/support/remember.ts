import { ownCopy } from './text/own-copy.js';

/**
 * A function that remembers its answers. When there are too many it forgets all of them, which is cheap and does not
 * change what it answers.
 *
 * @param limit number of answers kept
 */
export function remember<Question, Answer>(
  answer: (question: Question) => Answer,
  limit: number,
): (question: Question) => Answer {
  const known = new Map<Question, { readonly answer: Answer }>();
  return (question) => {
    const found = known.get(question);
    if (found !== undefined) return found.answer;
    const kept = typeof question === 'string' ? (ownCopy(question) as Question & string) : question;
    const fresh = answer(kept);
    if (known.size >= limit) known.clear();
    known.set(kept, { answer: fresh });
    return fresh;
  };
}

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
    const fresh = answer(question);
    if (known.size >= limit) known.clear();
    known.set(question, { answer: fresh });
    return fresh;
  };
}

import { createRecent } from './recent.js';
import { ownCopy } from './text/own-copy.js';

interface Known<Question, Answer> {
  readonly question: Question;
  readonly answer: Answer;
}

/**
 * A function that remembers its answers, those to the latest questions when there are too many. That does not change what
 * it answers.
 */
export function remember<Question, Answer>(
  answer: (question: Question) => Answer,
  limit: number,
): (question: Question) => Answer {
  const known = createRecent<Question, Known<Question, Answer>>(
    Math.ceil(limit / 2),
    undefined,
    ({ question }) => question,
  );
  return (asked) => {
    const found = known.get(asked);
    if (found !== undefined) return found.answer;
    const question = typeof asked === 'string' ? (ownCopy(asked) as Question & string) : asked;
    const fresh = { question, answer: answer(question) };
    known.set(question, fresh);
    return fresh.answer;
  };
}

import { z } from 'zod';
import { messageOf } from '../../model/errors.js';

/** Fault of content, in one line: of an error of a schema the first field and its fault, else its message. */
export function firstIssue(thrown: unknown): string {
  if (!(thrown instanceof z.ZodError)) return messageOf(thrown);
  const [issue] = thrown.issues;
  if (issue === undefined) return 'it has another form';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

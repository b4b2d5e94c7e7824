import { z } from 'zod';
import { messageOf } from '../model/errors.js';

/** The value of a JSON text; undefined for what is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Fault of content, in one line: of an error of a schema the first field and its fault, else its message. */
export function firstIssue(thrown: unknown): string {
  if (!(thrown instanceof z.ZodError)) return messageOf(thrown);
  const [issue] = thrown.issues;
  if (issue === undefined) return 'it has another form';
  return issue.path.length === 0 ? issue.message : `${issue.path.join('.')}: ${issue.message}`;
}

import { join } from 'node:path';

/** The folder of a round in that of its collection: the results of its crawl, and its report. */
export function roundFolder(out: string, round: number): string {
  return join(out, 'rounds', String(round).padStart(4, '0'));
}

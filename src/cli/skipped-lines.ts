import type { CorpusProblem } from '../model/document.js';
import type { CommandIo } from './io.js';

/** Items with the same message that are named; of further ones only the number is. */
const NAMED = 3;
/** Different messages that are counted; whatever comes after them is named. */
const MAX_MESSAGES = 10_000;

/** Writes a line for each item that is skipped, but not hundreds of lines that say the same. */
export interface SkippedLines {
  readonly note: (problem: CorpusProblem) => void;
  /** Number of skipped items. */
  readonly count: () => number;
  /** Says how many items were not named. */
  readonly end: () => void;
}

/** @param io receives the lines on stderr */
export function createSkippedLines(io: Pick<CommandIo, 'stderr'>): SkippedLines {
  const counts = new Map<string, number>();
  let skipped = 0;
  return {
    note({ where, message }) {
      skipped += 1;
      const count = (counts.get(message) ?? 0) + 1;
      if (count > 1 || counts.size < MAX_MESSAGES) counts.set(message, count);
      if (count <= NAMED) io.stderr(`skipped ${where}: ${message}\n`);
    },
    count: () => skipped,
    end() {
      for (const [message, count] of counts)
        if (count > NAMED) io.stderr(`skipped ${count - NAMED} more: ${message}\n`);
      counts.clear();
    },
  };
}

import { runInNewContext } from 'node:vm';

/** The result of a function, which is ended when it takes longer: for libraries that some inputs make slow. */
export function runWithin<T>(milliseconds: number, run: () => T): T {
  const done: T[] = [];
  try {
    runInNewContext('run()', { run: () => void done.push(run()) }, { timeout: milliseconds });
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    throw code === 'ERR_SCRIPT_EXECUTION_TIMEOUT' ? new Error('it takes too long') : thrown;
  }
  return done[0] as T;
}

import type { OnWait } from '../../model/wait.js';
import { checkArguments } from '../../support/check-arguments.js';
import type { Logger } from '../../support/logger.js';

/** Options of every function of the API besides its settings; `onProgress` if it has progress to report. */
export interface CallOptions<Progress = never> {
  /** Ends the work; what was saved before stays. */
  readonly signal?: AbortSignal;
  /** Receives messages for people. Default: none are written. */
  readonly logger?: Logger;
  readonly onProgress?: ((progress: Progress) => void) | undefined;
  /** Called with the name of each step before it begins. */
  readonly onWait?: OnWait;
}

/** Takes the options of a call apart: how it is run, and what it is to do. @throws UsageError where one has the wrong type */
export function takeCall<O extends CallOptions<Progress>, Progress = never>(name: string, options: O) {
  checkArguments(name, { options: [options, 'object'] });
  const { signal, logger, onProgress, onWait, ...settings } = options;
  checkArguments(name, {
    signal: [signal, 'object?'],
    logger: [logger, 'object?'],
    onProgress: [onProgress, 'function?'],
    onWait: [onWait, 'function?'],
  });
  const how: CallOptions<Progress> = { signal, logger, onProgress, onWait };
  return { how, settings, warn: (message: string): void => logger?.warn(message) };
}

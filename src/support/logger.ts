/** Messages for people; they never go to stdout, which belongs to data. */
export interface Logger {
  info(message: string): void;
  warn(message: string): void;
}

/** Writes lines to a stream, usually stderr. */
export function lineLogger(write: (line: string) => void): Logger {
  return {
    info: (message) => write(`${message}\n`),
    warn: (message) => write(`warning: ${message}\n`),
  };
}

/** Says nothing. */
export const silentLogger: Logger = { info: () => undefined, warn: () => undefined };

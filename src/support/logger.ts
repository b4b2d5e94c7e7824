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

/** Writes one JSON object per line: `time` (ISO 8601), `level`, `message`. */
export function jsonLogger(write: (line: string) => void, now: () => number): Logger {
  const log = (level: string, message: string): void =>
    write(jsonLine({ time: new Date(now()).toISOString(), level, message }));
  return { info: (message) => log('info', message), warn: (message) => log('warning', message) };
}

export function jsonLine(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Says nothing. */
export const silentLogger: Logger = { info: () => undefined, warn: () => undefined };

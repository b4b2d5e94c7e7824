/** Nobody reads standard output any more, as after `sfwc pages out | head -1`: the command ends quietly. */
export class ReaderGone extends Error {}

/** The outside world of a command, so that tests can be one. */
export interface CommandIo {
  /** Data, and nothing else: what is there as a whole. */
  readonly stdout: (text: string) => void;
  /**
   * Data that is made piece by piece, as fast as it is read: the next piece is made when there is room for it.
   * @throws ReaderGone, OutputError
   */
  readonly stream: (texts: AsyncIterable<string>) => Promise<void>;
  /** Messages and progress. */
  readonly stderr: (text: string) => void;
  /** The whole of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
  /** Standard input line by line, as it is typed. */
  readonly readLines: () => AsyncIterable<string>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** stderr where it is a terminal, on which a progress bar may be redrawn. */
  readonly terminal?: NodeJS.WriteStream;
  /**
   * Aborted when the user interrupts. Signals are listened to from the moment in which this is first asked for; until
   * then the system ends the process, in the middle of a computation as well.
   */
  readonly signal: AbortSignal;
}

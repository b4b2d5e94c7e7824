/** The outside world of a command, so that tests can be one. */
export interface CommandIo {
  /** Data, and nothing else. */
  readonly stdout: (text: string) => void;
  /** Messages and progress. */
  readonly stderr: (text: string) => void;
  /** The whole of standard input. */
  readonly readStdin: () => Promise<Uint8Array>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** True when stderr is a terminal, where a progress line may be redrawn. */
  readonly interactive: boolean;
  /** Aborted when the user interrupts. */
  readonly signal: AbortSignal;
}

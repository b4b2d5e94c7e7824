import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { Input } from './inputs.js';

const CHILD = path.join(import.meta.dirname, 'child.mjs');
/** A large young generation: else the time of nested texts is that of copying what lives, again and again. */
const FLAGS = ['--max-old-space-size=2000', '--max-semi-space-size=64', '--expose-gc'];
/** Milliseconds after which a reader is taken to hang. */
const HANGS = 60_000;
const LONGEST_START = 60_000;

interface Answer {
  readonly ms: number;
  readonly error?: string;
}

/** A reader in a process of its own, which is started again only after it was killed. To be closed. */
export class TimedReader {
  #child: ChildProcess | undefined;

  /**
   * @param module file that exports `READERS`, in which the reader has the name
   * @param folder in which it may write
   */
  constructor(
    private readonly module: string,
    private readonly name: string,
    private readonly folder: string,
  ) {}

  /**
   * Milliseconds of processor time that a text takes; infinite where the reader hangs or dies.
   * @throws Error when the reader cannot be started, or fails in another way than by refusing the text
   */
  async time(input: Input, bytes: number): Promise<number> {
    const child = (this.#child ??= await this.#start());
    child.send({ input, bytes });
    const answer = await answerOf(child, HANGS);
    if (answer === undefined) {
      this.#child = undefined;
      return Number.POSITIVE_INFINITY;
    }
    if (answer.error !== undefined) throw new Error(`${JSON.stringify(input)}: ${answer.error}`);
    return answer.ms;
  }

  /** Ends the process. */
  close(): void {
    this.#child?.kill('SIGKILL');
    this.#child = undefined;
  }

  async #start(): Promise<ChildProcess> {
    const child = fork(CHILD, [this.module, this.name], {
      execArgv: FLAGS,
      cwd: this.folder,
      // What a process says when its memory is full, Jest would take for its own end.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    if ((await answerOf(child, LONGEST_START)) === undefined)
      throw new Error(`the reader '${this.name}' does not start`);
    return child;
  }
}

/** The next message of a process; undefined where it ends before, or is killed for taking too long. */
function answerOf(child: ChildProcess, limit: number): Promise<Answer | undefined> {
  return new Promise((done) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), limit);
    const settle = (answer?: Answer): void => {
      clearTimeout(timer);
      child.removeAllListeners();
      done(answer);
    };
    child.once('message', (message) => settle(message as Answer));
    child.once('exit', () => settle());
  });
}

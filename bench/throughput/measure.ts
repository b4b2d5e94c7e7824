import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

/** What a command cost, its children included. */
export interface Cost {
  /** From its start to its end. */
  readonly seconds: number;
  /** Of the processor: user and system. */
  readonly cpuSeconds: number;
  /** Resident memory of the whole tree of processes at most, in bytes, looked at ten times a second. */
  readonly peakBytes: number;
  readonly stdout: string;
}

/** Between two looks at the memory, in milliseconds. */
const LOOK = 100;

/**
 * Runs a command and measures it from outside. Needs Linux (/proc) and bash, whose `times` says what all waited-for
 * children took.
 * @param codes exit codes that are no failure
 * @throws Error with the end of its messages when it fails
 */
export async function measure(
  command: readonly string[],
  { codes = [0], signal }: { readonly codes?: readonly number[]; readonly signal: AbortSignal },
): Promise<Cost> {
  const begin = performance.now();
  const child = spawn('bash', ['-c', '"$@"; code=$?; times >&3; exit $code', 'bash', ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // A group of its own, so that all of it can be ended.
    detached: true,
  });
  const { pid = 0 } = child;
  const end = (): void => endGroup(pid);
  signal.addEventListener('abort', end, { once: true });
  let peakBytes = 0;
  const timer = setInterval(() => (peakBytes = Math.max(peakBytes, residentBytes(pid))), LOOK);
  try {
    const [code, stdout, stderr, times] = await Promise.all([
      new Promise<number | null>((resolve, reject) => child.on('exit', resolve).on('error', reject)),
      text(child.stdio[1] as Readable),
      text(child.stdio[2] as Readable),
      text(child.stdio[3] as Readable),
    ]);
    if (code === null || !codes.includes(code)) {
      throw new Error(`${command.join(' ')} ended with ${code ?? 'a signal'}: ${stderr.slice(-2000)}`);
    }
    return { seconds: (performance.now() - begin) / 1000, cpuSeconds: cpuSeconds(times), peakBytes, stdout };
  } finally {
    clearInterval(timer);
    signal.removeEventListener('abort', end);
    end();
  }
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}

/** Of `times`: the second line is what children took, such as `1m2.345s 0m0.678s`. */
function cpuSeconds(times: string): number {
  const [, children = ''] = times.trim().split('\n');
  const parts = [...children.matchAll(/(\d+)m([\d.]+)s/g)];
  return parts.reduce((sum, [, minutes, seconds]) => sum + 60 * Number(minutes) + Number(seconds), 0);
}

/** Resident memory of a process and all below it; 0 where it has ended. */
export function residentBytes(pid: number): number {
  try {
    const kilobytes = Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    return childrenOf(pid).reduce((sum, child) => sum + residentBytes(child), 1024 * kilobytes);
  } catch {
    return 0;
  }
}

function childrenOf(pid: number): readonly number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  );
}

/** Errors whose `message` and `hint` the command line prints, never a stack trace; all others are defects of sfwc. */
export abstract class SfwcError extends Error {
  /** Exit code of a command that ends with this error: 1 failed, 2 wrong usage, 130 interrupted. */
  readonly exitCode: 1 | 2 | 130 = 1;
  readonly hint: string | undefined;

  constructor(message: string, options: ErrorDetails = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = new.target.name;
    this.hint = options.hint;
  }
}

interface ErrorDetails {
  readonly hint?: string;
  readonly cause?: unknown;
}

/** The command or the settings are wrong: say so and show how to do it right. */
export class UsageError extends SfwcError {
  override readonly exitCode = 2;
}

/** A file, folder or stream that the user named cannot be used: stop, name it. */
export class InputError extends SfwcError {}

/** A SPARQL query is malformed or cannot be run: stop, show where and why; may have several lines. */
export class QueryError extends SfwcError {}

/** A package that is needed is not installed: stop, and say how to install it. */
export class MissingPackageError extends SfwcError {
  constructor(need: string, name: string) {
    super(`${need}, which is not installed`, { hint: installAdvice(name) });
  }
}

export const installAdvice = (name: string): string =>
  `npm install ${name}, in the folder in which sfwc is installed (-g if sfwc was)`;

/** Something could not be written (a full disk, a read-only folder): stop; what is on disk stays valid. */
export class OutputError extends SfwcError {}

/** A worker thread does not come up (too little memory, a broken installation): stop, nothing would be judged. */
export class ThreadError extends SfwcError {}

/** A classifier, strategy, linker, reader or sink of the user's own failed: stop, name it; what was done is saved. */
export class PluginError extends SfwcError {}

/** The user interrupted the command (Ctrl-C, SIGTERM, SIGHUP): stop; what was saved before stays, and nothing half-made does. */
export class Interrupted extends SfwcError {
  override readonly exitCode = 130;
  constructor(message = 'interrupted', options: ErrorDetails = {}) {
    super(message, options);
  }
}

/** Why a request to a served knowledge base got no answer, though nothing is wrong with its text. */
export type ServiceFailure = 'timeout' | 'busy' | 'exhausted' | 'cancelled' | 'unavailable';

/** The service could not do what was asked; what it holds is as it was. */
export class ServiceError extends SfwcError {
  constructor(
    readonly failure: ServiceFailure,
    message: string,
    options: ErrorDetails = {},
  ) {
    super(message, options);
  }
}

type NetworkFailure =
  'timeout' | 'network' | 'certificate' | 'private-address' | 'too-large' | 'too-many-redirects';
type ArchiveFailure = 'not-archived' | 'bad-capture' | 'robots-disallowed' | 'robots-unreachable';
export type FetchFailure = NetworkFailure | ArchiveFailure;

/** A URL could not be fetched: the crawl records it and continues. */
export class FetchError extends SfwcError {
  constructor(
    readonly failure: FetchFailure,
    readonly url: string,
    message: string,
    options: ErrorDetails = {},
  ) {
    super(message, options);
  }
}

export function messageOf(thrown: unknown): string {
  const text = thrown instanceof Error ? thrown.message : String(thrown);
  return text.replace(/\s+/g, ' ').trim();
}

/** A word of a command line, in quotes where the shell would read it otherwise. */
export const shellWord = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;

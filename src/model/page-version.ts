import type { ArchivedCapture } from './archived-capture.js';

/** One version of a page among the captures of an archive. JSON. */
export interface PageVersion {
  /** When the archive captured it: ISO 8601, UTC. With `--warc`, the WARC-Date of its record. */
  readonly time: string;
  /** Later captures with the same digest, which were not read: ISO 8601, UTC, in order. */
  readonly again?: readonly string[];
  /** True for the version that the page was judged by: its verdict is that of the page. */
  readonly chosen?: true;
  /** Where the capture was read. */
  readonly archived?: Omit<ArchivedCapture, 'archive' | 'time'>;
  readonly status?: number;
  /** The address that it redirects to; it was not followed. */
  readonly redirectsTo?: string;
  /** The verdict by the threshold at that time; absent where the version was not judged. */
  readonly accepted?: boolean;
  readonly score?: number;
  /** Why it was not judged: a reason code of events, and what went wrong. */
  readonly code?: string;
  readonly message?: string;
  /** Nouns that counted for its verdict and are not in the version before, and the reverse; absent where there are none. */
  readonly gained?: readonly string[];
  readonly lost?: readonly string[];
}

/** The versions of a page with their verdicts, in the order of time. */
export function versionsOf({
  versions = [],
  judgement,
}: {
  readonly versions?: readonly PageVersion[];
  readonly judgement?: { readonly accepted: boolean; readonly score: number };
}): readonly PageVersion[] {
  if (judgement === undefined) return versions;
  const { accepted, score } = judgement;
  return versions.map((version) => (version.chosen === true ? { ...version, accepted, score } : version));
}

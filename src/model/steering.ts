/** Request of a person to a crawl. `what` names addresses: see `addressTarget`. */
export type Action =
  | { readonly kind: 'pause' | 'resume' | 'stop' }
  /** Adds seeds: queued before all other URLs, and followed as seeds are. */
  | { readonly kind: 'seed'; readonly urls: readonly string[] }
  /** Does not request matching URLs, whether they are queued already or found later; or does so again. */
  | { readonly kind: 'block' | 'unblock'; readonly what: string }
  /** Requests matching URLs before all others; or in their own order again. */
  | { readonly kind: 'pin' | 'unpin'; readonly what: string }
  /** Raises the priorities of matching URLs by so many standard deviations of what is queued; below 0 lowers them, 0 undoes it. */
  | { readonly kind: 'boost'; readonly what: string; readonly by: number }
  /** Seconds between two requests to one host, and the number of hosts that are contacted at the same time. */
  | { readonly kind: 'pace'; readonly delay?: number; readonly concurrency?: number }
  /** Strictness: precise, balanced, broad, or the share itself, as `--accept`. */
  | { readonly kind: 'accept'; readonly accept: string }
  /** The score from which pages are accepted. */
  | { readonly kind: 'threshold'; readonly score: number }
  /** Takes a term out of the scores of pages, as saying nothing about the topic; or counts it again. */
  | { readonly kind: 'ignore' | 'unignore'; readonly term: string }
  /** True if a page is about the topic, and pages that are alike; `skip` takes an answer back. */
  | {
      readonly kind: 'rate';
      readonly url: string;
      readonly answer: 'yes' | 'no' | 'skip';
      readonly alike?: readonly string[];
    };

/** An action on its way to a crawl. */
export interface Command {
  /** Unique. An action that arrives twice is taken once. */
  readonly id: string;
  readonly by: string;
  /** True if software asks, such as a language model. */
  readonly software?: true;
  readonly action: Action;
}

/** A model that a crawl trained with what people said of its pages. The model of the topic has the number 1. */
export interface CrawlModel {
  readonly number: number;
  /** In the folder of the crawl. */
  readonly file: string;
  readonly checksum: string;
  /** Pages that it was trained with, by what people said of them. */
  readonly yes: number;
  readonly no: number;
}

/** An action as a crawl took it: one line of `actions.jsonl`, and the source of its RDF. */
export interface TakenAction extends Omit<Command, 'action'> {
  /** Of the crawl itself, because of answers: it judges by a model that was retrained. */
  readonly action: Action | (CrawlModel & { readonly kind: 'model' });
  /** ISO 8601, UTC, by the crawl's clock. */
  readonly time: string;
  /** Number of the last event before it; 0 before the first. */
  readonly after: number;
  /** Effect, in a sentence; or the reason for a refusal. */
  readonly effect: string;
  readonly refused?: true;
  /** Of a boost: what is added to priorities. */
  readonly amount?: number;
}

/** Answers of the server; see `schemas.ts` and `operations.ts` of the workbench. */
export interface Folder {
  readonly folder: string;
  readonly endings: readonly string[];
  readonly formats: readonly { readonly format: string; readonly title: string; readonly summary: string }[];
  readonly limits: { readonly textBytes: number; readonly files: number; readonly archiveBytes: number };
}
export interface ListedTopic {
  readonly name: string;
  readonly files: number;
  readonly built?: { readonly at: string; readonly bytes: number };
}
export interface WholeTopic extends ListedTopic {
  readonly folder: string;
  readonly sources: readonly { readonly name: string; readonly bytes: number }[];
  readonly standing: Standing;
  readonly nouns: readonly { readonly noun: string; readonly documents: number }[];
  readonly about?: string;
  readonly isStale: boolean;
}
export interface Standing {
  readonly texts: readonly CheckedText[];
  readonly problems: readonly { readonly where: string; readonly message: string }[];
  readonly language: string;
  readonly recommended: number;
  readonly least: number;
  readonly advice: readonly string[];
  readonly words: readonly { readonly word: string; readonly texts: number; readonly weight: number }[];
}
export interface CheckedText {
  readonly id: string;
  readonly title: string;
  readonly characters: number;
  readonly language: string;
  readonly remark?: string;
}
export interface Summary {
  readonly name: string;
  readonly out: string;
  readonly topic: string;
  readonly state: string;
  readonly paused: boolean;
  readonly requested: number;
  readonly accepted: number;
  readonly harvest: number | null;
  readonly maxPages: number;
  readonly lastEventAt?: string;
  readonly bytes: number;
  readonly curve: readonly (readonly [number, number])[];
  readonly problem?: string;
}
export interface Started {
  readonly name: string;
  readonly state: 'starting' | 'begun' | 'failed';
  readonly problem?: string;
  readonly log: string;
}
export interface Plan {
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  readonly command: string;
  readonly estimate: { readonly text: string };
}
export interface StoredWeb {
  readonly name: string;
  readonly kind: 'sample' | 'folder' | 'archive';
  readonly summary: string;
  readonly seeds?: Readonly<Record<string, readonly string[]>>;
}
export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly about: string;
  readonly state: 'running' | 'done' | 'failed' | 'cancelled';
  readonly text: string;
  readonly done?: number;
  readonly total?: number;
  readonly problem?: string;
  readonly notes: readonly string[];
  readonly result?: unknown;
}
/** A verdict with its reasons, as `sfwc classify --json` writes it. */
export interface Judged {
  readonly title?: string;
  readonly source?: string;
  readonly accepted: boolean;
  readonly score: number;
  readonly classifier: string;
  readonly reason: {
    readonly summary: string;
    readonly band: { readonly low: number | null; readonly high: number | null };
    readonly evidence: readonly {
      readonly lemma: string;
      readonly pull: number;
      readonly documents: number;
    }[];
  };
}
export interface Archived {
  readonly address: string;
  readonly from: 'warc' | 'pages';
  readonly capturedAt?: string;
}
/** A candidate for a seed, as `sfwc seeds --json` writes it. */
export interface Candidate {
  readonly url: string;
  readonly value: number;
  readonly found: readonly { readonly source: string; readonly by: string; readonly note: string }[];
  readonly probe?:
    | { readonly error: string }
    | {
        readonly title: string;
        readonly judgement: Judged;
        readonly links: { readonly onTopic: number; readonly all: number };
      };
}

/** Asks the server of the workbench. */
export interface BenchApi {
  get<T>(path: string): Promise<T>;
  post<T>(path: string, content: unknown): Promise<T>;
  put<T>(path: string, file: Blob): Promise<T>;
  remove<T>(path: string): Promise<T>;
  /** Follows a job to its end. @param onJob called with each of its states */
  follow(job: Job, onJob: (job: Job) => void): Promise<Job>;
}

/** Milliseconds between two looks at a job. */
const EVERY = 500;

/** @param token that the server asks for */
export function openBenchApi(token: string): BenchApi {
  async function ask<T>(path: string, method: string, body?: BodyInit, type?: string): Promise<T> {
    const response = await fetch(`/api/${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(type === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body }),
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response.json() as Promise<T>;
  }
  const get = <T>(path: string): Promise<T> => ask<T>(path, 'GET');
  return {
    get,
    post: (path, content) => ask(path, 'POST', JSON.stringify(content), 'application/json'),
    put: (path, file) => ask(path, 'PUT', file, 'application/octet-stream'),
    remove: (path) => ask(path, 'DELETE'),
    async follow(begun, onJob) {
      let job = begun;
      onJob(job);
      while (job.state === 'running') {
        await new Promise((resolve) => setTimeout(resolve, EVERY));
        job = await get<Job>(`jobs/${begun.id}`);
        onJob(job);
      }
      return job;
    },
  };
}

import type { Steered } from '../../../app/crawl/steer-crawl.js';
import type { Judgement } from '../../../model/topic.js';
import type { CrawlState } from '../control-room/crawl-watch.js';
import type { Job } from '../workbench/jobs.js';

export type { ListedPage, Preview, Question, Queue, WholePage } from '../control-room/crawl-watch.js';
export type { Blocked, HostList, ListedHost as HostRow } from '../control-room/host-list.js';
export type { SearchAnswer } from '../../search/search-answer.js';
export type { Priority } from '../../../model/crawl-event.js';
export type { RemainingPages } from '../../../model/remaining-pages.js';
export type { NounEvidence } from '../../../model/topic.js';
export type { CrawlSummary } from '../workbench/crawl-list.js';
export type { CrawlPlan } from '../workbench/crawl-plan.js';
export type { Folder } from '../workbench/operations.js';
export type { StartedCrawl } from '../workbench/start-crawl.js';
export type { StoredWeb } from '../workbench/start-crawl.js';
export type { ListedTopic, WholeTopic } from '../workbench/topics.js';
export type { CrawlState as State, Job, Judgement };

/** The token is in the fragment of the address that sfwc printed; a reload finds it in the session. */
export function readToken(): string {
  const given = new URLSearchParams(location.hash.slice(1)).get('token');
  if (given !== null) {
    sessionStorage.setItem('token', given);
    const at = new URLSearchParams(location.hash.slice(1)).get('at');
    // It should not stay in the history.
    history.replaceState(null, '', `${location.pathname}${location.search}${at === null ? '' : `#${at}`}`);
  }
  return sessionStorage.getItem('token') ?? '';
}

type Query = Readonly<Record<string, string | number>>;

/** The HTTP API. All throw an Error with the server's message. */
export interface Api {
  get<T>(path: string, query?: Query): Promise<T>;
  post<T>(path: string, content: unknown): Promise<T>;
  put<T>(path: string, file: Blob): Promise<T>;
  remove<T>(path: string): Promise<T>;
}

/** @param token that the server asks for */
export function openApi(token: string): Api {
  const json = async <T>(path: string, init: RequestInit, type = 'application/json'): Promise<T> => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type };
    const response = await fetch(`/api/${path}`, { ...init, headers }).catch(() => {
      throw new Error('The server cannot be reached. Is sfwc ui running?');
    });
    if (!response.ok) throw new Error((await response.text()).trim());
    return response.json() as Promise<T>;
  };
  return {
    get: (path, query = {}) => {
      const written = Object.entries(query).map(([name, value]) => [name, String(value)]);
      const search = new URLSearchParams(written).toString();
      return json(search === '' ? path : `${path}?${search}`, {});
    },
    post: (path, content) => json(path, { method: 'POST', body: JSON.stringify(content) }),
    put: (path, body) => json(path, { method: 'PUT', body }, 'application/octet-stream'),
    remove: (path) => json(path, { method: 'DELETE' }),
  };
}

/** The part of the API for one crawl. */
export interface CrawlApi {
  get<T>(path: string, query?: Query): Promise<T>;
  act(by: string, action: Readonly<Record<string, unknown>>): Promise<Steered>;
  /** Continues a crawl that is not running. @param maxPages pages in all, where the limit is raised */
  resume(maxPages?: number): Promise<{ readonly running: boolean }>;
}

/** @param crawl the name of the crawl */
export function crawlApi(api: Api, crawl: () => string): CrawlApi {
  const at = (path: string): string => `crawls/${encodeURIComponent(crawl())}/${path}`;
  return {
    get: (path, query) => api.get(at(path), query),
    act: (by, action) => api.post(at('actions'), { by, action }),
    resume: (maxPages) => api.post(at('resume'), maxPages === undefined ? {} : { maxPages }),
  };
}

/** Milliseconds between two looks at a job. */
const EVERY = 500;

/** Follows a job to its end. @param onJob called with each of its states */
export async function followJob(api: Api, begun: Job, onJob: (job: Job) => void): Promise<Job> {
  let job = begun;
  onJob(job);
  while (job.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, EVERY));
    job = await api.get<Job>(`jobs/${begun.id}`);
    onJob(job);
  }
  return job;
}

/** The message of an error, for a person. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

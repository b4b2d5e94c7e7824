import type { CrawlEvent, LinkPriority, Priority } from '../model/crawl.js';
import { messageOf, PluginError, SfwcError } from '../model/errors.js';
import type { EntityLink, EntityLinker } from '../model/noun.js';
import type { Page, PageReader } from '../model/page.js';
import type { AnnotatedPage, Judgement, Reason, TopicClassifier } from '../model/topic.js';
import { once } from '../support/once.js';
import { emptyPage } from '../support/text/empty-page.js';
import { given } from '../support/given.js';
import {
  PART_KINDS,
  type ClassifierContext,
  type Made,
  type OwnClassifier,
  type OwnLinker,
  type OwnPageReader,
  type PartKind,
  type Sink,
  type StrategyContext,
  type Verdict,
} from './plugin.js';
import type { Plugins, Registered } from './registry.js';

/**
 * Parts of one's own as the ports that the rest of sfwc sees. What they throw, and what they give that is not what the
 * port promises, becomes a PluginError that names the part.
 */

const RESUME = 'fix it and run again; a crawl can be resumed';

/** A classifier of one's own. */
export function guardClassifier(
  { name, part }: Registered<Made<OwnClassifier, ClassifierContext>>,
  context: ClassifierContext,
): TopicClassifier {
  const made = once(() => makePart('classifiers', name, part, context));
  return {
    name,
    judge: async (page) => {
      const where = `the classifier '${name}' at ${page.page.url}`;
      const verdict = await named(where, async () => (await made()).judge(page));
      return judgementOf(verdict, name, page, where);
    },
  };
}

function judgementOf(
  verdict: Verdict | undefined,
  classifier: string,
  page: AnnotatedPage,
  where: string,
): Judgement {
  const { accepted, score, reason } = verdict ?? ({} as Partial<Verdict>);
  if (typeof accepted !== 'boolean' || !Number.isFinite(score) || score === undefined) {
    const gave = JSON.stringify({ accepted, score });
    throw new PluginError(`${where} gave ${gave} instead of { accepted: true or false, score: a number }`, {
      hint: RESUME,
    });
  }
  const stated = typeof reason === 'string' ? { summary: reason } : reason;
  return { accepted, score, classifier, reason: { ...emptyReason(accepted, score, page), ...stated } };
}

function emptyReason(accepted: boolean, score: number, { nouns }: AnnotatedPage): Reason {
  const distinct = new Map(nouns.map((noun) => [noun.lemma, noun.iri !== undefined]));
  const linked = [...distinct.values()].filter(Boolean).length;
  return {
    summary: `${accepted ? 'accepted' : 'rejected'}: score ${score}`,
    meanIdf: null,
    band: { low: null, high: null },
    nouns: { distinct: distinct.size, linked, unknown: 0 },
    evidence: [],
  };
}

/** A strategy of one's own, made for one crawl. */
export async function guardStrategy(
  { name, part }: Registered<Made<LinkPriority, StrategyContext>>,
  context: StrategyContext,
): Promise<LinkPriority> {
  const made = await makePart('strategies', name, part, context);
  const calling = <T>(where: string, call: () => T): T => namedNow(`the strategy '${name}'${where}`, call);
  const checked = (where: string, priority: Priority | undefined): Priority | undefined =>
    checkedPriority(priority, `the strategy '${name}'${where}`);
  return {
    name,
    ...given({ batch: made.batch, follow: made.follow, readsTagPaths: made.readsTagPaths }),
    prioritise: (candidate) => {
      const where = ` at the link ${candidate.link.url}`;
      return checked(
        where,
        calling(where, () => made.prioritise(candidate)),
      );
    },
    ...(made.observe && {
      observe: (event, page) => calling(` at ${event.url}`, () => made.observe?.(event, page)),
    }),
    ...(made.revisions && {
      revisions: () =>
        calling('', () =>
          [...(made.revisions?.() ?? [])].map(
            ([url, priority]) => [url, checked(` at ${url}`, priority) ?? priority] as const,
          ),
        ),
    }),
    ...(made.snapshot && { snapshot: () => calling('', () => made.snapshot?.()) }),
    ...(made.current && {
      current: (url) =>
        checked(
          ` at ${url}`,
          calling('', () => made.current?.(url)),
        ),
    }),
    ...(made.changes && { changes: () => calling('', () => [...(made.changes?.() ?? [])]) }),
    ...(made.restore && { restore: (from, kept) => calling('', () => made.restore?.(from, kept)) }),
  };
}

function checkedPriority(priority: Priority | undefined, where: string): Priority | undefined {
  if (priority === undefined) return undefined;
  const { value, reason } = priority as Partial<Priority>;
  if (Number.isFinite(value) && typeof reason === 'string') return priority;
  throw new PluginError(
    `${where} gave ${JSON.stringify({ value, reason })} instead of { value: a number, reason: a text } or undefined`,
    { hint: RESUME },
  );
}

/** A linker of one's own. */
export function guardLinker({ name, part }: Registered<Made<OwnLinker>>): EntityLinker {
  const made = once(() => makePart('linkers', name, part, undefined));
  const where = `the linker '${name}'`;
  return {
    name,
    link: async (text) => {
      const links = await named(where, async () => [...(await (await made()).link(text))]);
      return links.map(({ begin, end, iri }): EntityLink => {
        const isSpan = Number.isInteger(begin) && Number.isInteger(end) && 0 <= begin && begin < end;
        if (isSpan && end <= text.text.length && URL.canParse(iri)) return { begin, end, iri, linker: name };
        throw new PluginError(
          `${where} gave ${JSON.stringify({ begin, end, iri })} instead of a span of the text and an absolute IRI`,
        );
      });
    },
  };
}

/** The reader of pages that takes a response, among those of one's own; undefined where none does. */
export function pageReaderFor(
  readers: readonly Registered<OwnPageReader>[],
  url: string,
  contentType: string,
): Registered<OwnPageReader> | undefined {
  return readers.find(({ name, part }) =>
    namedNow(`the page reader '${name}' at ${url}`, () => part.accepts(url, contentType)),
  );
}

/** Reads a page. @throws Error that names the reader: it failed, or what it gave is not a page */
export async function readOwnPage(
  { name, part }: Registered<OwnPageReader>,
  ...[body, url, contentType]: Parameters<PageReader['read']>
): Promise<Page> {
  try {
    const draft = await part.read(body, url, contentType);
    if (typeof (draft as Partial<typeof draft> | undefined)?.text !== 'string')
      throw new Error('it gave no text');
    return { ...emptyPage(url), ...given(draft), url };
  } catch (error) {
    throw new Error(`the page reader '${name}' failed: ${messageOf(error)}`, { cause: error });
  }
}

/** Several sinks as one. */
export interface OpenSinks {
  write(event: CrawlEvent, page?: Page): Promise<void>;
  /** Closes all. @throws PluginError for a sink that cannot be closed */
  close(): Promise<void>;
}

/** Opens the sinks of one's own, as one. Each event goes to one after the other. */
export async function openSinks(plugins: Plugins): Promise<OpenSinks> {
  const open: { readonly name: string; readonly sink: Sink }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(
      open.map(({ name, sink }) => named(`the sink '${name}', when it was closed,`, () => sink.close?.())),
    );
  };
  try {
    for (const { name, part } of plugins.all('sinks'))
      open.push({ name, sink: await makePart('sinks', name, part, undefined) });
  } catch (thrown) {
    // What failed first says why.
    await close().catch(() => undefined);
    throw thrown;
  }
  return {
    close,
    write: async (event, page) => {
      for (const { name, sink } of open) {
        const where = `the sink '${name}' at event ${event.sequence} (${event.url})`;
        await named(where, () => sink.write(event, page));
      }
    },
  };
}

/** Makes a part that is a function; one that is an object is there already. */
async function makePart<Part extends object, Context>(
  kind: PartKind,
  name: string,
  part: Made<Part, Context>,
  context: Context,
): Promise<Part> {
  if (typeof part !== 'function') return part;
  const { one, functions } = PART_KINDS[kind];
  const where = `the ${one} '${name}', when it was made,`;
  const made = await named(where, () => part(context));
  const missing = functions.filter(
    (wanted) => typeof (made as Readonly<Record<string, unknown>> | undefined)?.[wanted] !== 'function',
  );
  if (missing.length === 0) return made;
  throw new PluginError(
    `${where} gave an object without ${missing.map((method) => `${method}()`).join(', ')}`,
  );
}

/** @param where the part and what it worked at */
async function named<T>(where: string, call: () => T | Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    throw failure(where, error);
  }
}

function namedNow<T>(where: string, call: () => T): T {
  try {
    return call();
  } catch (error) {
    throw failure(where, error);
  }
}

function failure(where: string, error: unknown): SfwcError {
  // What sfwc itself reports of, such as a knowledge base that does not answer, is not the part's fault.
  if (error instanceof SfwcError) return error;
  return new PluginError(`${where} failed: ${messageOf(error)}`, { hint: RESUME, cause: error });
}

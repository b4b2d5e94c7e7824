import type { CrawlEvent, LinkPriority, Priority } from '../../model/crawl-event.js';
import { messageOf, PluginError } from '../../model/errors.js';
import type { EntityLink, EntityLinker } from '../../model/noun.js';
import type { Page, PageReader } from '../../model/page.js';
import type { AnnotatedPage, Judgement, Reason, TopicClassifier } from '../../model/topic.js';
import type { ClassifierDeclaration, ClassifierKind, Learner } from '../classifiers/classifier.js';
import { once } from '../../support/once.js';
import { emptyPage } from '../../support/text/empty-page.js';
import { given } from '../../support/given.js';
import { guardCall, guardPort, RESUME, loadedPart } from './guard-port.js';
import {
  PART_KINDS,
  requiredMethods,
  standIn,
  type ClassifierContext,
  type Made,
  type MadePartOf,
  type OwnClassifierPart,
  type OwnLink,
  type OwnLinkerPart,
  type OwnPageReader,
  type PartKind,
  type Sink,
  type StrategyContext,
  type Verdict,
} from './plugin.js';
import type { Plugins, Registered } from './registry.js';
import { parseUrl } from '../../support/parse-url.js';

/**
 * User-defined parts as the ports that the rest of sfwc sees: see {@link guardPort}.
 */

/** A user-defined classifier, made when it is first needed. */
export function guardClassifier(
  { name, part }: Registered<OwnClassifierPart>,
  context: ClassifierContext,
): TopicClassifier {
  const made = once(() => makePart('classifiers', name, part, context));
  return guardPort<TopicClassifier>(lazily('classifiers', made), {
    part: `the classifier '${name}'`,
    fixed: { name },
    at: { judge: ({ page }) => ` at ${page.url}` },
    checks: { judge: (verdict, where, page) => judgementOf(verdict, name, page, where) },
  });
}

/**
 * A classifier that a plugin declares with `load`.
 * @throws PluginError where it cannot be loaded, or has another name
 */
export async function guardDeclared({
  name,
  part,
}: Registered<ClassifierDeclaration>): Promise<ClassifierKind> {
  const named = `the classifier '${name}'`;
  const kind = await loadedPart<ClassifierKind>(part, named);
  if (kind.name !== name)
    throw new PluginError(`${named} loads a classifier with the name '${kind.name}'`, {
      hint: 'give both the same name: its file and its judgements are named by it',
    });
  const learner = kind.learner && guardPort<Learner>(kind.learner, { part: named });
  return guardPort<ClassifierKind>(kind, {
    part: named,
    fixed: { learner },
    checks: {
      make: (made) =>
        guardPort<TopicClassifier>(made, {
          part: named,
          fixed: { name },
          at: { judge: ({ page }) => ` at ${page.url}` },
          checks: { judge: (verdict, where, page) => judgementOf(verdict, name, page, where) },
        }),
    },
  });
}

/** Stands for a part until it is made. */
function lazily<K extends 'classifiers' | 'linkers'>(
  kind: K,
  made: () => Promise<MadePartOf<K>>,
): MadePartOf<K> {
  return standIn(kind, async (method, given) => {
    const part = await made();
    return (part as unknown as Readonly<Record<string, (...given: readonly unknown[]) => unknown>>)[method]?.(
      ...given,
    );
  });
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

/** A user-defined strategy, made for one crawl. */
export async function guardStrategy(
  { name, part }: Registered<Made<LinkPriority, StrategyContext>>,
  context: StrategyContext,
): Promise<LinkPriority> {
  return guardPort<LinkPriority>(await makePart('strategies', name, part, context), {
    part: `the strategy '${name}'`,
    fixed: { name },
    at: {
      prioritise: ({ link }) => ` at the link ${link.url}`,
      observe: ({ url }) => ` at ${url}`,
      correct: ({ url }) => ` at ${url}`,
      current: (url) => ` at ${url}`,
    },
    checks: {
      prioritise: checkedPriority,
      current: checkedPriority,
      revisions: (revisions, where) =>
        [...orNone(revisions)].map(
          ([url, priority]) => [url, checkedPriority(priority, `${where} at ${url}`) ?? priority] as const,
        ),
      changes: (changes) => [...orNone(changes)],
    },
  });
}

/** What a method of a strategy gives may be nothing, whatever its type says. */
function orNone<T>(gave: Iterable<T> | undefined): Iterable<T> {
  return gave ?? [];
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

/** A user-defined linker, made when it is first needed. */
export function guardLinker({ name, part }: Registered<OwnLinkerPart>): EntityLinker {
  const made = once(() => makePart('linkers', name, part, undefined));
  return guardPort<EntityLinker>(lazily('linkers', made), {
    part: `the linker '${name}'`,
    fixed: { name },
    checks: { link: (links, where, text) => checkedLinks(links, name, text.text, where) },
  });
}

function checkedLinks(
  links: Iterable<OwnLink>,
  linker: string,
  text: string,
  where: string,
): readonly EntityLink[] {
  return [...links].map(({ begin, end, iri }) => {
    const isSpan = Number.isInteger(begin) && Number.isInteger(end) && 0 <= begin && begin < end;
    if (isSpan && end <= text.length && parseUrl(iri) !== undefined) return { begin, end, iri, linker };
    throw new PluginError(
      `${where} gave ${JSON.stringify({ begin, end, iri })} instead of a span of the text and an absolute IRI`,
    );
  });
}

/** The reader of pages that takes a response, among the user-defined ones; undefined where none does. */
export function pageReaderFor(
  readers: readonly Registered<OwnPageReader>[],
  url: string,
  contentType: string,
): Registered<OwnPageReader> | undefined {
  return readers.find(({ name, part }) =>
    guardCall(`the page reader '${name}' at ${url}`, () => part.accepts(url, contentType)),
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

/** Opens the user-defined sinks, as one. Each event goes to one after the other. */
export async function openSinks(plugins: Plugins): Promise<OpenSinks> {
  const open: Sink[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map(async (sink) => sink.close?.()));
  };
  try {
    for (const { name, part } of plugins.all('sinks'))
      open.push(guardSink(name, await makePart('sinks', name, part, undefined)));
  } catch (thrown) {
    // What failed first says why.
    await close().catch(() => undefined);
    throw thrown;
  }
  return {
    close,
    write: async (event, page) => {
      for (const sink of open) await sink.write(event, page);
    },
  };
}

function guardSink(name: string, sink: Sink): Sink {
  return guardPort<Sink>(sink, {
    part: `the sink '${name}'`,
    at: {
      write: ({ sequence, url }) => ` at event ${sequence} (${url})`,
      close: () => ', when it was closed,',
    },
  });
}

/** Makes a part that is a function; one that is an object exists already. */
async function makePart<Part extends object, Context>(
  kind: PartKind,
  name: string,
  part: Made<Part, Context>,
  context: Context,
): Promise<Part> {
  if (typeof part !== 'function') return part;
  const { one } = PART_KINDS[kind];
  const where = `the ${one} '${name}', when it was made,`;
  const made = (await guardCall(where, () => part(context))) as Part;
  const missing = requiredMethods(kind).filter(
    (wanted) => typeof (made as Readonly<Record<string, unknown>> | undefined)?.[wanted] !== 'function',
  );
  if (missing.length === 0) return made;
  throw new PluginError(
    `${where} gave an object without ${missing.map((method) => `${method}()`).join(', ')}`,
  );
}

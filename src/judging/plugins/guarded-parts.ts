import { z } from 'zod';
import type { CrawlEvent, LinkCandidate, LinkPriority } from '../../model/crawl-event.js';
import type { EntityLinker } from '../../model/noun.js';
import type { Page } from '../../model/page.js';
import type { AnnotatedPage, Reason, TopicClassifier } from '../../model/topic.js';
import { once } from '../../support/once.js';
import { given } from '../../support/given.js';
import { parseUrl } from '../../support/parse-url.js';
import type {
  ClassifierContext,
  Made,
  UserClassifier,
  UserClassifierPart,
  UserLinkerPart,
  PartKind,
  Sink,
  StrategyContext,
} from './plugin.js';
import { hasMethod, PART_KINDS, type Plugins, type Registered } from './registry.js';
import { messageOf, PluginError, SfwcError } from '../../model/errors.js';

/** User-defined parts as the ports that the rest of sfwc sees: see {@link callPart}. */

const VERDICT = z
  .object({ accepted: z.boolean(), score: z.number() })
  .describe('{ accepted: true or false, score: a number }');

const PRIORITY = z.object({ value: z.number(), reason: z.string() });
const PRIORITY_OR_NONE = PRIORITY.optional().describe('{ value: a number, reason: a text } or undefined');
const REVISIONS = z
  .array(z.tuple([z.string(), PRIORITY]))
  .describe('[a URL, { value: a number, reason: a text }]');

const LINKS = z
  .array(
    z
      .object({
        begin: z.int().min(0),
        end: z.int(),
        iri: z.string().refine((iri) => parseUrl(iri) !== undefined),
      })
      .refine(({ begin, end }) => begin < end),
  )
  .describe('a span of the text and an absolute IRI');

/** Names of the places at which methods of strategies and sinks fail, and checks of their answers. */
const atUrl = { at: ({ url }: CrawlEvent): string => ` at ${url}` };
const STRATEGY_RULES = {
  prioritise: { at: ({ link }: LinkCandidate) => ` at the link ${link.url}`, schema: PRIORITY_OR_NONE },
  observe: atUrl,
  correct: atUrl,
  current: { at: (url: string) => ` at ${url}`, schema: PRIORITY_OR_NONE },
};
const SINK_RULES = {
  write: { at: ({ sequence, url }: CrawlEvent) => ` at event ${sequence} (${url})` },
  close: { at: () => ', when it was closed,' },
};

async function makePart<Part extends object, Context>(
  kind: PartKind,
  { name, part }: Registered<Made<Part, Context>>,
  context: Context,
): Promise<Part> {
  if (typeof part !== 'function') return part;
  const { one, method } = PART_KINDS[kind];
  const schema = z.custom((made) => hasMethod(made, method)).describe(`an object with ${method}()`);
  return callPart(`the ${one} '${name}', when it was made,`, '', () => part(context), schema);
}

/** A user-defined classifier, made when it is first needed. */
export function guardClassifier(
  own: Registered<UserClassifierPart>,
  context: ClassifierContext,
): TopicClassifier {
  return completed(
    own.name,
    once(() => makePart('classifiers', own, context)),
  );
}

/** A classifier whose judgements are checked and completed. */
export function completed(
  name: string,
  made: () => UserClassifier | Promise<UserClassifier>,
): TopicClassifier {
  return {
    name,
    async judge(page) {
      const { accepted, score, reason } = await callPart(
        `the classifier '${name}'`,
        ` at ${page.page.url}`,
        async () => (await made()).judge(page),
        VERDICT,
      );
      const stated = typeof reason === 'string' ? { summary: reason } : reason;
      return {
        accepted,
        score,
        classifier: name,
        reason: { ...emptyReason(accepted, score, page), ...stated },
      };
    },
  };
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
  own: Registered<Made<LinkPriority, StrategyContext>>,
  context: StrategyContext,
): Promise<LinkPriority> {
  const { name } = own;
  const named = `the strategy '${name}'`;
  const made = await makePart('strategies', own, context);
  // A generator fails only when it is run, and plugins in JavaScript may return nothing in place of a list.
  const lists = given({
    revisions:
      made.revisions && (() => callPart(named, '', () => [...(made.revisions?.() ?? [])], REVISIONS)),
    changes: made.changes && (() => callPart(named, '', () => [...(made.changes?.() ?? [])])),
  });
  return wrapPart<LinkPriority>(made, named, { name, ...lists }, STRATEGY_RULES);
}

/** A user-defined linker, made when it is first needed. */
export function guardLinker(own: Registered<UserLinkerPart>): EntityLinker {
  const { name } = own;
  const named = `the linker '${name}'`;
  const made = once(() => makePart('linkers', own, undefined));
  return {
    name,
    async link(text) {
      const links = await callPart(named, '', async () => [...(await (await made()).link(text))], LINKS);
      const beyond = links.find(({ end }) => end > text.text.length);
      if (beyond !== undefined) throw wrongAnswer(named, beyond, LINKS);
      return links.map(({ begin, end, iri }) => ({ begin, end, iri, linker: name }));
    },
  };
}

/** Several sinks as one. Each event goes to one after the other. */
export type OpenSinks = Awaited<ReturnType<typeof openSinks>>;

export async function openSinks(plugins: Plugins) {
  const open: Sink[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(open.map(async (sink) => sink.close?.()));
  };
  try {
    for (const own of plugins.all('sinks'))
      open.push(wrapPart(await makePart('sinks', own, undefined), `the sink '${own.name}'`, {}, SINK_RULES));
  } catch (thrown) {
    // What failed first says why.
    await close().catch(() => undefined);
    throw thrown;
  }
  return {
    close,
    write: async (event: CrawlEvent, page?: Page): Promise<void> => {
      for (const sink of open) await sink.write(event, page);
    },
  };
}

/** Advice for a user whose part failed. */
const RESUME = 'fix it and run again; a crawl can be resumed';
/** The largest number of characters of a wrong value that a message shows. */
const MAX_SHOWN = 200;

/** Calls user-defined code that may answer at once or later. Errors of sfwc itself pass as they are. @throws PluginError */
export function callPart<T>(name: string, where: string, call: () => T, schema?: z.ZodType): T {
  const checked = <Answer>(answer: Answer): Answer => {
    if (schema !== undefined) checkAnswer(`${name}${where}`, answer, schema);
    return answer;
  };
  const failed = (error: unknown): never => {
    if (error instanceof SfwcError) throw error;
    throw new PluginError(`${name}${where} failed: ${messageOf(error)}`, { hint: RESUME, cause: error });
  };
  try {
    const answer = call();
    return isPromise(answer) ? (answer.then(checked).catch(failed) as T) : checked(answer);
  } catch (error) {
    return failed(error);
  }
}

/** @throws PluginError for an answer that is not as the schema has it; of a list, the message shows the wrong item */
function checkAnswer(named: string, answer: unknown, schema: z.ZodType): void {
  const { error } = schema.safeParse(answer);
  const place = error?.issues[0]?.path[0];
  const wrong: unknown = Array.isArray(answer) && typeof place === 'number' ? answer[place] : answer;
  if (error !== undefined) throw wrongAnswer(named, wrong, schema);
}

/** The error for an answer, or an item of it, that is not as expected. */
function wrongAnswer(named: string, wrong: unknown, { description }: z.ZodType): PluginError {
  const shown = (JSON.stringify(wrong) as string | undefined)?.slice(0, MAX_SHOWN);
  return new PluginError(`${named} gave ${shown} instead of ${description}`, { hint: RESUME });
}

/** Rules for calls of some methods of a part: see {@link callPart}. */
type MethodRules = Readonly<
  Record<string, { readonly at?: (given: never) => string; readonly schema?: z.ZodType } | undefined>
>;

/** A part each of whose methods is called by {@link callPart}; members in `fixed` stand in place of its own. */
export function wrapPart<Port extends object>(
  part: Port,
  name: string,
  fixed: Partial<Port> = {},
  rules: MethodRules = {},
): Port {
  const get = (_: object, key: string): unknown => {
    if (Object.hasOwn(fixed, key)) return Reflect.get(fixed, key);
    const member: unknown = Reflect.get(part, key);
    if (typeof member !== 'function') return member;
    const { at, schema } = rules[key] ?? {};
    return (...given: readonly unknown[]): unknown =>
      callPart(
        name,
        at?.(given[0] as never) ?? '',
        () => Reflect.apply(member as Method, part, given),
        schema,
      );
  };
  return new Proxy({}, { get: get as ProxyHandler<object>['get'] & object }) as Port;
}

type Method = (...given: readonly unknown[]) => unknown;

function isPromise(value: unknown): value is Promise<unknown> {
  return typeof (value as Partial<Promise<unknown>> | undefined | null)?.then === 'function';
}

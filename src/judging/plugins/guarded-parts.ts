import { z } from 'zod';
import type { CrawlEvent, LinkPriority } from '../../model/crawl-event.js';
import { PluginError } from '../../model/errors.js';
import type { EntityLinker } from '../../model/noun.js';
import type { Page } from '../../model/page.js';
import type { AnnotatedPage, Reason, TopicClassifier } from '../../model/topic.js';
import type { ClassifierDeclaration, ClassifierKind } from '../classifiers/classifier.js';
import { once } from '../../support/once.js';
import { given } from '../../support/given.js';
import { parseUrl } from '../../support/parse-url.js';
import { callPart, wrapPart, wrongAnswer } from './call-part.js';
import {
  PART_KINDS,
  type ClassifierContext,
  type Made,
  type OwnClassifier,
  type OwnClassifierPart,
  type OwnLinkerPart,
  type PartKind,
  type Sink,
  type StrategyContext,
} from './plugin.js';
import type { Plugins, Registered } from './registry.js';

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

/** A user-defined classifier, made when it is first needed. */
export function guardClassifier(
  { name, part }: Registered<OwnClassifierPart>,
  context: ClassifierContext,
): TopicClassifier {
  return judging(
    name,
    once(() => makePart('classifiers', name, part, context)),
  );
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
  const kind = await callPart(named, ', when it was loaded,', () => part.load());
  if (kind.name !== name)
    throw new PluginError(`${named} loads a classifier with the name '${kind.name}'`, {
      hint: 'give both the same name: its file and its judgements are named by it',
    });
  return wrapPart<ClassifierKind>(kind, named, {
    learner: kind.learner && wrapPart(kind.learner, named),
    make(...planned) {
      const made = callPart(named, '', () => kind.make(...planned));
      return judging(name, () => made);
    },
  });
}

/** A classifier whose judgements are checked and completed. */
function judging(name: string, made: () => OwnClassifier | Promise<OwnClassifier>): TopicClassifier {
  const judge = async (page: AnnotatedPage) => (await made()).judge(page);
  return {
    name,
    async judge(page) {
      const where = ` at ${page.page.url}`;
      const { accepted, score, reason } = await callPart(
        `the classifier '${name}'`,
        where,
        () => judge(page),
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
  { name, part }: Registered<Made<LinkPriority, StrategyContext>>,
  context: StrategyContext,
): Promise<LinkPriority> {
  const named = `the strategy '${name}'`;
  const made = await makePart('strategies', name, part, context);
  // A generator fails only when it is run, and plugins in JavaScript may return nothing in place of a list.
  const lists = given({
    revisions:
      made.revisions && (() => callPart(named, '', () => [...(made.revisions?.() ?? [])], REVISIONS)),
    changes: made.changes && (() => callPart(named, '', () => [...(made.changes?.() ?? [])])),
  });
  const atUrl = ({ url }: CrawlEvent): string => ` at ${url}`;
  return wrapPart<LinkPriority>(
    made,
    named,
    { name, ...lists },
    {
      prioritise: {
        at: ({ link }: Parameters<LinkPriority['prioritise']>[0]) => ` at the link ${link.url}`,
        schema: PRIORITY_OR_NONE,
      },
      observe: { at: atUrl },
      correct: { at: atUrl },
      current: { at: (url: string) => ` at ${url}`, schema: PRIORITY_OR_NONE },
    },
  );
}

/** A user-defined linker, made when it is first needed. */
export function guardLinker({ name, part }: Registered<OwnLinkerPart>): EntityLinker {
  const named = `the linker '${name}'`;
  const made = once(() => makePart('linkers', name, part, undefined));
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

/** Several sinks as one. */
export interface OpenSinks {
  write(event: CrawlEvent, page?: Page): Promise<void>;
  /** Closes all. @throws PluginError for a sink that cannot be closed */
  close(): Promise<void>;
}

/** Opens the user-defined sinks, as one. Each event goes to one after the other. */
export async function openSinks(plugins: Plugins): Promise<OpenSinks> {
  const open: { readonly named: string; readonly sink: Sink }[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(
      open.map(async ({ named, sink }) => callPart(named, ', when it was closed,', () => sink.close?.())),
    );
  };
  try {
    for (const { name, part } of plugins.all('sinks'))
      open.push({ named: `the sink '${name}'`, sink: await makePart('sinks', name, part, undefined) });
  } catch (thrown) {
    // What failed first says why.
    await close().catch(() => undefined);
    throw thrown;
  }
  return {
    close,
    write: async (event, page) => {
      const where = ` at event ${event.sequence} (${event.url})`;
      for (const { named, sink } of open) await callPart(named, where, () => sink.write(event, page));
    },
  };
}

/** Makes a part that is a function; one that is an object exists already. */
async function makePart<Part extends object, Context>(
  kind: PartKind,
  name: string,
  part: Made<Part, Context>,
  context: Context,
): Promise<Part> {
  if (typeof part !== 'function') return part;
  const { one, methods } = PART_KINDS[kind];
  const schema = z
    .custom((made) =>
      methods.every((method) => typeof Reflect.get(Object(made) as object, method) === 'function'),
    )
    .describe(`an object with ${methods.map((method) => `${method}()`).join(' and ')}`);
  return callPart(`the ${one} '${name}', when it was made,`, '', () => part(context), schema);
}

import { z } from 'zod';
import type { Action } from '../../../model/steering.js';
import { UsageError } from '../../../model/errors.js';
import { Refusal } from '../refusal.js';
import { acceptArgument, crawlArgument, patternArgument, urlArgument } from '../schemas.js';
import { addTool } from '../tool.js';
import { mayChange, type Workplace } from '../workplace.js';

const ACTIONS = [
  'pause',
  'resume',
  'stop',
  'seed',
  'block',
  'unblock',
  'pin',
  'unpin',
  'boost',
  'ignore',
  'unignore',
  'rate',
  'pace',
  'accept',
  'threshold',
] as const;

const asked = {
  crawl: crawlArgument,
  action: z.enum(ACTIONS),
  urls: z.array(urlArgument).min(1).max(1000).optional().describe('seed: URLs to add'),
  what: patternArgument
    .optional()
    .describe('block, pin, boost and their opposites: host, URL, or URL with *'),
  times: z
    .number()
    .min(-100)
    .max(100)
    .optional()
    .describe('boost: standard deviations to add to priorities; below 0 lowers them, 0 undoes it'),
  term: z
    .string()
    .max(200)
    .optional()
    .describe('ignore, unignore: a term of the reasons for verdicts, which says nothing about the topic'),
  url: urlArgument.optional().describe('rate: the page'),
  answer: z.enum(['yes', 'no', 'skip']).optional().describe('rate: about the topic? skip: undo an answer'),
  alike: z.boolean().optional().describe('rate: the answer is also about pages that are alike'),
  delay: z.number().min(0).max(3600).optional().describe('pace: seconds between requests to one host'),
  concurrency: z.number().int().min(1).max(1000).optional().describe('pace: hosts contacted in parallel'),
  accept: acceptArgument,
  score: z.number().optional().describe('threshold: the score from which pages are accepted'),
};

type Asked = z.output<z.ZodObject<typeof asked>>;

/** Adds the tool that steers crawls. */
export function addSteerTool(workplace: Workplace): void {
  const { server, logger, crawls } = workplace;
  addTool(
    server,
    logger,
    'steer_crawl',
    {
      title: 'Steer a crawl',
      description:
        'Changes a crawl while it runs: pause, resume or stop it; add seeds; block, pin (request first) or boost a host or URLs; ' +
        'rate a page (the crawl learns from it); change pace, how much is accepted, or the threshold. A command to a crawl that is not ' +
        'running is kept until it continues. Each action is recorded with who asked for it.',
      input: asked,
      output: {
        running: z.boolean(),
        taken: z.boolean().describe('Whether the crawl has taken the action'),
        refused: z.boolean(),
        effect: z.string().optional().describe('What it did, or why the crawl refused it'),
      },
      web: true,
    },
    async (given, { signal }) => {
      mayChange(workplace, 'steer crawls');
      const out = await crawls.folderOf(given.crawl);
      const action = actionOf(given, workplace);
      const { steerCrawl } = await import('../../../app/crawl/steer-crawl.js');
      const how = { by: clientName(workplace), alike: given.alike, signal };
      const { running, taken } = await steerCrawl(out, action, how);
      return { running, taken: taken !== undefined, refused: taken?.refused === true, effect: taken?.effect };
    },
  );
}

/** Who asks: it names files as well. */
function clientName({ server }: Workplace): string {
  const name = server.server.getClientVersion()?.name ?? '';
  return (
    name
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-|-$/g, '')
      .slice(0, 40) || 'assistant'
  );
}

/** @throws UsageError where something is missing; Refusal for what the limits do not allow */
function actionOf(given: Asked, { web, settings }: Workplace): Action {
  const { action } = given;
  switch (action) {
    case 'pause':
    case 'resume':
    case 'stop':
      return { kind: action };
    case 'seed':
      return { kind: action, urls: needed(given, 'urls').map(web.check) };
    case 'boost':
      return { kind: action, what: needed(given, 'what'), by: given.times ?? 1 };
    case 'ignore':
    case 'unignore':
      return { kind: action, term: needed(given, 'term') };
    case 'rate':
      return { kind: action, url: needed(given, 'url'), answer: needed(given, 'answer') };
    case 'accept':
      return { kind: action, accept: needed(given, 'accept') };
    case 'threshold':
      return { kind: action, score: needed(given, 'score') };
    case 'pace':
      return paceOf(given, settings);
    default:
      return { kind: action, what: needed(given, 'what') };
  }
}

function paceOf({ delay, concurrency }: Asked, limits: Workplace['settings']): Action {
  if (delay === undefined && concurrency === undefined)
    throw new UsageError('pace needs delay or concurrency');
  if (delay !== undefined && delay < limits.delay)
    throw new Refusal('delay', `requests to one host must be at least ${limits.delay} s apart`);
  if (concurrency !== undefined && concurrency > limits.concurrency)
    throw new Refusal('concurrency', `at most ${limits.concurrency} hosts may be contacted in parallel`);
  return { kind: 'pace', delay, concurrency };
}

function needed<Name extends keyof Asked>(given: Asked, name: Name): NonNullable<Asked[Name]> {
  const value = given[name];
  if (value !== undefined) return value;
  throw new UsageError(`${given.action} needs ${name}`);
}

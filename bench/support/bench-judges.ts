import path from 'node:path';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import { judgementOf, type Verdict } from '../../src/extensions/lab/comparison/judge-here.js';
import { judgeHereBy } from '../../test/support/judge-here.js';
import type { JudgePage } from '../../src/judging/judge/create-judge.js';
import { openTopic } from '../../src/knowledge/places/knowledge-base.js';
import type { Page } from '../../src/model/page.js';
import type { TopicClassifier } from '../../src/model/topic.js';
import type { TitledText } from '../../src/crawling/priority/term-weights.js';
import { once } from '../../src/support/once.js';
import { seededRandom, seedOf } from '../../src/support/random.js';
import { KEPT, type BenchTopic, type BenchWebName } from './bench-webs.js';

/** By the data's labels; by labels with errors; or the topic's own classifier. */
export const BENCH_JUDGES = ['labels', 'simulated', 'ensemble'] as const;

/** How a bench judges pages. */
export interface BenchJudgeOptions {
  readonly judge: (typeof BENCH_JUDGES)[number];
  /** Of the simulated judge: share of the relevant pages that it accepts, and of the others; always the same pages. */
  readonly recall: number;
  readonly wrong: number;
  readonly seed: number;
}

/** A classifier of a topic, whose verdicts are kept. */
export interface BenchJudge {
  readonly classifier: TopicClassifier;
  readonly save: () => void;
}

/** Characters of texts and pages that are judged; finding nouns takes most of the time. */
const CHARACTERS_JUDGED = 4000;

/** Reads options of a command. Throws for an unknown judge. */
export function benchJudgeOptions(
  values: Readonly<Record<keyof BenchJudgeOptions, string>>,
): BenchJudgeOptions {
  const judge = BENCH_JUDGES.find((one) => one === values.judge);
  if (judge === undefined) throw new Error(`--judge ${values.judge}: use ${BENCH_JUDGES.join(', ')}`);
  const [recall, wrong, seed] = [values.recall, values.wrong, values.seed].map(Number);
  return { judge, recall: recall ?? 1, wrong: wrong ?? 0, seed: seed ?? 1 };
}

/** How a report names the judge. */
export function judgeInWords({ judge, recall, wrong }: BenchJudgeOptions): string {
  if (judge === 'labels') return "the data's labels";
  if (judge === 'ensemble') return `the topic's ensemble, on the first ${CHARACTERS_JUDGED} characters`;
  return `a simulated judge that accepts ${(100 * recall).toFixed(0)} % of the relevant pages and ${(100 * wrong).toFixed(0)} % of the others`;
}

/** Opens a judge of the topic. */
export function openBenchJudge(web: BenchWebName, topic: BenchTopic, options: BenchJudgeOptions): BenchJudge {
  return options.judge === 'ensemble' ? openEnsemble(web, topic) : byLabels(topic, options);
}

function byLabels({ name, members }: BenchTopic, options: BenchJudgeOptions): BenchJudge {
  const { judge, seed } = options;
  const [recall, wrong] = judge === 'labels' ? [1, 0] : [options.recall, options.wrong];
  return {
    save: () => undefined,
    classifier: {
      name: judge,
      judge: async ({ page: { url } }) => {
        const random = seededRandom(seedOf(`${name} ${url}`, seed));
        const accepted = random() < (members.has(url) ? recall : wrong);
        return judgementOf(judge, [accepted, (Number(accepted) + random()) / 2]);
      },
    },
  };
}

function openEnsemble(web: BenchWebName, topic: BenchTopic): BenchJudge {
  const file = path.join(KEPT, `verdicts-${keptName(web, topic)}.json`);
  const verdicts: Record<string, Verdict> = existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Verdict>)
    : {};
  const open = once(() => openBuilt(web, topic));
  const judgeNow = async (page: Page): Promise<Verdict> => {
    const judge = await open();
    const text = page.text.slice(0, CHARACTERS_JUDGED);
    const { accepted, score } = await judge({ ...page, text });
    return (verdicts[page.url] = [accepted, score]);
  };
  return {
    save: () => writeFileSync(file, JSON.stringify(verdicts)),
    classifier: {
      name: 'ensemble',
      judge: async ({ page }) => judgementOf('ensemble', verdicts[page.url] ?? (await judgeNow(page))),
    },
  };
}

/** Topics of the two webs have different names. */
function keptName(web: BenchWebName, { name }: BenchTopic): string {
  return web === 'debian-docs' ? name : `${web}-${name}`;
}

async function openBuilt(web: BenchWebName, topic: BenchTopic): Promise<JudgePage> {
  const kb = path.join(KEPT, 'kb');
  const name = keptName(web, topic);
  if (!existsSync(path.join(kb, `${name}.nq.gz`))) {
    console.error(`building ${name}`);
    mkdirSync(kb, { recursive: true });
    const background = [written(`${name}-background`, topic.texts.background)];
    await buildTopic([written(name, topic.texts.corpus)], { topic: name, kb, background });
  }
  return judgeHereBy(await openTopic(kb, name), undefined, { byLexicon: true });
}

function written(name: string, texts: readonly TitledText[]): string {
  const file = path.join(KEPT, `${name}.jsonl`);
  const lines = texts.map((text) => JSON.stringify({ ...text, text: text.text.slice(0, CHARACTERS_JUDGED) }));
  writeFileSync(file, lines.join('\n'));
  return file;
}

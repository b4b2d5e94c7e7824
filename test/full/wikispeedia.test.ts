import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, it } from '@jest/globals';
import { buildTopic } from '../../src/app/topics/build-topic.js';
import { textPage } from '../support/small-topic.js';
import { judgeHereBy } from '../support/judge-here.js';
import { openTopic } from '../../src/knowledge/places/knowledge-base.js';
import { measureRanking, type RankingMetrics, type ScoredItem } from '../../bench/support/ranking-metrics.js';
import { DATA, describeWithData } from './data.js';

interface Article {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

describeWithData('judging real articles', 'wikispeedia/articles.jsonl.gz', () => {
  const read = (): { readonly articles: readonly Article[]; readonly roles: ReadonlyMap<string, string> } => {
    const lines = gunzipSync(readFileSync(path.join(DATA, 'wikispeedia/articles.jsonl.gz')))
      .toString()
      .trim()
      .split('\n');
    const rows = readFileSync(path.join(DATA, 'wikispeedia/topics.tsv'), 'utf8')
      .split('\n')
      .map((line) => line.split('\t'));
    const roles = new Map(
      rows.filter(([topic]) => topic === 'space').map(([, role = '', id = '']) => [id, role]),
    );
    return { articles: lines.map((line) => JSON.parse(line) as Article), roles };
  };

  it('the ensemble separates, the paper rule accepts nearly everything', async () => {
    const { articles, roles } = read();
    const folder = mkdtempSync(path.join(tmpdir(), 'sfwc-full-'));
    const corpus = path.join(folder, 'space.jsonl');
    const chosen = articles.filter(({ id }) => roles.get(id) === 'corpus');
    writeFileSync(corpus, chosen.map((article) => JSON.stringify(article)).join('\n'));
    await buildTopic([corpus], { topic: 'space', kb: folder });
    const topic = await openTopic(folder, 'space');
    const targets = articles
      .filter(({ id }) => roles.get(id) === 'target')
      .filter((_, index) => index % 4 === 0);
    const others = articles.filter(({ id }) => !roles.has(id)).filter((_, index) => index % 40 === 0);

    const judge = async (rule: 'krs-paper' | 'ensemble'): Promise<RankingMetrics> => {
      const judge = await judgeHereBy(topic, rule);
      const items: ScoredItem[] = [];
      for (const { id, title, text } of [...targets, ...others]) {
        const { score, accepted } = await judge(textPage(text.slice(0, 6000), { title }));
        items.push({ score, accepted, relevant: roles.has(id) });
      }
      return measureRanking(items);
    };
    expect((await judge('krs-paper')).acceptedShare).toBeGreaterThan(0.9);
    const ensemble = await judge('ensemble');
    expect(ensemble.auroc).toBeGreaterThan(0.95);
    expect(ensemble.f1).toBeGreaterThan(0.6);
    rmSync(folder, { recursive: true });
  }, 300_000);
});

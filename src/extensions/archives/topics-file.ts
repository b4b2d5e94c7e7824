import { readFile } from 'node:fs/promises';
import { InputError, messageOf } from '../../model/errors.js';
import type { VirtualWeb, WebTopic } from '../../web/stored/virtual-web.js';

const ROLES = ['seed', 'corpus', 'target', 'neutral'] as const;
type Role = (typeof ROLES)[number];

/**
 * Reads the topics of a web: tab-separated lines `topic role page`, where role is seed, corpus, target or neutral, and a page is
 * a URL of the web. Lines that begin with `#` are comments.
 *
 * @throws InputError naming the file and the line: unknown role, missing column, page that the web does not have
 */
export async function readTopics(file: string, web: VirtualWeb): Promise<readonly WebTopic[]> {
  const lines = (await textOf(file)).split(/\r?\n/);
  const pages = new Set(web.pages);
  const topics = new Map<string, Record<Role, string[]>>();
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const { topic, role, page } = parseLine(line, `${file}:${index + 1}`);
    if (!pages.has(page)) throw new InputError(`${file}:${index + 1}: ${web.name} has no page ${page}`);
    const entry = topics.get(topic) ?? { seed: [], corpus: [], target: [], neutral: [] };
    topics.set(topic, entry);
    entry[role].push(page);
  }
  return [...topics].map(([name, roles]) => ({
    name,
    seeds: roles.seed,
    corpus: roles.corpus,
    targets: roles.target,
    ...(roles.neutral.length > 0 && { neutral: roles.neutral }),
  }));
}

function parseLine(
  line: string,
  where: string,
): { readonly topic: string; readonly role: Role; readonly page: string } {
  const [topic = '', role = '', page = ''] = line.split('\t').map((column) => column.trim());
  if (topic === '' || page === '') {
    throw new InputError(`${where}: three columns are expected, separated by tabs: topic, role, page`);
  }
  const known = ROLES.find((one) => one === role);
  if (known === undefined) {
    throw new InputError(`${where}: '${role}' is not a role; use seed, corpus, target or neutral`);
  }
  return { topic, role: known, page };
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (thrown) {
    throw new InputError(`${file} cannot be read: ${messageOf(thrown)}`, { cause: thrown });
  }
}

import type { Folder, Job, ListedTopic, WholeTopic } from './api.js';
import {
  card,
  choice,
  contactOf,
  dropZone,
  keepContact,
  labelled,
  placeOf,
  saying,
  verdictCard,
  type BenchRoom,
  type JudgedText,
  type NamedFile,
} from './bench-parts.js';
import { button, form, h, list, more, quiet, renew, shown, webLink, type Content } from './dom-elements.js';
import { barred, shareBar, table } from './page-parts.js';

/** Texts that are listed before a person asks for all. */
const LISTED = 10;
/** Nouns in the picture. */
const NOUNS = 18;
const KINDS = 'PDF, Word, OpenDocument, EPUB, HTML, text, Markdown, CSV, JSON lines, web archives';
const HINT =
  'A line about the topic is enough to begin with. Better: 10 texts of a few hundred words or more, about one subject, in one language; 20 are recommended.';

/** Asks for the name of a topic. */
export function newTopic({ api, go }: BenchRoom): HTMLElement {
  const name = h('input', { id: 'topic-name', maxlength: 100, required: true, autocomplete: 'off' });
  const { element, attempt } = saying(api);
  const submit = (): void =>
    void attempt(async () => {
      await api.post<ListedTopic>('topics', { name: name.value });
      go(placeOf('topics', name.value.trim()));
    });
  setTimeout(() => name.focus());
  const help = 'What the pages are about, in a word or a few: diabetes, stained glass, river ecology';
  return h(
    'div',
    { class: 'bench narrow' },
    h('h2', {}, 'New topic'),
    form(
      submit,
      { class: 'card' },
      labelled('Name of the topic', name, help),
      element,
      h('button', { class: 'primary' }, 'Next: give texts'),
    ),
  );
}

/** A view of one topic. */
interface TopicView extends BenchRoom {
  readonly name: string;
  /** The path of the topic in the API. */
  readonly at: string;
  /** Shows the topic again. */
  readonly load: () => Promise<void>;
}

/** A topic: its texts, their check, building, and judging. */
export function topic(room: BenchRoom, folder: Folder, name: string): HTMLElement {
  const [texts, check, build, judge] = [h('div'), h('div'), h('div'), h('div')];
  const { element: said, say, attempt } = saying(room.api);
  const at = `topics/${encodeURIComponent(name)}`;
  const load = async (): Promise<void> => show(await room.api.get<WholeTopic>(at));
  const view: TopicView = { ...room, name, at, load };
  const remove = (file: string): void =>
    void attempt(async () => {
      await room.api.remove(`${at}/texts/${file.split('/').map(encodeURIComponent).join('/')}`);
      await load();
    });
  const show = (found: WholeTopic, all = false): void => {
    renew(
      texts,
      textList(found, all ? Infinity : LISTED, () => show(found, true), remove),
    );
    renew(check, checkCard(found));
    if (build.childElementCount === 0) build.append(buildCard(view, found));
    say(found.isStale ? 'Texts came or went since the topic was built: build it again.' : '');
    if (found.built !== undefined && judge.childElementCount === 0)
      judge.append(crawlCard(name), judgeCard(view));
  };
  void attempt(load);
  return h(
    'div',
    { class: 'bench topic' },
    h('h2', {}, name),
    said,
    h(
      'div',
      { class: 'columns' },
      h('div', {}, addTextsCard(view, folder), texts),
      h('div', { class: 'aside' }, check, judge, build),
    ),
  );
}

type Remove = (file: string) => void;

function textList(
  { sources, standing, files }: WholeTopic,
  most: number,
  showAll: () => void,
  remove: Remove,
): Content {
  if (files === 0) return undefined;
  const { texts, problems } = standing;
  const remarked = texts.toSorted((a, b) => Number(b.remark !== undefined) - Number(a.remark !== undefined));
  const items = remarked
    .slice(0, most)
    .map(({ id, title, characters, language, remark }) => [
      h(
        'div',
        {},
        h('strong', {}, /^https?:/.test(id) ? webLink(id, title) : title),
        h('span', { class: 'quiet' }, ` about ${shown(Math.ceil(characters / 6))} words ${language}`),
        remark && h('span', { class: 'remark' }, remark),
      ),
      removeButton(sources.find(({ name }) => name === id)?.name, title, remove),
    ]);
  const unread = problems.slice(0, LISTED).map(({ where, message }) => {
    const file = sources.find(({ name }) => where === name || where.endsWith(`/${name}`))?.name;
    return [h('strong', {}, file ?? where), `: ${message} `, removeButton(file, file ?? '', remove)];
  });
  return card(
    `${shown(texts.length)} ${texts.length === 1 ? 'text' : 'texts'}`,
    problems.length > 0 &&
      h('div', { class: 'unread' }, h('h3', {}, `${problems.length} could not be read`), list(unread)),
    list(items, { class: 'texts', 'aria-label': 'texts' }),
    texts.length > most && button(`Show all ${texts.length}`, showAll),
  );
}

function removeButton(file: string | undefined, title: string, remove: Remove): Content {
  if (file === undefined) return undefined;
  return button('Remove', () => remove(file), { class: 'plain', 'aria-label': `Remove ${title}` });
}

function checkCard({ standing, nouns }: WholeTopic): HTMLElement {
  const { texts, advice, language, recommended } = standing;
  const most = Math.max(1, ...nouns.map(({ documents }) => documents));
  const rows = nouns
    .slice(0, NOUNS)
    .map(({ noun, documents }) => [noun, barred(shareBar(documents / most), shown(documents))]);
  return card(
    'Check',
    texts.length === 0
      ? quiet(HINT)
      : [
          h('progress', { 'aria-label': 'texts', value: texts.length, max: recommended }),
          advice.map((text) => h('p', { class: 'advice' }, text)),
          language !== '' && quiet(`Language: ${language}`),
        ],
    rows.length > 0 && table('nouns', ['Noun of the topic', 'Texts'], rows, [1]),
  );
}

function buildCard({ api, name, at, load }: TopicView, { about = '' }: WholeTopic): HTMLElement {
  const line = h('input', { id: 'topic-line', maxlength: 500, autocomplete: 'off' });
  line.value = about;
  const { element, say, attempt, follow } = saying(api);
  const [choices, notes] = [h('fieldset'), h('ul', { class: 'problems' })];
  void attempt(async () => {
    const topics = await api.get<readonly ListedTopic[]>('topics');
    const others = topics.filter((other) => other.name !== name && other.files > 0);
    renew(
      choices,
      h('legend', {}, 'Background'),
      quiet(
        'sfwc compares the topic with general texts that come with it, or with the texts of other topics.',
      ),
      others.map((other) => choice(other.name, { value: other.name })[1]),
    );
  });
  const build = async (): Promise<void> => {
    const ticked = [...choices.querySelectorAll<HTMLInputElement>('input:checked')];
    const wish = { background: ticked.map(({ value }) => value), about: line.value.trim() || undefined };
    const begun = api.post<Job>(`${at}/build`, wish);
    const result = await follow<{ statistics?: { documents: number } }>(begun);
    const ended = await api.get<Job>(`jobs/${(await begun).id}`);
    renew(
      notes,
      ended.notes.map((note) => h('li', {}, note)),
    );
    await load();
    const { documents = 0 } = result?.statistics ?? {};
    if (result !== undefined) say(documents === 1 ? 'Built.' : `Built from ${shown(documents)} texts.`);
  };
  const start = button(
    'Build the topic',
    () => {
      start.disabled = true;
      void attempt(build).finally(() => (start.disabled = false));
    },
    { class: 'primary' },
  );
  const help =
    'Its name and what belongs to it, such as “Beekeeping: honey bees, hives, queens, wax”. It is enough to begin with; texts make verdicts surer.';
  return card(
    'Build',
    quiet(
      'sfwc learns from the texts what pages about the topic are like. It takes a few seconds to minutes.',
    ),
    labelled('The topic in a line', line, help),
    choices,
    start,
    element,
    notes,
  );
}

function judgeCard({ api, at }: TopicView): HTMLElement {
  const what = h('textarea', { id: 'judge-what', rows: 4, required: true });
  const answer = h('div', { 'aria-live': 'polite' });
  const { element, attempt, follow } = saying(api);
  const submit = (): void => {
    const written = what.value.trim();
    renew(answer);
    void attempt(async () => {
      const wish = /^https?:\/\/\S+$/i.test(written) ? { address: written } : { text: written };
      const judged = await follow<JudgedText>(api.post<Job>(`${at}/judge`, wish));
      if (judged !== undefined) renew(answer, verdictCard(judged));
    });
  };
  const help = 'See at once whether it is about the topic, and why.';
  const field = labelled('A text, or the address of a page', what, help);
  return card('Try it', form(submit, {}, field, h('button', {}, 'Judge')), element, answer);
}

function crawlCard(name: string): HTMLElement {
  const href = `#/new-crawl?${new URLSearchParams({ topic: name })}`;
  return card(
    'Crawl',
    quiet('Let sfwc find more pages like these.'),
    h('a', { class: 'button primary', href }, 'New crawl for this topic'),
  );
}

/** Card for adding texts: files, a text that is pasted, addresses. */
function addTextsCard({ api, at, load }: TopicView, { endings, textBytes }: Folder): HTMLElement {
  const problems = h('ul', { class: 'problems' });
  const { element, attempt, follow, sendAll } = saying(api);
  const show = async (wrong: readonly string[]): Promise<void> => {
    renew(
      problems,
      wrong.map((text) => h('li', {}, text)),
    );
    await load();
  };
  const send = (files: readonly NamedFile[]): Promise<void> =>
    attempt(async () => {
      const put = ({ name, file }: NamedFile): Promise<unknown> =>
        api.put(`${at}/texts/${encodeURIComponent(name.replaceAll('/', ' - '))}`, file);
      await show(await sendAll(files, textBytes, put));
    });
  const fetchPages = (wish: Readonly<Record<string, unknown>>): Promise<void> =>
    attempt(async () => {
      const result = await follow<{ problems: string[] }>(api.post<Job>(`${at}/addresses`, wish));
      if (result !== undefined) await show(result.problems);
    });
  return card(
    'Add texts',
    dropZone(KINDS, endings.join(','), (files) => void send(files)),
    more('Paste a text', pasteForm(send)),
    more('Fetch pages from the Web', addressForm(fetchPages)),
    element,
    problems,
  );
}

function pasteForm(send: (files: readonly NamedFile[]) => Promise<void>): HTMLElement {
  const text = h('textarea', { id: 'paste', rows: 5, required: true });
  const submit = (): void => {
    const pasted = text.value.trim();
    const [first = ''] = pasted.split('\n');
    const title = first.slice(0, 60).replace(/[^\p{L}\p{N} -]+/gu, ' ');
    void send([{ name: `${title.trim() || 'text'}.txt`, file: new Blob([pasted]) }]).then(
      () => (text.value = ''),
    );
  };
  const field = labelled('Text', text, 'Its first line becomes its title.');
  return form(submit, {}, field, h('button', {}, 'Add the text'));
}

function addressForm(fetchPages: (wish: Readonly<Record<string, unknown>>) => Promise<void>): HTMLElement {
  const addresses = h('textarea', { id: 'addresses', rows: 3, placeholder: 'https://example.org/page' });
  const contact = h('input', { id: 'fetch-contact', value: contactOf(), autocomplete: 'email' });
  const submit = (): void => {
    const reach = contact.value.trim();
    keepContact(reach);
    const given = addresses.value.split(/\s+/).filter((address) => address !== '');
    void fetchPages({ addresses: given, contact: reach || undefined });
  };
  const help = 'Servers see it, so that their operators can reach you.';
  return form(
    submit,
    {},
    labelled('Addresses, one per line', addresses),
    labelled('Your e-mail or web address', contact, help),
    h('button', {}, 'Fetch and add'),
  );
}

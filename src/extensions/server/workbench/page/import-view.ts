import { h, renew } from '../../control-room/page/dom-elements.js';
import type { Folder, StoredWeb } from '../../control-room/page/api.js';
import { card, labelled, saying, sizeText, type BenchRoom } from './bench-parts.js';
import { filesDropped, type NamedFile } from './dropped-files.js';

const ARCHIVE = /\.(?:warc|warc\.gz|wacz)$/i;
const PAGE = /\.(?:html?|xhtml)$/i;

/** Imports a folder of pages or a web archive, to be crawled in place of the Web. */
export function importView({ api, go }: BenchRoom, { limits }: Folder): HTMLElement {
  const name = h('input', { id: 'web-name', maxlength: 60, value: 'my pages', autocomplete: 'off' });
  const place = h('div', { class: 'job-place', hidden: true });
  const { element, attempt } = saying();
  const take = (files: readonly NamedFile[]): void =>
    void attempt(async () => {
      const wanted = files.filter((file) => ARCHIVE.test(file.name) || PAGE.test(file.name));
      if (wanted.length === 0)
        throw new Error('There is no page (.html) and no web archive (.warc, .warc.gz, .wacz) among them.');
      let web: StoredWeb | undefined;
      place.hidden = false;
      for (const [number, { name: file, file: blob }] of wanted.entries()) {
        if (blob.size > limits.archiveBytes)
          throw new Error(`${file} is larger than ${sizeText(limits.archiveBytes)}.`);
        renew(
          place,
          h(
            'div',
            { class: 'job' },
            h('span', {}, `importing ${file} …`),
            h('progress', { max: wanted.length, value: number, 'aria-label': 'files imported' }),
          ),
        );
        const query = new URLSearchParams({ file }).toString();
        web = await api.put<StoredWeb>(`webs/${encodeURIComponent(name.value.trim())}?${query}`, blob);
      }
      place.hidden = true;
      if (web !== undefined) go(`#/new-crawl?${new URLSearchParams({ web: web.name }).toString()}`);
    }).finally(() => (place.hidden = true));
  const archive = h('input', {
    id: 'archive-file',
    type: 'file',
    class: 'unseen',
    multiple: true,
    accept: '.warc,.gz,.wacz',
  });
  const folder = h('input', { id: 'folder-files', type: 'file', class: 'unseen', multiple: true });
  folder.setAttribute('webkitdirectory', '');
  for (const input of [archive, folder])
    input.addEventListener('change', () => {
      take([...(input.files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file })));
      input.value = '';
    });
  const drop = h(
    'div',
    { class: 'drop' },
    h('p', {}, h('strong', {}, 'Drop a folder of pages or a web archive here'), ' or '),
    h(
      'p',
      { class: 'buttons' },
      h('label', { for: 'folder-files', class: 'button' }, 'Choose a folder'),
      folder,
      h('label', { for: 'archive-file', class: 'button' }, 'Choose an archive'),
      archive,
    ),
    h('p', { class: 'quiet' }, `HTML files, WARC or WACZ, each up to ${sizeText(limits.archiveBytes)}`),
  );
  filesDropped(drop, take);
  return h(
    'div',
    { class: 'bench narrow' },
    h('h2', {}, 'Import pages'),
    h(
      'p',
      {},
      'Pages that you have already are judged as if they were crawled: nothing is requested from the Web.',
    ),
    card('Pages', labelled('Name of these pages', name), drop, place, element),
  );
}

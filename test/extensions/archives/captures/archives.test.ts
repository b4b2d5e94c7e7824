import { itBringsCaptures } from '../../../contracts/captures.js';

itBringsCaptures('a folder', (_, folder) => ({ captures: folder }), { isFolder: true });
itBringsCaptures('Common Crawl', (server) => ({ captures: `${server}/`, warcBase: `${server}/files` }));
itBringsCaptures('one index, with records in a folder', (server, folder) => ({
  ...{ captures: `${server}/ALL-index`, warcBase: folder },
}));
itBringsCaptures('the Wayback Machine', (server) => ({ captures: `${server}/cdx/search/cdx` }), {
  replays: true,
});
itBringsCaptures('pywb', (server) => ({ captures: `${server}/ALL/index` }), { replays: true });

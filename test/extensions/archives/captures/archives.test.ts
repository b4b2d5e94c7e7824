import { itBringsCaptures } from '../../../contracts/captures.js';

itBringsCaptures('Common Crawl', (server) => ({
  captures: `${server}/ALL-index?warcs=${server}/files`,
}));
itBringsCaptures('the Wayback Machine', (server) => ({ captures: `${server}/cdx/search/cdx` }), {
  replays: true,
});
itBringsCaptures('pywb', (server) => ({ captures: `${server}/ALL/index` }), { replays: true });

import { definePlugin } from '../../judging/plugins/plugin.js';
import type { StoreDeclaration } from '../../knowledge/places/store.js';

const store: StoreDeclaration = {
  summary: 'a SPARQL 1.1 endpoint',
  load: async () => (await import('./endpoint-store.js')).endpointStore,
};

/** Knowledge bases in SPARQL endpoints. */
export default definePlugin({ stores: { http: store, https: store } });

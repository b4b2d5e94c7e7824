import { defineExtension } from '../../judging/plugins/ports.js';
import type { StoreDeclaration } from '../../knowledge/places/store.js';

const store: StoreDeclaration = {
  summary: 'a SPARQL 1.1 endpoint',
  load: async () => (await import('./endpoint-store.js')).endpointStore,
};

/** Knowledge bases in SPARQL endpoints. */
export default defineExtension({
  stores: { http: store, https: store },
  ports: {
    endpoints: { load: async () => ({ open: (await import('./endpoint-http.js')).createEndpointHttp }) },
  },
});

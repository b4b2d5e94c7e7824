import { defineExtension } from '../../judging/plugins/ports.js';

/** Knowledge bases in SPARQL endpoints. */
export default defineExtension({
  ports: {
    endpointStore: { load: async () => (await import('./endpoint-store.js')).endpointStore },
    endpoints: { load: async () => ({ open: (await import('./endpoint-http.js')).createEndpointHttp }) },
  },
});

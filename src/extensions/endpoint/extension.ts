import { defineExtension } from '../../judging/plugins/ports.js';

/** Knowledge bases in SPARQL endpoints. */
export default defineExtension({
  ports: {
    endpoints: { load: async () => ({ open: (await import('./endpoint-http.js')).createEndpointHttp }) },
  },
});

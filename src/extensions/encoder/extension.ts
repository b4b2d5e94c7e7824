import { defineExtension } from '../../judging/plugins/ports.js';

/** A sentence encoder that reads pages near the decision. */
export default defineExtension({
  ports: {
    encoder: { load: async () => (await import('./open-encoder.js')).openEncoder },
  },
});

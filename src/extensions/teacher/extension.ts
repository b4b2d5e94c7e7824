import { defineExtension } from '../../judging/plugins/ports.js';

/** A language model that answers questions about pages as people do. */
export default defineExtension({
  ports: {
    teacher: { load: async () => (await import('./teacher.js')).teacher },
  },
});

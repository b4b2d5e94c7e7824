import { defineExtension } from '../../judging/plugins/ports.js';

/** Pages that reserve text and data mining. */
export default defineExtension({
  ports: {
    reservations: {
      load: async () => {
        const { reservationFeature } = await import('./reserved.js');
        return { open: (_, parts) => reservationFeature(parts) };
      },
    },
  },
});

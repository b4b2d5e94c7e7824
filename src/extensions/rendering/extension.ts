import { definePlugin } from '../../judging/plugins/plugin.js';

/** Rendering by a browser. */
export default definePlugin({
  renderers: {
    chromium: {
      summary: 'a Chromium or Chrome without a window',
      load: async () => (await import('./chromium.js')).chromium,
    },
  },
});

import { defineExtension } from '../../judging/plugins/ports.js';

/** Rendering by a browser. */
export default defineExtension({
  ports: {
    rendering: { load: async () => (await import('./rendering-feature.js')).rendering },
    browser: {
      load: async () => {
        const { findBrowser, isProgram, whyNoSandbox } = await import('./find-browser.js');
        return { find: () => findBrowser(), isProgram, whyNoSandbox };
      },
    },
  },
});

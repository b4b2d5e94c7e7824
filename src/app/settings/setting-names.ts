/** Names of settings outside programs. Apart from the settings themselves, which need their schemas to be loaded. */

/** The project file, which some commands read from the current folder. */
export const PROJECT_FILE = 'sfwc.yaml';

/** `maxPages` → `max-pages`, the name of the command-line option. */
export function optionName(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** `maxPages` → `SFWC_MAX_PAGES`, the name of the environment variable. */
export function environmentName(name: string): string {
  return `SFWC_${optionName(name).replaceAll('-', '_').toUpperCase()}`;
}

import type { StrategyDescription } from '../src/model/strategy.js';
import type { Extension } from '../src/judging/plugins/ports.js';

/** The strategies of the core by name. */
type Strategies = Readonly<Record<string, StrategyDescription>>;

/**
 * The text of src/judging/plugins/extension-list.ts.
 * @param plugins what each extension declares, by the extension's name
 */
export function extensionList(
  plugins: Readonly<Record<string, Extension>>,
  core: Strategies,
): Promise<string>;
/** The strategies of the core, in a folder of built modules. */
export function coreStrategiesIn(folder: string): Promise<Strategies>;
/** The text of src/language/text/annotator-list.ts. */
export function annotatorList(plugins: Readonly<Record<string, Extension>>): Promise<string>;
/** The declarations of the extensions in a folder, by name. */
export function declaredIn(folder: string): Promise<Readonly<Record<string, Extension>>>;

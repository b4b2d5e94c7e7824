/** The API of this extension: collections that stay fresh. */
export { monitorCollection, type MonitorReport, type MonitorSurroundings } from './monitor.js';
export type { PageChange, RoundReport } from './round-report.js';
export type { TextChange } from './text-change.js';
export type { MonitorOptions } from './monitor-settings.js';

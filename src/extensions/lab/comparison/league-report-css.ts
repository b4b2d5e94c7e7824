/** The style of the report: without external fonts or images, readable on paper and small screens. */
export const REPORT_CSS = `
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #222; background: #fff; }
main { max-width: 1180px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-bottom: 1px solid #ddd; padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid #eee; }
.league td:not(:first-child) { font-variant-numeric: tabular-nums; white-space: nowrap; }
.league td:last-child { color: #777; }
.claims td:last-child { white-space: nowrap; font-weight: 600; }
.notes { color: #555; font-size: .9rem; padding-left: 1.2rem; }
.legend span { display: inline-block; margin-right: 1rem; white-space: nowrap; font-size: .85rem; }
.legend i { display: inline-block; width: 1.3rem; margin-right: .35rem; vertical-align: middle; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; flex: 1 1 480px; max-width: 560px; }
figcaption { font-weight: 600; font-size: .9rem; margin-bottom: .25rem; }
svg { max-width: 100%; height: auto; }
details { margin: .15rem 0; font-size: .9rem; }
summary { cursor: pointer; }
details p { margin: .2rem 0 .6rem 1.1rem; color: #444; }
`;

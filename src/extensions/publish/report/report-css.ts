/** The style of the report: light and dark, for paper and small screens, without fonts or images from elsewhere. */
export const CRAWL_REPORT_CSS = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1f2a30, #e3e9ec); --quiet: light-dark(#52626a, #a3b1b8); --line: light-dark(#d0d9dd, #3a464c);
  --accent: light-dark(#1f5f80, #7cc0e0); --paper: light-dark(#f4f7f8, #1d2528); --ground: light-dark(#ffffff, #12181b);
  --yes: light-dark(#1f7a4a, #5fc48f); --no: light-dark(#a4442f, #ef9a84);
}
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main, footer { max-width: 1180px; margin: 0 auto; padding: 1rem 1.25rem; }
footer, .quiet, .address { color: var(--quiet); }
h1 { font-size: 1.7rem; margin: 0 0 .25rem; overflow-wrap: anywhere; }
h2 { font-size: 1.25rem; margin: 2.2rem 0 .6rem; border-bottom: 1px solid var(--line); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 1.4rem 0 .4rem; }
p { margin: .3rem 0; }
a { color: var(--accent); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: .6rem; margin: 1rem 0 0; }
.figures div { display: flex; flex-direction: column-reverse; padding: .6rem .75rem; background: var(--paper); border: 1px solid var(--line); border-radius: 6px; }
.figures dt { color: var(--quiet); font-size: .85rem; }
.figures dd { margin: 0; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; flex: 1 1 440px; min-width: 0; max-width: 560px; }
figcaption, caption { font-weight: 600; font-size: .9rem; margin-bottom: .25rem; text-align: left; }
figure > svg { width: 100%; max-width: 100%; height: auto; }
.wide { overflow-x: auto; margin: .75rem 0 1.25rem; }
table { border-collapse: collapse; font-size: .9rem; min-width: 60%; }
th, td { padding: .25rem .9rem .25rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--line); font-weight: 400; font-variant-numeric: tabular-nums; overflow-wrap: anywhere; min-width: 3.2rem; }
thead th { color: var(--quiet); font-size: .85rem; white-space: nowrap; }
.bar { width: 9rem; height: .7rem; margin-top: .35rem; }
.bar .whole { fill: var(--line); } .bar .part { fill: var(--yes); }
.samples { padding-left: 1.4rem; }
.samples > li { margin-bottom: .9rem; break-inside: avoid; overflow-wrap: anywhere; }
.samples p { margin: .05rem 0; } .samples .title { font-weight: 600; }
.date { white-space: nowrap; } .noun { display: inline-block; min-width: 5.5rem; }
.address, .samples .quiet { font-size: .85rem; }
.nouns { display: flex; flex-wrap: wrap; gap: .3rem; list-style: none; padding: 0; margin: .25rem 0; font-size: .85rem; }
.nouns li { border: 1px solid var(--line); border-radius: 1rem; padding: 0 .55rem; }
.nouns .for { color: var(--yes); } .nouns .against { color: var(--no); }
@media (max-width: 480px) { main { padding: .75rem; } .bar { width: 4.5rem; } th, td { padding-right: .6rem; } }
@media print {
  :root { color-scheme: light; }
  body { font-size: 10.5pt; } main { max-width: none; padding: 0; }
  .wide { overflow: visible; } table { min-width: 0; width: 100%; }
  section { break-before: auto; } h2, h3, caption { break-after: avoid; } figure, tr, .figures div { break-inside: avoid; }
  .charts figure { flex-basis: 45%; } a { color: inherit; }
}
`;

/** The style of the report: light and dark, without external fonts or images, readable on paper and small screens. */
export const REPORT_CSS = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#222222, #e3e9ec); --quiet: light-dark(#555555, #a3b1b8); --rule: light-dark(#dddddd, #3a464c); --ground: light-dark(#ffffff, #12181b);
  --bound: light-dark(#767676, #96a2a8); --other: light-dark(#c6c6c6, #4d585e);
  --line-0: light-dark(#3366cc, #7ba3f0); --line-1: light-dark(#dc3912, #f58a6c); --line-2: light-dark(#109618, #5fc46a);
  --line-3: light-dark(#990099, #d98ae0); --line-4: light-dark(#0099c6, #4fc3e4); --line-5: light-dark(#b8860b, #dcb04a);
  --line-6: light-dark(#e0569b, #f08fbd); --line-7: light-dark(#66aa00, #a3d14f);
}
@media print { :root { color-scheme: light; } }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
main { max-width: 1180px; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.25rem; margin: 2.5rem 0 .5rem; border-bottom: 1px solid var(--rule); padding-bottom: .25rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .2rem .8rem .2rem 0; text-align: left; vertical-align: top; border-bottom: 1px solid var(--rule); }
.league td:not(:first-child) { font-variant-numeric: tabular-nums; white-space: nowrap; }
.league td:last-child { color: var(--quiet); }
.claims td:last-child { white-space: nowrap; font-weight: 600; }
.notes { color: var(--quiet); font-size: .9rem; padding-left: 1.2rem; }
.legend span { display: inline-block; margin-right: 1rem; white-space: nowrap; font-size: .85rem; }
.legend i { display: inline-block; width: 1.3rem; margin-right: .35rem; vertical-align: middle; }
.charts { display: flex; flex-wrap: wrap; gap: 1rem; }
figure { margin: 0; flex: 1 1 480px; max-width: 560px; }
figcaption { font-weight: 600; font-size: .9rem; margin-bottom: .25rem; }
svg { max-width: 100%; height: auto; }
details { margin: .15rem 0; font-size: .9rem; }
summary { cursor: pointer; }
details p { margin: .2rem 0 .6rem 1.1rem; color: var(--quiet); }
`;

const [WIDTH, LINES] = [112, 34];
const [CHARACTER, LINE, MARGIN] = [7.8, 18, 16];

/** What a terminal shows, as SVG: commands stand out, long lines are cut, and so is what follows the last line. */
export function terminalPicture(lines: readonly string[]): string {
  const shown = lines
    .slice(0, LINES)
    .map((line) => (line.length > WIDTH ? `${line.slice(0, WIDTH - 1)}…` : line));
  if (lines.length > LINES) shown.push('…');
  const [width, height] = [2 * MARGIN + WIDTH * CHARACTER, 2 * MARGIN + shown.length * LINE];
  const texts = shown.map((line, index) => {
    const kind = line.startsWith('$ ') ? 'command' : /^accepted/.test(line) ? 'accepted' : 'line';
    return `  <text class="${kind}" x="${MARGIN}" y="${MARGIN + 13 + index * LINE}">${escaped(line)}</text>`;
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="A crawl in a terminal">`,
    `  <style>text { font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre; fill: #c9d1d9; } .command { fill: #79c0ff; font-weight: 600; } .accepted { fill: #7ee787; }</style>`,
    `  <rect width="${width}" height="${height}" rx="8" fill="#0d1117"/>`,
    ...texts,
    '</svg>\n',
  ].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

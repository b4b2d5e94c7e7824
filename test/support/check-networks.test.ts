import { describe, expect, it } from '@jest/globals';
import { checkGexf, checkGraphMl } from './check-networks.js';

const gexf = (inside: string): string =>
  `<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph defaultedgetype="directed">${inside}</graph></gexf>`;
const graphMl = (inside: string): string =>
  `<graphml xmlns="http://graphml.graphdrawing.org/xmlns"><key id="a" for="node" attr.name="n" attr.type="int"/>` +
  `<graph edgedefault="directed">${inside}</graph></graphml>`;
const declared = '<attributes class="node"><attribute id="0" title="n" type="integer"/></attributes>';
const value = (text: string): string =>
  `<nodes><node id="1"><attvalues><attvalue for="0" value="${text}"/></attvalues></node></nodes>`;

describe('the checker of networks', () => {
  it('takes valid ones', () => {
    const found = checkGexf(gexf(`${declared}${value('3')}<edges><edge source="1" target="1"/></edges>`));
    expect(found.nodes.get('1')).toEqual({ label: '', n: '3' });
    expect(checkGraphMl(graphMl('<node id="1"><data key="a">3</data></node>')).nodes.size).toBe(1);
  });

  it.each([
    ['not well-formed', gexf('<nodes>')],
    ['a control character', gexf(`${declared}${value('&#1;')}`)],
    ['another order', gexf('<edges/><nodes/>')],
    ['an unknown element', gexf('<vertices/>')],
    ['an unknown attribute', gexf('<nodes><node id="1" name="x"/></nodes>')],
    ['a missing attribute', gexf('<nodes><node label="x"/></nodes>')],
    ['an id twice', gexf('<nodes><node id="1"/><node id="1"/></nodes>')],
    ['an edge to nowhere', gexf('<nodes><node id="1"/></nodes><edges><edge source="1" target="2"/></edges>')],
    ['a value of another type', gexf(`${declared}${value('x')}`)],
    ['an attribute that is not declared', gexf(value('3'))],
  ])('refuses GEXF with %s', (_, document) => {
    expect(() => checkGexf(document)).toThrow();
  });

  it.each([
    ['an edge to nowhere', graphMl('<node id="1"/><edge source="1" target="2"/>')],
    ['data that is not declared', graphMl('<node id="1"><data key="b">3</data></node>')],
    ['a value of another type', graphMl('<node id="1"><data key="a">x</data></node>')],
    ['no default direction', graphMl('').replace(' edgedefault="directed"', '')],
  ])('refuses GraphML with %s', (_, document) => {
    expect(() => checkGraphMl(document)).toThrow();
  });
});

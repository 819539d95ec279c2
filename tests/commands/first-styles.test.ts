import { describe, expect, test } from 'vitest';
import { firstStyles } from '../../src/commands/first-styles.mjs';

const markup = '<html><body><div id="shell"><ul class="_bar _big"><li>Inicio</li></ul></div></body></html>';
const of = (sheet: string): string => firstStyles([sheet], markup);

describe('The styles of a first paint', () => {
  test('are the rules that the elements of the document can have, in their order', () => {
    expect(of('.other{top:0}._bar{color:red}p{margin:0}#shell>ul{gap:1px}#later{gap:2px}._bar._big li{gap:3px}')).toBe(
      '._bar{color:red}#shell>ul{gap:1px}._bar._big li{gap:3px}',
    );
    expect(firstStyles(['._bar{top:1px}', '._bar{top:2px}'], markup)).toBe('._bar{top:1px}._bar{top:2px}');
  });

  test('keep what only the page can tell: states, attributes, what brackets ask for', () => {
    const rules = [
      '*,:before{box-sizing:border-box}',
      '._bar:not(._gone,:is(p,h2)){top:0}',
      ':where(svg[class*=x],._none){top:0}',
      'html:not([data-shell]) #shell{display:none}',
      '[data-theme=dark] ._bar:hover{top:0}',
    ];
    expect(of(rules.join(''))).toBe(rules.join(''));
  });

  test('leave out of a list what no element has', () => {
    expect(of('h1,li,:is(p,h2) .gone,ul{margin:0}')).toBe('li,ul{margin:0}');
  });

  test('go into what holds at a width, and leave out what moves', () => {
    expect(
      of('@media (min-width:1px){.gone{top:0}._bar{top:0}}@media print{.gone{top:0}}@keyframes turn{to{top:0}}'),
    ).toBe('@media (min-width:1px){._bar{top:0}}');
  });

  test('have the properties that their rules ask for, through others too', () => {
    expect(of(':root{--a:1px;--b:var(--a);--c:2px;color-scheme:light}[data-theme=dark]{--c:3px}li{top:var(--b)}')).toBe(
      ':root{--a:1px;--b:var(--a);color-scheme:light}[data-theme=dark]{}li{top:var(--b)}',
    );
  });

  test.each(['@import "a.css";', 'li:before{content:"}"}'])(
    'are not made of what cannot be read by its braces: %s',
    (sheet) => {
      expect(() => of(sheet)).toThrow('cannot be read by its braces');
    },
  );
});

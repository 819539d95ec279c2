import { describe, expect, test } from 'vitest';
import { firstRules } from '../../src/commands/first-rules.mjs';

const page = '<body><div id="shell" class="bar wide"><nav><button class="round">Registrar</button></nav></div></body>';
const rulesOf = (css: string): string => firstRules(css, page).replaceAll(/\s+/g, ' ').trim();

describe("The rules of a document's first frame", () => {
  test('are those that can reach what stands in it, in their order', () => {
    expect(
      rulesOf('.bar{a:1}.other{a:2}#shell{a:3}#else{a:4}nav>button{a:5}table{a:6}.bar.other{a:7}.wide nav{a:8}'),
    ).toBe('.bar{a:1}#shell{a:3}nav>button{a:5}.wide nav{a:8}');
  });

  test('of a list the words that can', () => {
    expect(rulesOf('.other,.bar,table{a:1}')).toBe('.bar{a:1}');
  });

  test('keep what depends on the theme, the letters, the window and what a part is not', () => {
    const kept =
      ':root{--x:1}[data-theme=sol] .bar{a:1}.bar[data-nav]:not(.other){a:2}.wide :is(table,button){a:3}*,:before{a:4}' +
      '@media (min-width:600px){.round{a:5}}';
    expect(rulesOf(kept)).toBe(kept);
  });

  test('leave to the sheets what a person brings about, what is printed, and what is empty then', () => {
    expect(
      rulesOf(
        '.round:hover{a:1}.round:focus-visible{a:2}@media (hover:hover){.round{a:3}}@media print{nav{a:4}}@media (min-width:600px){table{a:5}}',
      ),
    ).toBe('');
  });

  test('have the movements that one of them makes, whole', () => {
    expect(
      rulesOf('@keyframes turn{to{a:1}}@keyframes rise{to{a:2}}.round{animation:1s turn}.other{animation:rise}'),
    ).toBe('@keyframes turn{to{a:1}}.round{animation:1s turn}');
  });
});

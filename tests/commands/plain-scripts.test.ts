import { runInThisContext } from 'node:vm';
import { parseAst } from 'vite';
import { describe, expect, test } from 'vitest';
import { definitionOf, withoutSheet } from '../../src/commands/plain-scripts.mjs';

type Exports = Record<string, unknown>;
type Definition = readonly [name: string, needs: readonly string[], run: (...needed: Exports[]) => Exports];

/** The definition of a module, as a script has it. */
const definitionIn = (code: string): Definition => {
  const make = runInThisContext(`($name) => ${definitionOf(code, parseAst(code))}`) as (name: string) => Definition;
  return make('a.js');
};

describe('a module as a plain script (decision 69)', () => {
  test('its imports are parameters, its exports what it gives', () => {
    const [name, needs, run] = definitionIn(
      'import{t as one,default as two}from"./b.js";import*as all from"./c.js";const sum=()=>one+two+all.x;let no=0;export{sum as s,no as default};',
    );
    expect([name, needs]).toEqual(['a.js', ['b.js', 'c.js']]);
    const given = run({ t: 1, default: 2 }, { x: 4 });
    expect((given['s'] as () => number)()).toBe(7);
    expect(given['default']).toBe(0);
  });

  test('a file named twice, or for its effect alone, is needed once', () => {
    const [, needs, run] = definitionIn('import"./b.js";import{x}from"./b.js";export{x};export{y as z}from"./c.js";');
    expect(needs).toEqual(['b.js', 'c.js']);
    expect(run({ x: 1 }, { y: 2 })).toEqual({ x: 1, z: 2 });
  });

  test('it is strict, and keeps its names to itself', () => {
    const [, , run] = definitionIn('function who(){return this}const kept=1;export{who};');
    const who = run()['who'] as () => unknown;
    expect(who()).toBeUndefined();
    expect('kept' in globalThis).toBe(false);
  });

  test.each([
    'let n=0;const up=()=>{n+=1};export{n,up};',
    'let n=0;const up=()=>{n++};export{n,up};',
    'let n;const set=(from)=>{({n}=from)};export{n,set};',
    'let n;const each=(list)=>{for(n of list);};export{n,each};',
    'let n=0;function f(m){if(m){let n=1;n=2}n=m}export{n,f};',
  ])('an exported name that changes later is refused: %s', (code) => {
    expect(() => definitionIn(code)).toThrow(/changed after it ran: n/);
  });

  test.each([
    'const n=0;const f=(n)=>{n=1;return n};export{n,f};',
    'const n=0;const f=()=>{let n=1;n=2;return n};export{n,f};',
    'const n=0;const f=()=>{if(1){var n=1}n=2;return n};export{n,f};',
    'const n=0;const f=()=>{try{f()}catch(n){n=2}for(let n=0;n<1;n++);};export{n,f};',
    'const n=0;const f=(v)=>{switch(v){case 1:let n=1;n=2}};export{n,f};',
  ])('a name of the same spelling within is another one: %s', (code) => {
    expect(definitionIn(code)[2]()['n']).toBe(0);
  });

  test.each(['export const n=1;', 'export default 1;', 'export*from"./b.js";'])(
    'what no builder writes is refused, not guessed: %s',
    (code) => {
      expect(() => definitionIn(code)).toThrow(/cannot be said/);
    },
  );
});

describe('a file that asks for sheets', () => {
  const code =
    'const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/ui-1.css","assets/index-1.css","assets/a-1.css"])))=>i.map(i=>d[i]);' +
    'go(__vite__mapDeps([0,1,2]));go(__vite__mapDeps([1]));go(__vite__mapDeps([11,2]))';

  test('does not ask for the one that every document has', () => {
    const asked = withoutSheet(code, 'assets/index-1.css').match(/__vite__mapDeps\(\[[^)]*\)/g);
    expect(asked).toEqual(['__vite__mapDeps([0,2])', '__vite__mapDeps([])', '__vite__mapDeps([11,2])']);
  });

  test('asks for all of them where that one is not among them, or none is', () => {
    expect(withoutSheet(code, 'assets/other.css')).toBe(code);
    expect(withoutSheet('go()', 'assets/index-1.css')).toBe('go()');
  });
});

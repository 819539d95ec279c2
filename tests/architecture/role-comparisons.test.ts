import { describe, expect, test } from 'vitest';
import { comparedRoles } from './role-comparisons.ts';
import { readSources } from './sources.ts';

const planted = (text: string, path = 'src/app/features/billing/planted.tsx'): string[] =>
  comparedRoles(new Map([[path, text]]));

describe('Rights', () => {
  test('are asked of their table: nobody’s role is held against a word outside of it', () => {
    expect(comparedRoles(readSources())).toEqual([]);
  });
});

describe('The checker itself', () => {
  test.each([
    "if (state.role === 'user') return null;",
    "const seesMoney = role !== 'user';",
    "const owners = team.filter((one) => 'owner' === one.role);",
    "if (['admin', 'owner'].includes(role)) show();",
    "query.where('own.role', '=', 'owner')",
    "query.on('memberships.role', '=', 'owner')",
    "query.where('role', 'in', ['admin', 'owner'])",
  ])('notices a planted %s', (text) => {
    expect(planted(text)).toHaveLength(1);
    expect(planted(text, 'src/server/herd/lots/planted.ts')).toHaveLength(1);
    expect(planted(text, 'src/domain/people/planted.ts')).toEqual([]);
  });

  test('lets a role that is given, a default, a comment and another word pass', () => {
    const text =
      "const role = state.role ?? 'user'; give({ role: 'admin' }); // role === 'user'\nif (kind === 'owners') go();";
    expect(planted(text)).toEqual([]);
  });
});

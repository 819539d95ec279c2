import { describe, expect, test } from 'vitest';
import { assetEndpoints } from '../../src/contract/endpoints/assets.ts';
import { issuesOf } from '../../src/domain/validation.ts';

const digest = 'a'.repeat(64);
const item = { organization_id: 'campo', name: 'Ivermectina', kind: 'antiparasitario', unit: 'ml' };
const { createAsset, updateAsset } = assetEndpoints;

const wrongIn = (photo: unknown): readonly string[] => {
  const parsed = updateAsset.body?.safeParse({ photo });
  return parsed?.success === false ? issuesOf(parsed.error.issues).map(({ path }) => path) : [];
};

describe('The photo of an item of the store room', () => {
  test('is one, by its name, in a new item and in a change', () => {
    expect(createAsset.body?.parse({ ...item, photo: digest })).toEqual({ ...item, photo: digest });
    expect(updateAsset.body?.parse({ photo: digest })).toEqual({ photo: digest });
  });

  test('may be left out, and is taken away with null', () => {
    expect(createAsset.body?.parse(item)).toEqual(item);
    expect(updateAsset.body?.parse({ photo: null })).toEqual({ photo: null });
  });

  test.each([
    ['several of them', [digest, digest]],
    ['nothing', ''],
    ['a number', 7],
    ['more than a name', 'a'.repeat(65)],
    ['the bytes themselves', `data:image/jpeg;base64,${'A'.repeat(100)}`],
  ])('is not %s', (_what, photo) => {
    expect(wrongIn(photo)).toContain('photo');
  });

  test('is read off every item; a server from before it says none', () => {
    const kept = { kg_per_unit: null, minimum: null, batches: [], quantity: 0, missing: 0, deleted: false, version: 1 };
    const row = { id: 'i1', ...item, ...kept };
    expect(createAsset.answer.parse({ ok: true, asset: { ...row, photo: digest } })).toMatchObject({
      asset: { photo: digest },
    });
    expect(createAsset.answer.safeParse({ ok: true, asset: row }).success).toBe(true);
  });
});

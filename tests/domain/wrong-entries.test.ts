import { describe, expect, test } from 'vitest';
import { assetChanges, stocktakeForm } from '../../src/domain/supplies/asset.ts';
import { issuesOf } from '../../src/domain/validation.ts';

const told = (changes: Readonly<Record<string, unknown>>): (string | undefined)[] => {
  const parsed = assetChanges.safeParse(changes);
  return parsed.success ? [] : issuesOf(parsed.error.issues).map(({ message }) => message);
};

describe('A number that cannot be is told with the one that can', () => {
  test.each([
    [{ minimum: -5 }, 'Ingresá al menos 0'],
    [{ minimum: 5e9 }, 'Como máximo 1.000.000.000'],
    [{ kg_per_unit: 0 }, 'Ingresá más de 0'],
    [{ meat_withdrawal_days: 400 }, 'Como máximo 365'],
    [{ meat_withdrawal_days: 2.5 }, 'Ingresá un número entero'],
    [{ meat_withdrawal_days: Number.NaN }, 'Ingresá un número'],
    [{ standard_dose: Number.NaN }, 'Ingresá un número'],
    [{ notes: 'x'.repeat(501) }, 'Usá como máximo 500 caracteres'],
  ])('%j: %s', (changes, sentence) => {
    expect(told(changes)).toEqual([sentence]);
  });

  test('the sentence of the field itself goes first', () => {
    const parsed = stocktakeForm.safeParse({ asset_id: 'sal', counted: 'doce' });
    expect(issuesOf(parsed.error?.issues ?? [])).toEqual([{ path: 'counted', message: 'Ingresá la cantidad' }]);
  });
});

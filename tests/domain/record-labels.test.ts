import { expect, test } from 'vitest';
import { recordWords } from '../../src/domain/movements/audit.ts';
import { labelOf } from '../../src/domain/movements/registry.ts';

test.each([
  ['ASSET', { entry_kind: 'ajuste' }, 'Ajuste por recuento'],
  ['ASSET_CONSUMPTION', { entry_kind: 'ajuste' }, 'Ajuste por recuento'],
  ['ASSET_CONSUMPTION', { entry_kind: 'merma' }, 'Merma'],
  ['ASSET', { entry_kind: 'devolucion' }, 'Devolución'],
  ['ASSET', { entry_kind: 'ingreso' }, 'Ingreso de insumo'],
  ['ASSET_CONSUMPTION', {}, 'Consumo de insumo'],
  ['RAIN', {}, 'Lluvia'],
])('A record of %s that says %j is called %s', (type, said, label) => {
  expect(labelOf(type, said)).toBe(label);
});

test('A row says once that it is a count or a loss', () => {
  const counted = recordWords('ASSET', 'Ajuste por recuento', 'Ajuste · contado: 70 kg de Sal · sin diferencia');
  expect(counted).toEqual({ kind: 'Ajuste por recuento', amount: 'contado: 70 kg de Sal', where: ['sin diferencia'] });
  expect(recordWords('ASSET_CONSUMPTION', 'Merma', 'Merma · 3 kg de Sal')).toMatchObject({ amount: '3 kg de Sal' });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readArcaQr } from '../../src/domain/office/arca-qr.ts';
import { isCuit } from '../../src/domain/office/cuit.ts';

const example = {
  ver: 1,
  fecha: '2026-10-13',
  cuit: 30_707_872_510,
  ptoVta: 10,
  tipoCmp: 1,
  nroCmp: 94,
  importe: 12_100,
  moneda: 'DOL',
  ctz: 65,
  tipoDocRec: 80,
  nroDocRec: 20_123_456_786,
  tipoCodAut: 'E',
  codAut: 70_417_054_367_476,
};
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');
const address = (payload: string): string => `https://www.afip.gob.ar/fe/qr/?p=${payload}`;
const issuer = Array.from({ length: 10 }, (_, digit) => `3070787251${digit}`).find(isCuit) ?? '';
const good = JSON.stringify({ ...example, cuit: Number(issuer) });

const whole = {
  issued_on: '2026-10-13',
  issuer_cuit: issuer,
  point_of_sale: 10,
  number: 94,
  arca_code: 1,
  kind: 'factura',
  letter: 'A',
  total: '12100.00',
  currency: 'USD',
  exchange_rate: '65.000000',
  recipient_cuit: '20123456786',
  cae: '70417054367476',
};

describe('The QR of an invoice', () => {
  test('says everything in its one right spelling', () => {
    expect(readArcaQr(address(base64(good)))).toEqual(whole);
  });

  test.each([
    ['the new name of the tax office', `https://www.arca.gob.ar/fe/qr/?p=${base64(good)}`],
    ['base 64 of URLs, unpadded', address(base64(good).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, ''))],
    ['percent signs', address(encodeURIComponent(base64(good)))],
    ['the payload alone', base64(good)],
    ['plain JSON', good],
    ['blanks and line ends', `  ${address(base64(good))}\n`],
    ['texts without quotation marks', address(base64(good.replaceAll('"', '')))],
    ['single quotation marks', address(base64(good.replaceAll('"', "'")))],
    ['numbers in quotation marks', address(base64(good.replace(/:(\d+)/g, ':"$1"')))],
    ['leading zeros', address(base64(good.replace('"ptoVta":10', '"ptoVta":00010').replace('":94', '":00000094')))],
    [
      'a dashed CUIT',
      address(base64(good.replace(issuer, `"${issuer.slice(0, 2)}-${issuer.slice(2, 10)}-${issuer[10]}"`))),
    ],
    ['the day first', address(base64(good.replace('2026-10-13', '13-10-2026')))],
    ['the day with bars', address(base64(good.replace('2026-10-13', '13/10/2026')))],
    ['the day with its hour', address(base64(good.replace('2026-10-13', '2026-10-13T00:00:00')))],
    ['cents after a comma', address(base64(good.replace('12100', '12100,00')))],
    ['thousands after a dot', address(base64(good.replace('12100', '"12.100,00"')))],
    ['a comma too many', address(base64(good.replace('}', ',}')))],
  ])('is read with %s', (_, text) => {
    expect(readArcaQr(text)).toEqual(whole);
  });

  test.each([
    ['Data Fiscal', 'http://qr.afip.gob.ar/?qr=abcdefghij,,'],
    ['a shop', 'https://www.instagram.com/agrosur?p=eyJ2ZXIiOjF9'],
    ['another address with a payload', `https://example.com/?p=${base64(good)}`],
    ['a word', 'Hola'],
    ['nothing', ''],
    ['a payload that says nothing', address(base64('{}'))],
  ])('is not what %s has', (_, text) => {
    expect(readArcaQr(text)).toBeNull();
  });

  test('leaves out what cannot be: a CUIT that does not check, a day that is none, a CAE too short', () => {
    const odd = { ...example, cuit: '30-11111111-1', fecha: '2026-02-30', codAut: 123, tipoCmp: 999, moneda: 'EUR' };
    expect(readArcaQr(address(base64(JSON.stringify(odd))))).toMatchObject({
      issuer_cuit: null,
      issued_on: null,
      cae: null,
      kind: null,
      letter: null,
      currency: null,
      number: 94,
    });
  });

  test('knows a recipient by his CUIT alone, never by an identity card', () => {
    const person = { ...example, cuit: Number(issuer), tipoDocRec: 96, nroDocRec: 20_123_456_786 };
    expect(readArcaQr(address(base64(JSON.stringify(person))))?.recipient_cuit).toBeNull();
  });

  test('gives back any number, point of sale and amount that an invoice can have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        fc.integer({ min: 1, max: 99_999_999_999 }),
        (ptoVta, nroCmp, cents) => {
          const payload = { ...example, cuit: Number(issuer), ptoVta, nroCmp, importe: cents / 100 };
          const read = readArcaQr(address(base64(JSON.stringify(payload))));
          expect(read).toMatchObject({ point_of_sale: ptoVta, number: nroCmp, total: (cents / 100).toFixed(2) });
        },
      ),
    );
  });

  test('never fails, whatever a camera reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.boolean(), (text, asAddress) => {
        const read = readArcaQr(asAddress ? address(text) : text);
        expect(read === null || read.number !== null || read.issuer_cuit !== null).toBe(true);
      }),
    );
  });
});

import { type Day, isRealDay } from '../dates.ts';
import { isCuit } from './cuit.ts';
import { arcaKind } from './arca-codes.ts';

/** The readable parts of an electronic invoice's QR (RG 4892/2020). */
export interface ArcaInvoice {
  readonly issued_on: Day | null;
  readonly issuer_cuit: string | null;
  readonly point_of_sale: number | null;
  readonly number: number | null;
  readonly arca_code: number | null;
  readonly kind: string | null;
  readonly letter: string | null;
  readonly total: string | null;
  readonly currency: 'ARS' | 'USD' | null;
  readonly exchange_rate: string | null;
  readonly recipient_cuit: string | null;
  readonly cae: string | null;
}

/** Tolerant: URL alphabet, blanks for plus, no padding, cut short. Null if it is not base64. */
function fromBase64(text: string): string | null {
  const figures = text
    .replaceAll('-', '+')
    .replaceAll('_', '/')
    .replaceAll(' ', '+')
    .replace(/[\r\n\t]|=+$/g, '');
  try {
    return atob(figures.length % 4 === 1 ? figures.slice(0, -1) : figures);
  } catch {
    return null;
  }
}

const unescaped = (text: string): string =>
  text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The payload of the tax office's address, or bare; null for other QRs. */
function payloadIn(text: string): string | null {
  const given = text.trim();
  const asked = /[?&#]p=([^&#]+)/i.exec(given)?.[1];
  const isAddress = /^[a-z]+:\/\//i.test(given) || /^www\./i.test(given);
  if (isAddress && (asked === undefined || !/(afip|arca)\.gob\.ar/i.test(given))) return null;
  const raw = unescaped(asked ?? given);
  return raw.startsWith('{') ? raw : fromBase64(raw);
}

/** A field of the payload. Issuers omit quotation marks, add leading zeros, use decimal commas. */
function said(payload: string, name: string): string | null {
  const found = new RegExp(
    `["']?\\b${name}["']?\\s*[:=]\\s*(?:"([^"]*)"|'([^']*)'|([^,}"']+(?:,\\d{1,2}(?=\\s*[,}]))?))`,
    'i',
  ).exec(payload);
  const value = (found?.[1] ?? found?.[2] ?? found?.[3] ?? '').trim();
  return value === '' || value === 'null' ? null : value;
}

const figuresOf = (text: string | null): string => (text ?? '').replace(/\D/g, '');

function wholeIn(text: string | null, most: number): number | null {
  const figures = figuresOf((text ?? '').replace(/\.0+$/, ''));
  const value = Number(figures);
  return figures !== '' && value > 0 && value <= most ? value : null;
}

/** `2026-11-05`, `05-11-2026`, `05/11/2026`, `20261105`, with or without time. */
function dayIn(text: string | null): Day | null {
  const written = (text ?? '').replaceAll('/', '-');
  const [first = '', second = '', third = ''] =
    /^(\d{4})-?(\d{2})-?(\d{2})/.exec(written)?.slice(1) ??
    /^(\d{1,2})-(\d{1,2})-(\d{4})/.exec(written)?.slice(1).toReversed() ??
    [];
  const day = `${first}-${second.padStart(2, '0')}-${third.padStart(2, '0')}`;
  return isRealDay(day) ? day : null;
}

/** `12100.5`, `12.100,50`, `12100,5`, `1.21E4` as a decimal string. */
function amountIn(text: string | null, decimals: number): string | null {
  const typed = (text ?? '').replace(/[^\d.,eE+-]/g, '');
  const plain = typed.includes(',') ? typed.replaceAll('.', '').replace(',', '.') : typed;
  const value = Number(plain);
  return plain !== '' && Number.isFinite(value) && value > 0 && value < 1e12 ? value.toFixed(decimals) : null;
}

function currencyIn(text: string | null): ArcaInvoice['currency'] {
  if (text === null) return null;
  if (/^(PES|ARS|\$)/i.test(text)) return 'ARS';
  return /^(DOL|USD|U\$S|US\$)/i.test(text) ? 'USD' : null;
}

function cuitIn(text: string | null): string | null {
  const figures = figuresOf((text ?? '').replace(/\.0+$/, ''));
  return isCuit(figures) ? figures : null;
}

/** Document types CUIT and CUIL. Without a type, the number alone decides. */
const taxNumbers = new Set([80, 86]);

function recipientIn(payload: string): string | null {
  const kind = wholeIn(said(payload, 'tipoDocRec'), 999);
  return kind === null || taxNumbers.has(kind) ? cuitIn(said(payload, 'nroDocRec')) : null;
}

/** Reads an invoice's QR tolerantly, as many are malformed (domain.md §2.8). Null for others. */
export function readArcaQr(text: string): ArcaInvoice | null {
  const payload = payloadIn(text);
  if (payload === null) return null;
  const issuer_cuit = cuitIn(said(payload, 'cuit'));
  const number = wholeIn(said(payload, 'nroCmp'), 99_999_999);
  if (issuer_cuit === null && number === null) return null;
  const arca_code = wholeIn(said(payload, 'tipoCmp'), 999);
  const currency = currencyIn(said(payload, 'moneda'));
  const cae = figuresOf(said(payload, 'codAut'));
  return {
    issued_on: dayIn(said(payload, 'fecha')),
    issuer_cuit,
    point_of_sale: wholeIn(said(payload, 'ptoVta'), 99_999),
    number,
    arca_code,
    ...arcaKind(arca_code),
    total: amountIn(said(payload, 'importe'), 2),
    currency,
    exchange_rate: currency === 'USD' ? amountIn(said(payload, 'ctz'), 6) : null,
    recipient_cuit: recipientIn(payload),
    cae: cae.length === 14 ? cae : null,
  };
}

/** The tax office's codes of documents by kind and letter (domain.md §2.8). */
const codes: Readonly<Record<string, readonly [letter: string, codes: readonly number[]][]>> = {
  factura: [
    ['A', [1, 201]],
    ['B', [6, 206]],
    ['C', [11, 211]],
    ['M', [51]],
    ['E', [19]],
  ],
  nota_debito: [
    ['A', [2, 202]],
    ['B', [7, 207]],
    ['C', [12, 212]],
    ['M', [52]],
    ['E', [20]],
  ],
  nota_credito: [
    ['A', [3, 203]],
    ['B', [8, 208]],
    ['C', [13, 213]],
    ['M', [53]],
    ['E', [21]],
  ],
  recibo: [
    ['A', [4]],
    ['B', [9]],
    ['C', [15]],
    ['M', [54]],
  ],
  ticket: [
    ['A', [81, 118]],
    ['B', [82, 83, 119]],
    ['C', [111, 120]],
  ],
  // RG 3964/2016, sector pecuario.
  liquidacion: [
    ['A', [180, 183, 186, 190]],
    ['B', [182, 185, 188, 191]],
    ['C', [189]],
  ],
};

interface ArcaKind {
  readonly kind: string | null;
  readonly letter: string | null;
}

export function arcaKind(code: number | null): ArcaKind {
  for (const [kind, letters] of Object.entries(codes)) {
    const found = letters.find(([, numbers]) => code !== null && numbers.includes(code));
    if (found) return { kind, letter: found[0] };
  }
  return { kind: null, letter: null };
}

/** Liquidaciones of the cattle trade (RG 3964/2016). */
export const liquidations = {
  cuenta_venta: { label: 'Cuenta de venta y líquido producto', codes: { A: 180, B: 182 } },
  compra: { label: 'Liquidación de compra', codes: { A: 183, B: 185 } },
  compra_directa: { label: 'Liquidación de compra directa', codes: { A: 186, B: 188, C: 189 } },
  venta_directa: { label: 'Liquidación de venta directa', codes: { A: 190, B: 191 } },
} as const;
type Liquidation = keyof typeof liquidations;

export const liquidationOf = (code: number | null): Liquidation | null =>
  (Object.keys(liquidations) as Liquidation[]).find((kind) =>
    Object.values(liquidations[kind].codes).some((one) => one === code),
  ) ?? null;

/** The document's code: `known` if it fits, else the usual one; for a liquidación by `liquidation`. Null if it has none. */
export function arcaCodeFor(
  kind: string,
  letter: string,
  known: number | null,
  liquidation: string = '',
): number | null {
  if (kind === 'liquidacion') {
    const of = (liquidations as Readonly<Record<string, { readonly codes: Readonly<Record<string, number>> }>>)[
      liquidation
    ];
    return of?.codes[letter] ?? null;
  }
  const fits = arcaKind(known);
  if (fits.kind === kind && fits.letter === letter) return known;
  return kind === 'ticket' ? null : (codes[kind]?.find(([one]) => one === letter)?.[1][0] ?? null);
}

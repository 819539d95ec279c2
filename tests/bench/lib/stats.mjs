/** The middle one; of an even number the upper of the two. NaN of none. */
export const median = (values) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN;

const groupBy = (rows, keyOf) => {
  const groups = new Map();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
};

const mediansByRound = (rows, value) =>
  new Map([...groupBy(rows, ({ round }) => round)].map(([round, own]) => [round, median(own.map(value))]));

const isNumber = (value) => typeof value === 'number' && Number.isFinite(value);

/**
 * The ratio of one variant to another in each round in which both were measured, by a column. Only what was measured in the same minutes is
 * compared.
 */
export function ratios(rows, variant, floor, column = 'ms') {
  const of = (id) =>
    mediansByRound(
      rows.filter((row) => row.variant === id && isNumber(row[column])),
      (row) => row[column],
    );
  const [mine, theirs] = [of(variant), of(floor)];
  return [...mine].flatMap(([round, value]) => (theirs.has(round) ? [value / theirs.get(round)] : []));
}

/** What is known of each variant of one workload and size: the middle, least and most of a column, and of the ratios to the floor. */
export function summarize(rows, { floor, column = 'ms' }) {
  return [...groupBy(rows, ({ variant }) => variant)].flatMap(([variant, own]) => {
    const values = own.map((row) => row[column]).filter(isNumber);
    if (values.length === 0) return [];
    const against = ratios(rows, variant, floor, column);
    return [
      {
        variant,
        rounds: new Set(own.map(({ round }) => round)).size,
        middle: median(values),
        least: Math.min(...values),
        most: Math.max(...values),
        ratio: against.length === 0 ? null : median(against),
        ratioLeast: against.length === 0 ? null : Math.min(...against),
        ratioMost: against.length === 0 ? null : Math.max(...against),
      },
    ];
  });
}

/** Medians of the other columns that a variant was measured by. */
export const columnsOf = (rows, variant, columns) =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const values = rows
        .filter((row) => row.variant === variant)
        .map((row) => row[column])
        .filter(isNumber);
      return values.length === 0 ? [] : [[column, median(values)]];
    }),
  );

/**
 * The product's ratios, by workload and size: what a later run is held against. `judgeOf` says beside whom a workload stands, and by which
 * column.
 */
export function productRatios(rows, judgeOf) {
  const kept = {};
  for (const [key, own] of groupBy(rows, ({ workload, size }) => `${workload} ${size}`)) {
    const { floor, column } = judgeOf(own[0].workload);
    const found = ratios(own, 'product', floor, column);
    if (found.length > 0) kept[key] = Number(median(found).toFixed(3));
  }
  return kept;
}

/** What got worse than what was landed by more than the factor, or is measured no more; one sentence each. */
export function worse(now, landed, factor) {
  return Object.entries(landed).flatMap(([key, before]) => {
    if (now[key] === undefined) return [`${key}: was ${before}x, and is not measured any more`];
    return now[key] > before * factor
      ? [`${key}: ${now[key]}x the floor, landed with ${before}x (at most ${factor} times that)`]
      : [];
  });
}

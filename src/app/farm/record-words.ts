import { auditWords } from '#domain';
import { count } from '#domain/movements/kinds/system.ts';

const separator = ' · ';

export interface RecordWords {
  readonly kind: string;
  readonly amount: string | undefined;
  readonly where: readonly string[];
}

/** A record's summary in parts. A count names itself. */
export function recordWords(type: string | null, label: string, summary: string): RecordWords {
  const counted = type === count.type ? auditWords(summary) : null;
  if (counted) {
    const { named, found, where } = counted;
    return { kind: named === null ? label : label.replace(count.label, named), amount: found, where: [where] };
  }
  const [amount, ...where] = summary ? summary.split(separator) : [];
  return { kind: label, amount, where };
}

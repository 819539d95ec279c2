import { auditReasons, counted, formatNumber } from '#domain';
import { Badge, ChipGroup, heldNumberText, type NumberFieldValue } from '#ui';
import styles from './recount.module.css';

interface CountedLineProps {
  readonly label: string;
  readonly expected: number;
  readonly value: NumberFieldValue;
  readonly reason: string;
  readonly error?: string;
  readonly onReason: (reason: string) => void;
}

/** Reasons that fit the sign of the difference. */
const reasonsFor = (difference: number) =>
  Object.entries(auditReasons)
    .filter(([value]) =>
      difference > 0 ? !['faltante', 'muerte'].includes(value) : !['aparecido', 'nacimiento'].includes(value),
    )
    .map(([value, label]) => ({ value, label }));

/** A counted category beside the book; an uncounted one shows no comparison. */
export const CountedLine = ({ label, expected, value, reason, error, onReason }: CountedLineProps) => {
  const difference = typeof value === 'number' ? value - expected : null;
  return (
    <div className={styles.line}>
      <div className={styles.said}>
        <span>{label}</span>
        <strong>{value === null ? 'sin contar' : heldNumberText(value)}</strong>
      </div>
      {error === undefined ? null : <p className={styles.error}>{error}</p>}
      <div role="status" className={styles.result}>
        {difference === null ? null : (
          <>
            <span>{`En el libro: ${formatNumber(expected, 0)}`}</span>
            {difference === 0 ? <Badge tone="ok">Coincide</Badge> : null}
            {difference < 0 ? <Badge tone="warn">{missing(-difference)}</Badge> : null}
            {difference > 0 ? <Badge tone="info">{found(difference)}</Badge> : null}
          </>
        )}
      </div>
      {difference !== null && difference !== 0 ? (
        <ChipGroup
          strip
          label={`¿Por qué? ${label}`}
          options={reasonsFor(difference)}
          value={reason || null}
          onChange={onReason}
        />
      ) : null}
      {reason === 'muerte' || reason === 'nacimiento' ? (
        <p className={styles.hint}>
          {reason === 'muerte'
            ? 'Si registrás la muerte, cuenta en la mortandad; acá solo corrige el libro.'
            : 'Si registrás el nacimiento, cuenta en la parición; acá solo corrige el libro.'}
        </p>
      ) : null}
    </div>
  );
};

const missing = (heads: number): string => `${heads === 1 ? 'Falta' : 'Faltan'} ${counted(heads, 'cabeza')}`;
const found = (heads: number): string => `${heads === 1 ? 'Sobra' : 'Sobran'} ${counted(heads, 'cabeza')}`;

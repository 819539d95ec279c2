import { recordedKind } from '../../../domain/movements/registry.ts';
import { Row, RowList } from '../../ui/row.tsx';
import { isSilent, labelOf, useNames, type Values, wordsOf } from './field-words.ts';

interface TypedValuesProps {
  /** The kind of movement; null for anything else. */
  readonly type: string | null;
  readonly body: Values | null;
}

/** What a person typed, field by field, whether or not it makes sense. */
export const TypedValues = ({ type, body }: TypedValuesProps) => {
  const nameOf = useNames();
  const kind = recordedKind(type ?? '');
  const names = Object.keys(body ?? {}).filter((name) => !isSilent(name));
  if (names.length === 0) return null;
  return (
    <RowList label="Lo que se cargó">
      {names.map((name) => (
        <li key={name}>
          <Row title={labelOf(kind, name)} right={wordsOf(body?.[name], nameOf)} />
        </li>
      ))}
    </RowList>
  );
};

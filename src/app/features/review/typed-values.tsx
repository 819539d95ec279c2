import { fieldWords, readableFields, recordedKind, thingAt } from '#domain';
import { wordsOf as recordWords } from '#domain/movements/words.ts';
import { useRecordNames } from '#platform';
import { Row, RowList } from '#ui';
import { isSilent, labelOf, useNames, type Values, wordsOf } from './field-words.ts';

interface TypedValuesProps {
  /** Null for anything but a movement. */
  readonly type: string | null;
  /** The call it was sent by; names the fields of a thing. */
  readonly path: string;
  readonly body: Values | null;
}

/** What was typed, field by field, valid or not. */
export const TypedValues = ({ type, path, body }: TypedValuesProps) => {
  const nameOf = useNames();
  const recordNames = useRecordNames();
  const kind = recordedKind(type ?? '');
  const names = Object.keys(body ?? {}).filter((name) => !isSilent(name));
  if (names.length === 0) return null;
  // Movements are read by their kind's words, things by their own.
  const fields = kind && recordNames ? readableFields(kind.type) : {};
  const made = thingAt(path)?.fields ?? {};
  const shownValue = (name: string): string => {
    const own = made[name];
    if (own) return fieldWords(own, body?.[name], (_, id) => nameOf(id)) || '—';
    return recordOrPlain(name);
  };
  const recordOrPlain = (name: string): string =>
    fields[name] && recordNames ? recordWords(fields[name], body?.[name], recordNames) : wordsOf(body?.[name], nameOf);
  return (
    <RowList label="Lo que se cargó">
      {names.map((name) => (
        <li key={name}>
          <Row title={made[name]?.label ?? labelOf(kind, name)} right={shownValue(name)} />
        </li>
      ))}
    </RowList>
  );
};

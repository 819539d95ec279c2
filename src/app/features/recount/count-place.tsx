import { ChevronDown, MapPin } from 'lucide-react';
import { useState } from 'react';
import { limits, relativeDay } from '#domain';
import { type FormOf, PickList } from '#forms';
import { useToday } from '#platform';
import { Chip, ChipGroup, DateField, Sheet, TextArea } from '#ui';
import styles from './recount.module.css';
import type { RecountValues } from './recount-values.ts';

const offeredAtMost = 4;

export interface CountedLot {
  readonly id: string;
  readonly name: string;
}

interface CountPlaceProps {
  readonly form: FormOf<RecountValues>;
  /** Those of last time first. */
  readonly lots: readonly CountedLot[];
  /** The count was opened for one lot. */
  readonly isLotGiven: boolean;
}

/** Which lot, when, and what there is to say of it: one line, which a touch opens. */
export const CountPlace = (props: CountPlaceProps) => {
  const { form, lots } = props;
  const { values, errorOf } = form;
  const today = useToday();
  const name = lots.find(({ id }) => id === values.lot_id)?.name;
  const isWrong = ['lot_id', 'date', 'detail'].some((path) => errorOf(path).error !== undefined);
  const [wantsOpen, setOpen] = useState(false);
  if (name === undefined || isWrong || wantsOpen) return <Asked {...props} isWhole={name !== undefined} />;
  const line = [name, relativeDay(values.date, today), values.detail.trim()].filter(Boolean).join(' · ');
  return (
    <button
      type="button"
      className={styles.place}
      aria-label={`Cambiar lote, fecha o detalle: ${line}`}
      onClick={() => setOpen(true)}
    >
      <MapPin size={20} />
      <span>{line}</span>
      <ChevronDown size={20} />
    </button>
  );
};

const Asked = ({ form, lots, isLotGiven, isWhole }: CountPlaceProps & { readonly isWhole: boolean }) => {
  const { values, bind } = form;
  const today = useToday();
  return (
    <>
      {isLotGiven && isWhole ? (
        <p>
          <strong>{lots.find(({ id }) => id === values.lot_id)?.name}</strong>
        </p>
      ) : (
        <WhichLot form={form} lots={lots} />
      )}
      {isWhole ? (
        <>
          <DateField label="¿Cuándo se contó?" today={today} max={today} {...bind('date')} />
          <TextArea label="Detalle" optional maxLength={limits.detailMaxLength} {...bind('detail')} />
        </>
      ) : null}
    </>
  );
};

const WhichLot = ({ form, lots }: Pick<CountPlaceProps, 'form' | 'lots'>) => {
  const { values, change, bind } = form;
  const [wantsAll, setWantsAll] = useState(false);
  const { error, id } = bind('lot_id');
  // Another lot is another count.
  const choose = (lot_id: string): void => {
    setWantsAll(false);
    if (lot_id !== values.lot_id) change({ lot_id, counts: {}, reasons: {}, added: [] });
  };
  const first = lots.filter((lot, at) => at < offeredAtMost || lot.id === values.lot_id);
  return (
    <>
      <ChipGroup
        id={id}
        label="¿Qué lote contás?"
        options={first.map((lot) => ({ value: lot.id, label: lot.name }))}
        value={values.lot_id || null}
        onChange={choose}
        {...(error !== undefined && { error })}
        more={
          lots.length > first.length ? (
            <Chip pressed={false} onPress={() => setWantsAll(true)}>
              Otro lote…
            </Chip>
          ) : undefined
        }
      />
      {wantsAll ? (
        <Sheet open size="tall" title="Lote" onClose={() => setWantsAll(false)}>
          {/* What the book has there is not shown: who sees the number that is expected counts it. */}
          <PickList
            label="Buscar"
            placeholder="Una parte del nombre"
            listLabel="Lote: todos"
            picks={lots.map(({ id: lot, name }) => ({ id: lot, name, sought: name }))}
            wordsOf={({ name }) => ({ title: name })}
            value={values.lot_id || null}
            onPick={choose}
            emptyWords={() => 'Ningún lote se llama así'}
          />
        </Sheet>
      ) : null}
    </>
  );
};

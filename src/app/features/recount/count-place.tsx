import { useId, useState } from 'react';
import { limits } from '#domain';
import { WhenLine } from '#farm/when-line.tsx';
import { type FormOf, PickList } from '#forms';
import { useToday } from '#platform';
import { Chip, ChipGroup, DateField, Sheet, Stack, TextArea } from '#ui';
import type { RecountValues } from './recount-values.ts';

const offeredAtMost = 4;

export interface CountedLot {
  readonly id: string;
  readonly name: string;
}

interface CountPlaceProps {
  readonly form: FormOf<RecountValues>;
  /** Most recent first. */
  readonly lots: readonly CountedLot[];
  /** Opened for one lot: do not ask. */
  readonly isLotGiven: boolean;
}

/** Lot, date and detail in one foldable line, as in every record (ux.md §1.3). */
export const CountPlace = (props: CountPlaceProps) => {
  const { form, lots, isLotGiven } = props;
  const { values, bind, errorOf } = form;
  const today = useToday();
  const id = useId();
  const [wantsOpen, setOpen] = useState(false);
  const name = lots.find((lot) => lot.id === values.lot_id)?.name;
  const isOpen = wantsOpen || ['lot_id', 'date', 'detail'].some((path) => errorOf(path).error !== undefined);
  if (name === undefined) return <WhichLot form={form} lots={lots} onChosen={() => setOpen(false)} />;
  return (
    <>
      <WhenLine
        about="Lote, fecha y detalle"
        what={[name, values.detail.trim() && 'con detalle'].filter(Boolean).join(' · ')}
        date={values.date}
        today={today}
        open={isOpen}
        controls={id}
        onToggle={() => setOpen(!isOpen)}
      />
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <Stack>
            {isLotGiven ? null : <WhichLot form={form} lots={lots} onChosen={() => setOpen(false)} />}
            <DateField label="¿Cuándo se contó?" today={today} max={today} {...bind('date')} />
            <TextArea label="Detalle" optional maxLength={limits.detailMaxLength} {...bind('detail')} />
          </Stack>
        ) : null}
      </div>
    </>
  );
};

interface WhichLotProps extends Pick<CountPlaceProps, 'form' | 'lots'> {
  readonly onChosen: () => void;
}

const WhichLot = ({ form, lots, onChosen }: WhichLotProps) => {
  const { values, change, bind } = form;
  const [wantsAll, setWantsAll] = useState(false);
  const { error, id } = bind('lot_id');
  // Another lot is another count.
  const choose = (lot_id: string): void => {
    setWantsAll(false);
    onChosen();
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
          {/* No expected figures: seeing one biases the count. */}
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

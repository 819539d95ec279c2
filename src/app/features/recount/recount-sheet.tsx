import { useId, useState } from 'react';
import { byId, distinctNames, limits, roleMay } from '#domain';
import { useFarm, useFarmStatus, useLive, useLiveForForm, useRole, useToday } from '#platform';
import { DraftSheet, failureIn, type FormOf, PickList } from '#forms';
import { NoLots } from '#farm/no-lots.tsx';
import { recency } from '#farm/recent-lots.ts';
import type { Habits, LotView } from '#sync/farm.ts';
import { Chip, ChipGroup, DateField, optionsOf, Sheet, Skeleton, Stack, TextArea } from '#ui';
import { WhenLine } from '#farm/when-line.tsx';
import { recountBody, type RecountValues, stockOn } from './recount-values.ts';
import { TallyPad } from './tally-pad.tsx';

interface RecountSheetProps {
  /** Null: the last lot used, or asked. */
  readonly lotId: string | null;
  readonly onClose: () => void;
}

const title = 'Recuento';

/** Lots, those last recorded in on this phone first. */
function lotsOf(views: readonly LotView[], habits: Habits): readonly CountedLot[] {
  const names = distinctNames(views.map(({ lot }) => lot));
  const rank = recency(habits);
  return views
    .map(({ lot: { id } }) => ({ id, name: names.get(id) ?? '' }))
    .toSorted((a, b) => rank(a.id) - rank(b.id));
}

/** Default lot: that of the last record, or the only one. */
function usualLot(lots: readonly CountedLot[], { recentLotIds }: Habits): string {
  const [first, ...others] = lots;
  return first && (others.length === 0 || recentLotIds.includes(first.id)) ? first.id : '';
}

/** 'Recuento de hacienda': a head count of a lot (domain.md §3.7). A hand's count waits for approval. */
export const RecountSheet = ({ lotId, onClose }: RecountSheetProps) => {
  const farm = useFarm();
  const today = useToday();
  const role = useRole();
  const { ready } = useFarmStatus();
  const categories = useLive((views) => views.categories());
  const places = useLiveForForm(async (views) => {
    const [lots, habits] = await Promise.all([views.lots(), views.habits()]);
    return { lots: lotsOf(lots, habits), habits };
  });
  // Still loading is not 'no lots'.
  if (!categories || !places || (places.lots.length === 0 && !ready)) {
    return (
      <Sheet open size="tall" title={title} onClose={onClose}>
        <Skeleton rows={4} />
      </Sheet>
    );
  }
  if (places.lots.length === 0) {
    return (
      <Sheet open title={title} onClose={onClose}>
        <NoLots>Todavía no hay lotes para contar.</NoLots>
      </Sheet>
    );
  }
  const mayApprove = roleMay(role, 'review');
  const lot_id = lotId ?? usualLot(places.lots, places.habits);
  const start: RecountValues = { lot_id, date: today, counts: {}, reasons: {}, added: [], detail: '' };
  return (
    <DraftSheet
      title={title}
      size="tall"
      draftKey={['recuento', lotId].filter(Boolean).join(' ')}
      start={start}
      saveLabel={mayApprove ? 'Guardar recuento' : 'Entregar recuento'}
      save={async (values, draftKey) => {
        const there = await stockOn(farm.views, values.lot_id, values.date);
        return failureIn(await farm.acts.countAnimals(recountBody(values, there), draftKey));
      }}
      onClose={onClose}
    >
      {(form) => (
        <>
          <CountPlace form={form} lots={places.lots} isLotGiven={lotId !== null} />
          {form.values.lot_id ? (
            <TallyPad
              key={form.values.lot_id}
              {...{ form, categories }}
              note={mayApprove ? null : 'Un administrador mira el recuento antes de que cambie el libro.'}
            />
          ) : null}
        </>
      )}
    </DraftSheet>
  );
};

const offeredAtMost = 4;

interface CountedLot {
  readonly id: string;
  readonly name: string;
}

interface CountPlaceProps {
  readonly form: FormOf<RecountValues>;
  readonly lots: readonly CountedLot[];
  /** Opened for one lot: do not ask. */
  readonly isLotGiven: boolean;
}

/** Lot, date and detail in one foldable line, as in every record (ux.md §1.3). */
const CountPlace = (props: CountPlaceProps) => {
  const { form, lots, isLotGiven } = props;
  const { values, bind, errorOf } = form;
  const today = useToday();
  const id = useId();
  const [wantsOpen, setOpen] = useState(false);
  const name = byId(lots, values.lot_id)?.name;
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
        {...bind('lot_id')}
        label="¿Qué lote contás?"
        options={optionsOf(first)}
        value={values.lot_id || null}
        onChange={choose}
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

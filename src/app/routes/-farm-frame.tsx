import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { death } from '#domain/movements/kinds/outflows.ts';
import { MoreSheet } from '#features/shell/more-sheet.tsx';
import { FarmShell } from '#features/shell/farm-shell.tsx';
import { OrganizationSheet } from '#features/organization/organization-sheet.tsx';
import { PendingSheet } from '#features/pending/pending-sheet.tsx';
import { RecordOverlay } from '#features/record/record-overlay.tsx';
import type { OwnAct } from '#farm/own-acts.ts';
import { useFarm, useRole } from '#platform';
import { anyLot, CountOverlays, SearchOverlay } from './-count-overlays.tsx';
import { LeftFarms } from './-left-records.tsx';
import { type Overlays, overlaySearch, slugOf, typeOf } from './-overlays.ts';
import { moveSheet, useLeave } from './-sheet-step.ts';
import { task as taskThing } from '#domain/things/task.ts';
import { toastError, toastSuccess } from '#ui';
import { lot as lotThing } from '#domain/things/lot.ts';
import { sheetToCorrect } from '#features/cycles/sheets.ts';
import { type DescribedName, thingOf } from '#domain/things/registry.ts';
import { screenOf } from '#farm/things/screen-of.ts';

const none = overlaySearch({});

/** Opening an overlay pushes a history step, so that the back gesture closes it. */
function useOverlays() {
  const search = useSearch({ from: '/_farm' });
  const navigate = useNavigate();
  const { openedHere, leave } = useLeave();
  const show = (overlays: Overlays, replace = false): void => {
    void navigate({
      to: '.',
      search: { ...none, ...overlays },
      replace,
      state: { isOverlay: replace ? openedHere : true },
    });
  };
  const close = (): void => leave(() => show({}, true));
  return { search, show, close, navigate, openedHere };
}

export const FarmFrame = () => {
  const { search, show, close, navigate, openedHere } = useOverlays();
  const role = useRole();
  const doneBy = useTaskDoneBy();
  const { registrar, tarea } = search;
  // Replaces the menu's history step: back leads to the screen under it.
  const openOwn = (act: OwnAct): void => {
    if (act === 'count') return show({ contar: anyLot }, true);
    const step = { replace: true, state: { isOverlay: openedHere } };
    if (act === 'move') void navigate({ to: '/dashboard', search: { ...none, hoja: moveSheet }, ...step });
    else void navigate({ to: '/notes', search: { ...none, hoja: 'nueva' }, ...step });
  };
  const correct = useCorrect({
    onRefused: (opId) => show({ corregir: opId }, true),
    onWaiting: (id) => show({ editar: id }, true),
  });
  return (
    <FarmShell
      onRegister={() => show({ registrar: 'menu' })}
      onPending={() => show({ pendientes: 1 })}
      onOrganizations={() => show({ organizacion: 1 })}
      onMore={() => show({ mas: 1 })}
      onSearch={() => show({ buscar: '' })}
      left={<LeftFarms />}
    >
      <Outlet />
      <RecordOverlay
        role={role}
        registrar={registrar === undefined || registrar === 'menu' ? (registrar ?? null) : typeOf(registrar)}
        editId={search.editar ?? null}
        correctOp={search.corregir ?? null}
        refusedId={search.rechazado ?? null}
        lotId={search.lote ?? null}
        rodeoId={search.rodeo ?? null}
        weatherId={search.tras ?? null}
        onDeaths={(tras) => show({ registrar: slugOf(death.type), lote: search.lote, rodeo: search.rodeo, tras }, true)}
        isTanda={search.tanda !== undefined}
        onTanda={(type, { lotId, rodeoId }) =>
          show({ registrar: slugOf(type), tanda: 1, lote: lotId ?? undefined, rodeo: rodeoId ?? undefined }, true)
        }
        {...(tarea !== undefined && { onRecorded: (id: string) => doneBy(tarea, id) })}
        onOwn={openOwn}
        onPick={(type) => show({ registrar: slugOf(type), lote: search.lote, rodeo: search.rodeo }, true)}
        onClose={close}
      />
      <PendingSheet open={search.pendientes !== undefined} onClose={close} onCorrect={correct} />
      <OrganizationSheet open={search.organizacion !== undefined} onClose={close} />
      <MoreSheet
        open={search.mas !== undefined}
        onClose={close}
        onCount={() => show({ contar: anyLot }, true)}
        onReview={() => show({ revisar: 1 }, true)}
        onSearch={() => show({ buscar: '' }, true)}
      />
      <SearchOverlay text={search.buscar ?? null} onText={(text) => show({ buscar: text }, true)} onClose={close} />
      <CountOverlays
        lot={search.contar ?? null}
        isReviewing={search.revisar !== undefined}
        onCount={(lotId) => show({ contar: lotId }, true)}
        onEdit={(movementId) => show({ editar: movementId }, true)}
        onCorrectRefused={(id) => show({ rechazado: id }, true)}
        onClose={close}
      />
    </FarmShell>
  );
};

/** 'Hacer ahora': the record made for a task completes it and is linked (domain.md §2.10); works offline. */
export function useTaskDoneBy(): (taskId: string, movementId: string) => Promise<void> {
  const farm = useFarm();
  return async (taskId, movementId) => {
    const done = await farm.acts.editThing(taskThing.name, taskId, { state: 'hecha', movement_id: movementId });
    if (done.ok) toastSuccess('Guardado. Tarea hecha');
    else toastError('El registro quedó guardado, pero la tarea no se pudo marcar como hecha');
  };
}

type Way = (id: string) => Promise<void>;

interface Sheets {
  readonly onRefused: (opId: string) => void;
  readonly onWaiting: (movementId: string) => void;
}

/** Opens an operation for correction: things on their own screen, records and refused lots in the sheet over any screen. */
function useCorrect({ onRefused, onWaiting }: Sheets): (opId: string) => void {
  const farm = useFarm();
  const navigate = useNavigate();
  const replace = true;
  const ways: Readonly<Record<Exclude<DescribedName, 'lot'>, Way>> = {
    task: async (id) => navigate({ to: '/tasks', search: { hoja: id }, replace }),
    note: async (id) => navigate({ to: '/notes', search: { hoja: id }, replace }),
    cycle: async (id) => {
      const hoja = await sheetToCorrect(farm.views, id);
      await navigate({ to: '/ciclos-reproductivos/$id', params: { id }, search: { hoja }, replace });
    },
    invoice: async (id) => navigate({ to: '/billing/$id', params: { id }, search: { hoja: 'editar' }, replace }),
    rodeo: async (id) => navigate({ to: '/rodeos/$id', params: { id }, search: { hoja: 'editar' }, replace }),
    campo: async (id) => navigate({ to: '/campos', search: { hoja: id }, replace }),
    asset: async (id) => navigate({ to: '/stock/$id', params: { id }, search: {}, replace }),
    category: async (id) => navigate({ to: '/configuration', search: { seccion: 'categorias', hoja: id }, replace }),
  };
  const go = async (opId: string): Promise<void> => {
    const item = (await farm.views.pending()).find((one) => one.opId === opId);
    const subject = item?.subject ?? 'movement';
    if (item?.problem === null && subject === 'movement') return onWaiting(item.entityId);
    if (item?.problem === null && subject === lotThing.name)
      return await navigate({ to: '/lots/$id/edit', params: { id: item.entityId }, replace });
    if (!item || subject === 'movement' || subject === lotThing.name) return onRefused(opId);
    const way = (ways as Readonly<Record<string, Way | undefined>>)[subject];
    if (way) return await way(item.entityId);
    await navigate({ to: screenOf(thingOf(subject)), search: { hoja: item.entityId }, replace });
  };
  return (opId) => void go(opId);
}

import { Outlet, useNavigate, useSearch } from '@tanstack/react-router';
import { death } from '#domain/movements/kinds/outflows.ts';
import { MoreSheet } from '#features/shell/more-sheet.tsx';
import { FarmShell } from '#features/shell/farm-shell.tsx';
import { OrganizationSheet } from '#features/organization/organization-sheet.tsx';
import { PendingSheet } from '#features/pending/pending-sheet.tsx';
import { RecordOverlay } from '#features/record/record-overlay.tsx';
import type { OwnAct } from '#farm/own-acts.ts';
import { useRole } from '#platform';
import { anyLot, CountOverlays, SearchOverlay } from './-count-overlays.tsx';
import { useCorrect } from './-correct-thing.ts';
import { LeftFarms } from './-left-records.tsx';
import { type Overlays, overlaySearch, slugOf, typeOf } from './-overlays.ts';
import { moveSheet, useLeave } from './-sheet-step.ts';
import { useTaskDoneBy } from './-task-done-by.ts';

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

import { LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Membership } from '#contract/endpoints/session.ts';
import { counted } from '#domain';
import { FailedNotice, useNoSignal, useSession } from '#platform';
import { useOnce } from '#forms';
import { ask } from '#session/ask.ts';
import { Button, Card, ConfirmDialog, Notice, Sheet, TextField, toastSuccess } from '#ui';

interface EndProps {
  readonly membership: Membership;
  readonly unsent: number;
}

const waits = (unsent: number): string =>
  unsent > 0 ? ` Tenés ${counted(unsent, 'registro')} sin enviar: enviá primero lo que quieras que quede.` : '';

/** Leaves a farm; not for the last owner. */
export const LeaveOrganization = ({ membership: { organization }, unsent }: EndProps) => {
  const { session, state } = useSession();
  const noSignal = useNoSignal();
  const [asking, setAsking] = useState(false);
  const [failed, setFailed] = useState<string | null>(null);
  const leave = useOnce(async () => {
    const params = { userId: state.user?.id ?? '' };
    const left = await ask(session, endpoints.removeUser, { params, body: { organization_id: organization.id } });
    setAsking(false);
    setFailed(left.ok ? null : left.problem.message);
    if (!left.ok) return;
    toastSuccess(`Saliste de ${organization.name}`);
    await session.reloadOrganizations('leaving');
  });
  return (
    <Card title="Salir del establecimiento">
      <p>Dejás de ver {organization.name} en este y en tus otros celulares. Lo que registraste queda a tu nombre.</p>
      <FailedNotice message={failed} />
      <div>
        <Button disabled={noSignal} icon={<LogOut />} onClick={() => setAsking(true)}>
          Salir de {organization.name}
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        danger
        busy={leave.busy}
        title={`¿Salir de ${organization.name}?`}
        confirmLabel="Salir"
        cancelLabel="Quedarme"
        onConfirm={() => void leave.run()}
        onClose={() => setAsking(false)}
      >
        {`Para volver, alguien del equipo te tiene que sumar de nuevo.${waits(unsent)}`}
      </ConfirmDialog>
    </Card>
  );
};

/** Deletes a farm for everybody; its name is typed first. */
export const DeleteOrganization = (props: EndProps) => {
  const noSignal = useNoSignal();
  const [asking, setAsking] = useState(false);
  return (
    <Card title="Eliminar el establecimiento">
      <p>Nadie del equipo lo ve más, con sus lotes, movimientos y facturas.</p>
      <div>
        <Button variant="danger" disabled={noSignal} icon={<Trash2 />} onClick={() => setAsking(true)}>
          Eliminar {props.membership.organization.name}
        </Button>
      </div>
      {asking ? <TypedConfirmation {...props} onClose={() => setAsking(false)} /> : null}
    </Card>
  );
};

const same = (typed: string, name: string): boolean =>
  typed.trim().localeCompare(name.trim(), 'es-AR', { sensitivity: 'base' }) === 0;

const TypedConfirmation = ({ membership, unsent, onClose }: EndProps & { readonly onClose: () => void }) => {
  const { session } = useSession();
  const { id, name } = membership.organization;
  const [typed, setTyped] = useState('');
  const [failed, setFailed] = useState<string | null>(null);
  const remove = useOnce(async () => {
    const removed = await ask(session, endpoints.deleteOrganization, { params: { org: id } });
    setFailed(removed.ok ? null : removed.problem.message);
    if (!removed.ok) return;
    toastSuccess(`${name} se eliminó`);
    await session.reloadOrganizations('leaving');
  });
  return (
    <Sheet
      open
      role="alertdialog"
      title={`¿Eliminar ${name}?`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Conservarlo</Button>
          <Button variant="danger" busy={remove.busy} disabled={!same(typed, name)} onClick={() => void remove.run()}>
            Eliminar
          </Button>
        </>
      }
    >
      <Notice tone="danger">No se puede deshacer.{waits(unsent)}</Notice>
      <TextField label={`Escribí ${name} para confirmar`} autoComplete="off" value={typed} onChange={setTyped} />
      <FailedNotice message={failed} />
    </Sheet>
  );
};

import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Membership } from '#contract/endpoints/session.ts';
import {
  counted,
  monthName,
  organizationChanges,
  type OrganizationSettings,
  roleLabels,
  roleMay,
  usualCampaignStart,
  vatConditions,
} from '#domain';
import { FailedNotice, NeedsSignal, useAnswer, useAsk, useMembership, useNoSignal, useSession } from '#platform';
import { useForm, useTab, useTry } from '#forms';
import {
  Button,
  Card,
  CheckField,
  ConfirmDialog,
  Notice,
  Row,
  SelectField,
  Sheet,
  Skeleton,
  TextField,
  toastSuccess,
} from '#ui';
import { AskAgain, FormCard } from './form-card.tsx';
import { LogOut, Trash2 } from 'lucide-react';

/** The farm's data, and the ways out of it (domain.md §2.14, Organización; §2.18 who may what). */
export const Organization = ({ unsent }: { readonly unsent: number }) => {
  const membership = useMembership();
  if (!membership) return <Notice>Todavía no tenés un establecimiento.</Notice>;
  const { organization, role } = membership;
  return (
    <>
      <NeedsSignal />
      {roleMay(role, 'edit-organization') ? (
        <Office membership={membership} />
      ) : (
        <Card flush>
          <Row title={organization.name} subtitle={`Tu rol: ${roleLabels[role]}`} />
        </Card>
      )}
      <LeaveOrganization membership={membership} unsent={unsent} />
      {roleMay(role, 'delete-organization') ? <DeleteOrganization membership={membership} unsent={unsent} /> : null}
    </>
  );
};

const Office = ({ membership }: { readonly membership: Membership }) => {
  const { id } = membership.organization;
  const asked = useAnswer(endpoints.organizationData, { org: id });
  const { value, failed } = asked;
  if (value) {
    return (
      <OrganizationData
        key={id}
        id={id}
        name={value.organization.name}
        settings={value.organization.settings}
        isOwner={roleMay(membership.role, 'switch-finance')}
      />
    );
  }
  if (!failed) return <Skeleton rows={4} />;
  return <AskAgain {...asked} />;
};

interface DataProps {
  readonly id: string;
  readonly name: string;
  readonly settings: Partial<OrganizationSettings>;
  readonly isOwner: boolean;
}

const OrganizationData = ({ id, name, settings, isOwner }: DataProps) => {
  const { session } = useSession();
  const ask = useAsk();
  const [saved, setSaved] = useState(false);
  const form = useForm({
    start: typedOf(name, settings),
    keeping: useTab(`establecimiento ${id}`),
    read: organizationReader(isOwner),
    save: async (body) => {
      const changed = await ask(endpoints.updateOrganization, { params: { org: id }, body });
      if (!changed.ok) return changed.problem;
      await session.reloadOrganizations();
      toastSuccess('Guardado');
      setSaved(true);
      return null;
    },
  });
  const { bind } = form;
  const finance = 'settings.show_finance_to_admins';
  return (
    <FormCard title="Datos del establecimiento" form={form} submitLabel="Guardar cambios">
      <TextField label="Nombre del establecimiento" autoComplete="organization" {...bind('name')} />
      <TextField label="Razón social" optional {...bind('settings.legal_name')} />
      <TextField label="CUIT" optional inputMode="numeric" hint="11 números" {...bind('settings.cuit')} />
      <SelectField label="Condición ante el IVA" optional options={vatConditions} {...bind('settings.vat_condition')} />
      <TextField label="Provincia" optional autoComplete="address-level1" {...bind('settings.province')} />
      <SelectField
        label="La campaña empieza el"
        options={campaignStarts(form.values['settings.campaign_start'])}
        {...bind('settings.campaign_start')}
      />
      <SelectField label="Moneda" options={currencies} {...bind('settings.currency')} />
      {isOwner ? (
        <CheckField
          label="Los administradores ven precios y facturas"
          checked={form.values[finance] === ticked}
          onChange={(on) => form.change({ [finance]: on ? ticked : '' })}
        />
      ) : null}
      {saved && !form.busy ? (
        <Notice tone="ok" role="status">
          Cambios guardados.
        </Notice>
      ) : null}
    </FormCard>
  );
};

const ticked = 'si';

/** Fields are named as in the call, for its issues. */
const typedOf = (name: string, settings: Partial<OrganizationSettings>) => ({
  name,
  'settings.legal_name': settings.legal_name ?? '',
  'settings.cuit': settings.cuit ? settings.cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3') : '',
  'settings.vat_condition': settings.vat_condition ?? '',
  'settings.province': settings.province ?? '',
  'settings.campaign_start': settings.campaign_start ?? usualCampaignStart,
  'settings.currency': (settings.currency ?? 'ARS') as string,
  'settings.show_finance_to_admins': settings.show_finance_to_admins === false ? '' : ticked,
});

type TypedOrganization = Readonly<ReturnType<typeof typedOf>>;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The form as the body of the call. Only an owner's sets whether admins see money. */
const organizationReader = (isOwner: boolean) => (typed: TypedOrganization) =>
  organizationChanges.safeParse({
    name: typed.name,
    settings: {
      legal_name: orNull(typed['settings.legal_name']),
      cuit: orNull(typed['settings.cuit']),
      vat_condition: orNull(typed['settings.vat_condition']),
      province: orNull(typed['settings.province']),
      campaign_start: typed['settings.campaign_start'],
      currency: typed['settings.currency'],
      ...(isOwner && { show_finance_to_admins: typed['settings.show_finance_to_admins'] === ticked }),
    },
  });

const currencies = { ARS: 'Pesos ($)', USD: 'Dólares (US$)' };

const dayWords = (day: string): string => `${Number(day.slice(3))} de ${monthName(`0000-${day}`)}`;

/** First days of months, and the current day if it is another. */
function campaignStarts(current: string) {
  const firsts = Array.from({ length: 12 }, (_, index) => `${String(index + 1).padStart(2, '0')}-01`);
  return [...new Set([...firsts, current])].map((value) => ({ value, label: dayWords(value) }));
}

interface EndProps {
  readonly membership: Membership;
  readonly unsent: number;
}

const waits = (unsent: number): string =>
  unsent > 0 ? ` Tenés ${counted(unsent, 'registro')} sin enviar: enviá primero lo que quieras que quede.` : '';

/** Leaves a farm; not for the last owner. */
const LeaveOrganization = ({ membership: { organization }, unsent }: EndProps) => {
  const { session, state } = useSession();
  const ask = useAsk();
  const noSignal = useNoSignal();
  const [asking, setAsking] = useState(false);
  const leave = useTry(async () => {
    const params = { userId: state.user?.id ?? '' };
    const left = await ask(endpoints.removeUser, { params, body: { organization_id: organization.id } });
    setAsking(false);
    if (!left.ok) return left.problem.message;
    toastSuccess(`Saliste de ${organization.name}`);
    await session.reloadOrganizations('leaving');
    return null;
  });
  return (
    <Card title="Salir del establecimiento">
      <p>Dejás de ver {organization.name} en este y en tus otros celulares. Lo que registraste queda a tu nombre.</p>
      <FailedNotice message={leave.failed} />
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
        onConfirm={leave.run}
        onClose={() => setAsking(false)}
      >
        {`Para volver, alguien del equipo te tiene que sumar de nuevo.${waits(unsent)}`}
      </ConfirmDialog>
    </Card>
  );
};

/** Deletes a farm for everybody; its name is typed first. */
const DeleteOrganization = (props: EndProps) => {
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
  const ask = useAsk();
  const { id, name } = membership.organization;
  const [typed, setTyped] = useState('');
  const remove = useTry(async () => {
    const removed = await ask(endpoints.deleteOrganization, { params: { org: id } });
    if (!removed.ok) return removed.problem.message;
    toastSuccess(`${name} se eliminó`);
    await session.reloadOrganizations('leaving');
    return null;
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
          <Button variant="danger" busy={remove.busy} disabled={!same(typed, name)} onClick={remove.run}>
            Eliminar
          </Button>
        </>
      }
    >
      <Notice tone="danger">No se puede deshacer.{waits(unsent)}</Notice>
      <TextField label={`Escribí ${name} para confirmar`} autoComplete="off" value={typed} onChange={setTyped} />
      <FailedNotice message={remove.failed} />
    </Sheet>
  );
};

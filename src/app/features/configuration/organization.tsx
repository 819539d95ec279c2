import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Membership } from '#contract/endpoints/session.ts';
import { organizationChanges, type OrganizationSettings, roleLabels, roleMay, usualCampaignStart } from '#domain';
import { NeedsSignal, useAnswer, useSession } from '#platform';
import { type PartOf, useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { Card, CheckField, Notice, Row, SelectField, Skeleton, TextField, toastSuccess } from '#ui';
import { DeleteOrganization, LeaveOrganization } from './end-organization.tsx';
import { AskAgain, FormCard } from './form-card.tsx';

/** The farm's data, and the ways out of it (domain.md §2.14, Organización; §2.18 who may what). */
export const Organization = ({ unsent }: { readonly unsent: number }) => {
  const { state } = useSession();
  const membership = state.organizations.find((item) => item.organization.id === state.selectedId);
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
  const [saved, setSaved] = useState(false);
  const form = useForm({
    start: typedOf(name, settings),
    keeping: useTab(`establecimiento ${id}`),
    read: organizationReader(isOwner),
    save: async (body) => {
      const changed = await ask(session, endpoints.updateOrganization, { params: { org: id }, body });
      if (!changed.ok) return changed.problem;
      await session.reloadOrganizations();
      toastSuccess('Guardado');
      setSaved(true);
      return null;
    },
  });
  const finance = 'settings.show_finance_to_admins';
  return (
    <FormCard title="Datos del establecimiento" form={form} submitLabel="Guardar cambios">
      <OrganizationInputs form={form} />
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

const vatConditions = [
  { value: 'ri', label: 'Responsable inscripto' },
  { value: 'monotributo', label: 'Monotributo' },
  { value: 'exento', label: 'Exento' },
  { value: 'cf', label: 'Consumidor final' },
];
const currencies = [
  { value: 'ARS', label: 'Pesos ($)' },
  { value: 'USD', label: 'Dólares (US$)' },
];
const months = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

function campaignStarts(current: string) {
  const firsts = months.map((month, index) => ({
    value: `${String(index + 1).padStart(2, '0')}-01`,
    label: `1 de ${month}`,
  }));
  const [month = '', day = ''] = current.split('-');
  const isListed = firsts.some((one) => one.value === current);
  return isListed
    ? firsts
    : [...firsts, { value: current, label: `${Number(day)} de ${months[Number(month) - 1] ?? ''}` }];
}

interface InputsProps {
  readonly form: PartOf<TypedOrganization>;
}

const OrganizationInputs = ({ form: { values, bind } }: InputsProps) => (
  <>
    <TextField label="Nombre del establecimiento" autoComplete="organization" {...bind('name')} />
    <TextField label="Razón social" optional {...bind('settings.legal_name')} />
    <TextField label="CUIT" optional inputMode="numeric" hint="11 números" {...bind('settings.cuit')} />
    <SelectField label="Condición ante el IVA" optional options={vatConditions} {...bind('settings.vat_condition')} />
    <TextField label="Provincia" optional autoComplete="address-level1" {...bind('settings.province')} />
    <SelectField
      label="La campaña empieza el"
      options={campaignStarts(values['settings.campaign_start'])}
      {...bind('settings.campaign_start')}
    />
    <SelectField label="Moneda" options={currencies} {...bind('settings.currency')} />
  </>
);

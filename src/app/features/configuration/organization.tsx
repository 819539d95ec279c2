import { useState } from 'react';
import { endpoints } from '#contract/endpoints.ts';
import type { Membership } from '#contract/endpoints/session.ts';
import { type OrganizationSettings, roleLabels, roleMay } from '#domain';
import { NeedsSignal, useAnswer, useSession } from '#platform';
import { useForm, useTab } from '#forms';
import { ask } from '#session/ask.ts';
import { Button, Card, CheckField, Notice, Row, Skeleton, toastSuccess } from '#ui';
import { DeleteOrganization, LeaveOrganization } from './end-organization.tsx';
import { FormCard } from './form-card.tsx';
import { organizationReader, ticked, typedOf } from './organization-form.ts';
import { OrganizationInputs } from './organization-inputs.tsx';

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
  const { value, failed, busy, again } = useAnswer(endpoints.organizationData, { org: id });
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
  return (
    <Notice
      tone="warn"
      role="alert"
      action={
        <Button busy={busy} onClick={again}>
          Reintentar
        </Button>
      }
    >
      {failed.message}
    </Notice>
  );
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

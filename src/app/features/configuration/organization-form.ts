import { organizationChanges, type OrganizationSettings, usualCampaignStart } from '#domain';

export const ticked = 'si';

/** The organization's form; fields named as in the call, for its issues. */
export const typedOf = (name: string, settings: Partial<OrganizationSettings>) => ({
  name,
  'settings.legal_name': settings.legal_name ?? '',
  'settings.cuit': settings.cuit ? settings.cuit.replace(/^(\d{2})(\d{8})(\d)$/, '$1-$2-$3') : '',
  'settings.vat_condition': settings.vat_condition ?? '',
  'settings.province': settings.province ?? '',
  'settings.campaign_start': settings.campaign_start ?? usualCampaignStart,
  'settings.currency': (settings.currency ?? 'ARS') as string,
  'settings.show_finance_to_admins': settings.show_finance_to_admins === false ? '' : ticked,
});

export type TypedOrganization = Readonly<ReturnType<typeof typedOf>>;

const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** The form as the body of the call. Only an owner's sets whether admins see money. */
export const organizationReader = (isOwner: boolean) => (typed: TypedOrganization) =>
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

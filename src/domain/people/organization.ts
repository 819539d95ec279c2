import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { trimmed } from '../schemas.ts';
import { isDayOfYear, usualCampaignStart } from '../campaign.ts';
import { organizationForm } from './account.ts';
import { cuitDigits, isCuit } from '../office/cuit.ts';

/** domain.md §2.8. */
const vatConditions = ['ri', 'monotributo', 'exento', 'cf'] as const;

const cuitNumber = z.string().check(
  z.refine((typed) => typed.length <= 32 && isCuit(typed), { error: 'El CUIT no es válido: revisá los 11 números' }),
  z.overwrite(cuitDigits),
);

const shortText = z
  .string()
  .check(
    trimmed,
    z.minLength(1, { error: 'Completá este dato' }),
    z.maxLength(limits.shortTextMaxLength, { error: 'El texto es demasiado largo' }),
  );

const dayOfYear = z
  .string()
  .check(z.refine((text) => isDayOfYear(text), { error: 'Ingresá el día y el mes en que empieza' }));

/** wire.md, `organization`. */
const organizationSettings = z.strictObject({
  legal_name: z.nullable(shortText),
  cuit: z.nullable(cuitNumber),
  vat_condition: z.nullable(z.enum(vatConditions)),
  province: z.nullable(shortText),
  campaign_start: dayOfYear,
  currency: z.enum(['ARS', 'USD']),
  show_finance_to_admins: z.boolean(),
});
export type OrganizationSettings = z.infer<typeof organizationSettings>;

/** Defaults: the Argentine campaign, pesos. */
export const firstSettings: OrganizationSettings = {
  legal_name: null,
  cuit: null,
  vat_condition: null,
  province: null,
  campaign_start: usualCampaignStart,
  currency: 'ARS',
  show_finance_to_admins: true,
};

export const organizationChanges = z
  .strictObject({
    name: z.optional(organizationForm.shape.name),
    settings: z.optional(z.partial(organizationSettings)),
  })
  .check(
    z.refine(({ name, settings }) => name !== undefined || settings !== undefined, {
      error: 'Completá este dato',
      path: ['name'],
    }),
  );
export type OrganizationChanges = z.infer<typeof organizationChanges>;

import type { PartOf } from '#forms';
import { SelectField, TextField } from '#ui';
import type { TypedOrganization } from './organization-form.ts';

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

/** First days of months, and the current day if it is another. */
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

/** Name, tax data, campaign and currency of a farm. */
export const OrganizationInputs = ({ form: { values, bind } }: InputsProps) => (
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

import { expect, test } from 'vitest';
import { createFieldFarm } from '../support/field-farm.ts';
import { openServerPhone } from '../support/server-phone.ts';

test('the start of the campaign is on every phone as Configuración says it, the hand’s too', async () => {
  const farm = await createFieldFarm();
  const phones = [openServerPhone(farm, 'ana'), openServerPhone(farm, 'beto')];
  const starts = async (): Promise<string[]> =>
    Promise.all(
      phones.map(async (phone) => {
        await phone.meet();
        return phone.farm.views.campaignStart();
      }),
    );
  expect(await starts()).toEqual(['07-01', '07-01']);
  const { status } = await farm.as('ana', 'PUT', `/api/organization/${farm.organizationId}`, {
    settings: { campaign_start: '03-15' },
  });
  expect(status).toBe(200);
  expect(await starts()).toEqual(['03-15', '03-15']);
});

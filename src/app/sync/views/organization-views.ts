import { organizationRowSchema } from '#contract/endpoints/sync.ts';
import { isDayOfYear, usualCampaignStart } from '#domain/campaign.ts';
import type { FarmStore } from '#store/store.ts';
import type { FarmViews } from '../farm.ts';

/** Questions that the farm's own row answers. */
export function organizationViews(
  store: FarmStore,
  organizationId: string,
): Pick<FarmViews, 'restored' | 'campaignStart'> {
  const read = async () => {
    const { things } = await store.picture(organizationId, { things: ['organization'] });
    const row = organizationRowSchema.safeParse(things.get('organization')?.[0]);
    return row.success ? row.data : null;
  };
  return {
    restored: async () => (await read())?.restored ?? null,
    campaignStart: async () => {
      const start = (await read())?.settings.campaign_start;
      return typeof start === 'string' && isDayOfYear(start) ? start : usualCampaignStart;
    },
  };
}

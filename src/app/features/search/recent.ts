import { searchable } from '#domain';
import { useDraftOf, useFarm } from '#platform';

const key = 'search/recent';
const atMost = 6;
const shortest = 2;

const listIn = (kept: Readonly<Record<string, unknown>> | null | undefined): readonly string[] => {
  const list = kept?.list;
  return Array.isArray(list) ? list.filter((text): text is string => typeof text === 'string') : [];
};

/** Puts a query first, without duplicates. */
export function withRecent(list: readonly string[], text: string): readonly string[] {
  const said = text.trim();
  if (said.length < shortest) return list;
  return [said, ...list.filter((other) => searchable(other) !== searchable(said))].slice(0, atMost);
}

/** Recent queries of this farm on this device, newest first; erased with the farm's rows. */
export function useRecent() {
  const farm = useFarm();
  const list = listIn(useDraftOf(key));
  return {
    list,
    remember: async (text: string): Promise<void> => {
      const before = listIn(await farm.views.draft(key));
      await farm.saveDraft(key, { list: withRecent(before, text) });
    },
    forget: () => void farm.saveDraft(key, null),
  };
}

import { storageKeys } from '#contract/constants.ts';
import type { KeyValue } from '#store/keys.ts';

/** The farm of a tab. The key of product.md §3 is shared and only says where a new tab begins; a reloaded tab keeps its farm. */
export interface Selection {
  /** Where this tab begins; null: nowhere yet. */
  readonly selectedId: () => string | null;
  /** Opens a farm without a choice: where new tabs begin stays. */
  readonly hold: (organizationId: string) => void;
  /** A choice, for this tab and new ones. */
  readonly select: (organizationId: string | null) => void;
  /** Where new tabs begin if the shared farm is no longer listed; this one stays. */
  readonly offer: (organizationId: string | null) => void;
}

/** The farm again with the choice's mark; if it differs from the shared key, that was written by hand. */
const choiceKey = 'establecimiento:elegido';
/** In the tab: its own choice. */
const ownKey = 'establecimiento:propio';

const farmIn = (choice: string): string => choice.split(' ')[0] ?? '';

/** `keys` are shared by all tabs, `tab` is this one's, kept through reloads. */
export function openSelection(keys: KeyValue, tab: KeyValue, newMark: () => string): Selection {
  const put = (to: KeyValue, key: string, text: string | null): void => {
    if (text === null) to.removeItem(key);
    else to.setItem(key, text);
  };
  const offer = (organizationId: string | null): string | null => {
    const choice = organizationId === null ? null : `${organizationId} ${newMark()}`;
    put(keys, storageKeys.organizationSelect, organizationId);
    put(keys, choiceKey, choice);
    return choice;
  };
  return {
    selectedId: () => {
      const kept = keys.getItem(storageKeys.organizationSelect);
      const [choice, own] = [keys.getItem(choiceKey), tab.getItem(ownKey)];
      const isOfAnotherTab = own !== null && choice !== null && choice !== own && farmIn(choice) === kept;
      return isOfAnotherTab ? farmIn(own) : kept;
    },
    hold: (organizationId) => {
      const own = tab.getItem(ownKey);
      if (own !== null && farmIn(own) === organizationId) return;
      const choice = keys.getItem(choiceKey);
      const isChosen = choice !== null && farmIn(choice) === organizationId;
      tab.setItem(ownKey, isChosen ? choice : `${organizationId} `);
    },
    select: (organizationId) => put(tab, ownKey, offer(organizationId)),
    offer: (organizationId) => void offer(organizationId),
  };
}

import { storageKeys } from '#contract/constants.ts';
import type { KeyValue } from '#store/keys.ts';

/**
 * The farm of a tab. The key of product.md §3 belongs to all tabs and only says where a new one begins; a reloaded tab stays on its own
 * farm.
 */
export interface Selection {
  /** Where this tab begins; null where nobody has chosen. */
  readonly selectedId: () => string | null;
  /** The farm that this tab opens, without a choice of anybody: what a new tab begins with stays. */
  readonly hold: (organizationId: string) => void;
  /** A choice: for this tab, and for new ones. */
  readonly select: (organizationId: string | null) => void;
  /** Where new tabs begin, when the farm of the key is not in the list any more. This one stays where it is. */
  readonly offer: (organizationId: string | null) => void;
}

/** Beside the key of product.md: the farm again with the mark of the choice; if they differ, the key was written by hand. */
const choiceKey = 'establecimiento:elegido';
/** In the tab: the choice that it stands on. */
const ownKey = 'establecimiento:propio';

const farmIn = (choice: string): string => choice.split(' ')[0] ?? '';

/** `keys` are of all tabs, `tab` of this one alone, through its reloads; each choice is known by a new mark. */
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

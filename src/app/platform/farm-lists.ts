import { asset } from '#domain';
import { useLive } from './farm-context.tsx';

/** The rodeos of the farm; like each list here undefined until the first answer. */
export const useRodeos = () => useLive((views) => views.rodeos());

/** The lots of the farm. */
export const useLots = () => useLive((views) => views.lots());

/** The campos of the farm. */
export const useCampos = () => useLive((views) => views.campos());

/** The animal categories of the farm. */
export const useCategories = () => useLive((views) => views.categories());

/** Everybody who is or was on the team. */
export const useMembers = () => useLive((views) => views.members());

/** The cells that hold animals. */
export const useStock = () => useLive((views) => views.stock());

/** The words behind the ids that a record says. */
export const useRecordNames = () => useLive((views) => views.names());

/** The items of the store room. */
export const useAssets = () => useLive((views) => views.things(asset.name));

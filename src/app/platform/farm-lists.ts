import { asset } from '#domain';
import { useLive } from './farm-context.tsx';

/** Live lists of the farm, each undefined until the first answer. */
export const useRodeos = () => useLive((views) => views.rodeos());

export const useLots = () => useLive((views) => views.lots());

export const useCampos = () => useLive((views) => views.campos());

export const useCategories = () => useLive((views) => views.categories());

/** Everybody who is or was on the team. */
export const useMembers = () => useLive((views) => views.members());

/** Cells that hold animals. */
export const useStock = () => useLive((views) => views.stock());

/** Names for the ids in records. */
export const useRecordNames = () => useLive((views) => views.names());

/** Items of the store room. */
export const useAssets = () => useLive((views) => views.things(asset.name));

import type { IconName, MovementGroup } from '#domain';
import type { RecordedKind } from '#domain/movements/define.ts';
import { ActionTile, MovementIcon } from '#ui';

interface ActTileProps {
  readonly group: MovementGroup;
  readonly label: string;
  readonly icon: IconName;
  readonly onClick: () => void;
}

/** The tile of something that is recorded. */
export const ActTile = ({ icon, ...props }: ActTileProps) => (
  <ActionTile {...props} icon={<MovementIcon name={icon} size={28} />} />
);

interface KindTilesProps {
  readonly kinds: readonly RecordedKind[];
  readonly onPick: (type: string) => void;
}

/** A tile per kind of record. */
export const KindTiles = ({ kinds, onPick }: KindTilesProps) =>
  kinds.map(({ type, group, spoken, icon }) => (
    <ActTile key={type} {...{ group, icon }} label={spoken} onClick={() => onPick(type)} />
  ));

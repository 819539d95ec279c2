import { useState } from 'react';
import { mayRecord, movementGroups, recordedKinds, type Role, roleMay, searchable } from '#domain';
import { count } from '#domain/movements/kinds/system.ts';
import type { RecordedKind } from '#domain/movements/define.ts';
import { type OwnAct, ownActs } from '#farm/own-acts.ts';
import { ActionGrid, EmptyState, Sheet, TextField } from '#ui';
import { ButtonTo, useLive } from '#platform';
import { ActTile, KindTiles } from '#farm/kind-tiles.tsx';
import styles from './record.module.css';

/** The wanted kind is rarely beyond these. */
const usualAtMost = 10;

/** Opening stock: no movement, but recorded like one (domain.md §3.1). */
export const openingType = 'EXISTENCIA_INICIAL';
const openingLabel = 'Existencia inicial';

interface RegisterMenuProps {
  readonly role: Role;
  readonly onPick: (type: string) => void;
  /** Opens those with their own sheet; without it they are not offered. */
  readonly onOwn?: ((act: OwnAct) => void) | undefined;
  readonly onClose: () => void;
}

/** Menu of all records: this person's most used, then by group (ux.md §4.5, + sheet). */
export const RegisterMenu = ({ role, onPick, onOwn, onClose }: RegisterMenuProps) => {
  const habits = useLive((views) => views.habits());
  const [text, setText] = useState('');
  const kinds = recordedKinds.filter((kind) => mayRecord(role, kind));
  const uses = (kind: RecordedKind): number => habits?.byType[kind.type]?.count ?? 0;
  const usual = kinds
    .filter((kind) => uses(kind) > 0)
    .toSorted((a, b) => uses(b) - uses(a))
    .slice(0, usualAtMost);
  const wanted = searchable(text.trim());
  const found = kinds.filter((kind) =>
    searchable(`${kind.spoken} ${kind.label} ${movementGroups[kind.group]}`).includes(wanted),
  );
  const own = (onOwn ? Object.values(ownActs) : []).filter(({ label, alias }) =>
    searchable(`${label} ${alias}`).includes(wanted),
  );
  const hasOpening = roleMay(role, 'edit-places') && searchable(openingLabel).includes(wanted);
  return (
    <Sheet open size="tall" title="Registrar" onClose={onClose}>
      <TextField label="Buscar" type="search" autoComplete="off" value={text} onChange={setText} />
      {wanted === '' && usual.length > 0 ? <Tiles title="Lo de siempre" kinds={usual} onPick={onPick} /> : null}
      {Object.entries(movementGroups).map(([group, title]) => (
        <Tiles key={group} title={title} kinds={found.filter((kind) => kind.group === group)} onPick={onPick} />
      ))}
      {own.length > 0 ? (
        <section className={styles.group} aria-label="Otros">
          <h3>Otros</h3>
          <ActionGrid>
            {own.map(({ is, label, icon, group }) => (
              <ActTile key={is} {...{ label, icon, group }} onClick={() => onOwn?.(is)} />
            ))}
          </ActionGrid>
        </section>
      ) : null}
      {hasOpening ? (
        <section className={styles.group} aria-label="Para empezar">
          <h3>Para empezar</h3>
          <ActionGrid>
            <ActTile group="sistema" label={openingLabel} icon={count.icon} onClick={() => onPick(openingType)} />
          </ActionGrid>
          <ButtonTo to="/empezar" variant="quiet">
            Campo, lotes y hacienda, paso a paso
          </ButtonTo>
        </section>
      ) : null}
      {found.length === 0 && own.length === 0 && !hasOpening ? (
        <EmptyState>{`No encontramos «${text.trim()}».`}</EmptyState>
      ) : null}
    </Sheet>
  );
};

interface TilesProps {
  readonly title: string;
  readonly kinds: readonly RecordedKind[];
  readonly onPick: (type: string) => void;
}

const Tiles = ({ title, kinds, onPick }: TilesProps) =>
  kinds.length === 0 ? null : (
    <section className={styles.group} aria-label={title}>
      <h3>{title}</h3>
      <ActionGrid>
        <KindTiles {...{ kinds, onPick }} />
      </ActionGrid>
    </section>
  );

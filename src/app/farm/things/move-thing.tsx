import type { ReactNode } from 'react';
import { compareNames, moved, newOrders } from '#domain';
import { useFarm } from '#platform';
import type { ThingView } from '#sync/farm.ts';
import type { ThingName } from '#sync/things/things.ts';
import { IconButton, type IconButtonProps } from '#ui';

interface Ordered {
  readonly id: string;
  readonly name: string;
  readonly order: number;
}

/** As people put them, else by name. */
export const inOrder = <R extends { readonly view: ThingView<Ordered> }>(rows: readonly R[]): readonly R[] =>
  rows.toSorted(({ view: { row: a } }, { view: { row: b } }) => a.order - b.order || compareNames(a.name, b.name));

interface MoveThingProps extends Pick<IconButtonProps, 'variant'> {
  readonly subject: ThingName;
  readonly up: ReactNode;
  readonly down: ReactNode;
  /** The list, in its order. */
  readonly views: readonly ThingView<Ordered>[];
  readonly index: number;
}

/** Buttons that move a thing up and down in its list. */
export const MoveThing = ({ subject, up, down, views, index, variant = 'quiet' }: MoveThingProps) => {
  const farm = useFarm();
  const name = views[index]?.row.name ?? '';
  const move = (to: number): void => {
    for (const { id, order } of newOrders(moved(views, index, to).map(({ row }) => row))) {
      void farm.acts.editThing(subject, id, { order });
    }
  };
  return (
    <>
      <IconButton
        variant={variant}
        label={`Subir ${name}`}
        icon={up}
        disabled={index === 0}
        onClick={() => move(index - 1)}
      />
      <IconButton
        variant={variant}
        label={`Bajar ${name}`}
        icon={down}
        disabled={index === views.length - 1}
        onClick={() => move(index + 1)}
      />
    </>
  );
};

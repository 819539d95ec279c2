import { type ReactNode, useState } from 'react';
import type { Category } from '#domain';
import { Button, Chip, Cluster } from '#ui';

export interface OtherCategoryProps {
  readonly categories: readonly Category[];
  readonly icon: ReactNode;
  readonly onPick: (id: string) => void;
  /** Beside the button; without it the button is as wide as its place. */
  readonly children?: ReactNode;
}

/** Adds a category that a form does not offer at first. */
export const OtherCategory = ({ categories, icon, onPick, children }: OtherCategoryProps) => {
  const [open, setOpen] = useState(false);
  if (categories.length === 0) return null;
  if (!open) {
    const add = (
      <Button variant="quiet" icon={icon} onClick={() => setOpen(true)}>
        Otra categoría
      </Button>
    );
    return children === undefined ? (
      add
    ) : (
      <Cluster>
        {children}
        {add}
      </Cluster>
    );
  }
  return (
    <div role="group" aria-label="Otra categoría">
      <Cluster>
        {categories.map(({ id, name }) => (
          <Chip
            key={id}
            pressed={false}
            onPress={() => {
              onPick(id);
              setOpen(false);
            }}
          >
            {name}
          </Chip>
        ))}
      </Cluster>
    </div>
  );
};

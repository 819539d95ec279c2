import { type ReactNode, useState } from 'react';
import { useLots, useRodeos } from '#platform';
import { Button, optionsOf, SelectField, type SelectFieldProps } from '#ui';

type BoundSelect = Pick<SelectFieldProps, 'id' | 'value' | 'onChange' | 'error'>;

/** The lot that something is about, or none. */
export const LotField = (props: BoundSelect) => {
  const options = optionsOf((useLots() ?? []).map(({ lot }) => lot));
  return <SelectField label="Lote" optional placeholder="Ninguno" options={options} {...props} />;
};

/** The rodeo that something is about, or none. */
export const RodeoField = (props: BoundSelect) => {
  const options = optionsOf((useRodeos() ?? []).map(({ rodeo }) => rodeo));
  return <SelectField label="Rodeo" optional placeholder="Ninguno" options={options} {...props} />;
};

/** Fields behind 'Más datos': shown once asked for, and while one is filled in. */
export const MoreFields = ({ isFilled, children }: { readonly isFilled: boolean; readonly children: ReactNode }) => {
  const [isWanted, setWanted] = useState(false);
  return isWanted || isFilled ? (
    children
  ) : (
    <Button variant="quiet" onClick={() => setWanted(true)}>
      Más datos
    </Button>
  );
};

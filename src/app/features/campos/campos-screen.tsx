import { Navigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { counted, formatHectares, formatNumber, joined, sumOf } from '#domain';
import { CampoTabs } from '#farm/campo-tabs.tsx';
import { useLive, useMay, useToday } from '#platform';
import { Button, EmptyScene, PageHeading, Skeleton } from '#ui';
import { CampoCard, type CampoRow, readCampos } from './campo-card.tsx';
import { CampoSheet } from './campo-sheet.tsx';
import { RainSheet } from './rain-sheet.tsx';
import styles from './campos.module.css';

const newSheet = 'nuevo';
const rainSheet = 'lluvia.';

interface CamposScreenProps {
  /** `nuevo`, `lluvia.<campo id>`, or the id of the campo to edit. */
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
}

/** The farm's campos, each leading to its lots (domain.md §2.1). */
export const CamposScreen = ({ sheet, onSheet, onSheetEnd }: CamposScreenProps) => {
  const today = useToday();
  const rows = useLive((views) => readCampos(views, today), [today]);
  const mayEdit = useMay('edit-places');
  const newCampo = mayEdit ? (
    <Button compact icon={<Plus />} onClick={() => onSheet(newSheet)}>
      Nuevo campo
    </Button>
  ) : null;
  const rainOf = sheet?.startsWith(rainSheet) ? sheet.slice(rainSheet.length) : null;
  const [only, ...others] = rows ?? [];
  // A single campo adds nothing to its lots, but whoever may edit it must find it (domain.md §2.1).
  if (only && others.length === 0 && !mayEdit)
    return <Navigate to="/lots" search={{ campo: only.view.row.id }} replace />;
  return (
    <>
      <CampoTabs />
      <PageHeading title="Campos" aside={rows?.length === 0 ? null : newCampo}>
        {rows && rows.length > 0 ? <p>{totals(rows)}</p> : null}
      </PageHeading>
      {rows ? null : <Skeleton rows={4} />}
      {rows?.length === 0 ? (
        <EmptyScene name="mill" action={newCampo}>
          {mayEdit
            ? 'Cargá tus campos para agrupar los lotes y anotar la lluvia de cada uno.'
            : 'Todavía no hay campos. Los carga el dueño o un administrador.'}
        </EmptyScene>
      ) : null}
      <div className={styles.cards}>
        {rows?.map((row, index) => (
          <CampoCard
            key={row.view.row.id}
            row={row}
            rows={rows}
            index={index}
            mayEdit={mayEdit}
            onEdit={() => onSheet(row.view.row.id)}
            onRain={() => onSheet(`${rainSheet}${row.view.row.id}`)}
          />
        ))}
      </div>
      {rainOf !== null ? <RainSheet campoId={rainOf} onClose={onSheetEnd} /> : null}
      {sheet !== null && rainOf === null && mayEdit ? (
        <CampoSheet key={sheet} id={sheet === newSheet ? null : sheet} onSaved={onSheetEnd} onClose={onSheetEnd} />
      ) : null}
    </>
  );
};

const totals = (rows: readonly CampoRow[]): string => {
  const hectares = sumOf(rows, (row) => row.view.row.total_hectares ?? 0);
  const heads = sumOf(rows, (row) => row.heads);
  return joined(
    counted(rows.length, 'campo'),
    hectares > 0 ? formatHectares(hectares) : null,
    `${formatNumber(heads, 0)} cab.`,
  );
};

import { Hash, Tags, Trash2 } from 'lucide-react';
import { formatNumber, isUnsexed, rodeoOf, shortInBook } from '#domain';
import { useLive } from '#platform';
import { UnsexedCalves } from '#farm/split-by-sex.tsx';
import { Card, EmptyState, IconButton, Row, RowList, Skeleton } from '#ui';
import { dotted } from './lot-facts.tsx';
import { ChangeCategorySheet, EditCountSheet, RemoveAnimals, type Standing, standingIn } from './animal-sheets.tsx';

/** Sheet names: `<act>:<category id>`. */
const acts = { count: 'cantidad', category: 'categoria', remove: 'quitar' } as const;

interface LotAnimalsProps {
  readonly lotId: string;
  readonly lotName: string;
  readonly mayEdit: boolean;
  readonly sheet: string | null;
  readonly onSheet: (name: string) => void;
  readonly onSheetEnd: () => void;
}

/** Heads by category and rodeo; each can be counted, recategorized or removed. */
export const LotAnimals = ({ lotId, lotName, mayEdit, sheet, onSheet, onSheetEnd }: LotAnimalsProps) => {
  const farm = useLive(async (views) => {
    const [stock, categories, rodeos] = await Promise.all([views.stock(), views.categories(), views.rodeos()]);
    return { stock, categories, rodeos };
  });
  if (!farm) return <Skeleton rows={3} />;
  const standing = standingIn(lotId, farm.stock, farm.categories);
  const rodeoName = (id: string | null): string => rodeoOf(farm.rodeos, id)?.name ?? 'Sin rodeo';
  const [act, categoryId] = sheet?.split(':') ?? [];
  const chosen = standing.find((one) => one.category.id === categoryId);
  const sheetProps = chosen && { lotId, lotName, standing: chosen, onClose: onSheetEnd };
  return (
    <>
      <Card title="Hacienda" flush>
        {standing.length === 0 ? <EmptyState>No hay animales cargados en este lote.</EmptyState> : null}
        <RowList label="Hacienda por categoría">
          {standing.map((one) => (
            <li key={one.category.id}>
              <Row
                title={one.category.name}
                subtitle={rodeosIn(one, rodeoName)}
                right={<strong>{one.heads < 0 ? shortInBook(-one.heads) : formatNumber(one.heads, 0)}</strong>}
                actions={<AnimalActs standing={one} mayEdit={mayEdit} onSheet={onSheet} />}
              />
            </li>
          ))}
        </RowList>
        {sheetProps && act === acts.count && mayEdit ? <EditCountSheet {...sheetProps} /> : null}
        {sheetProps && act === acts.category ? <ChangeCategorySheet {...sheetProps} /> : null}
        {sheetProps && act === acts.remove && mayEdit ? <RemoveAnimals {...sheetProps} /> : null}
      </Card>
      <UnsexedCalves lotId={lotId} sheet={sheet} onSheetEnd={onSheetEnd} />
    </>
  );
};

const rodeosIn = ({ cells }: Standing, nameOf: (id: string | null) => string): string =>
  dotted(cells.map((cell) => `${nameOf(cell.rodeo)}${cells.length > 1 ? `: ${formatNumber(cell.head, 0)}` : ''}`));

interface AnimalActsProps {
  readonly standing: Standing;
  readonly mayEdit: boolean;
  readonly onSheet: (name: string) => void;
}

const AnimalActs = ({ standing, mayEdit, onSheet }: AnimalActsProps) => {
  const { id, name } = standing.category;
  return (
    <>
      {standing.heads > 0 && !isUnsexed(id) ? (
        <IconButton
          label={`Transferir ${name} a otra categoría`}
          icon={<Tags />}
          onClick={() => onSheet(`${acts.category}:${id}`)}
        />
      ) : null}
      {mayEdit ? (
        <>
          <IconButton
            label={`Editar cantidad de ${name}`}
            icon={<Hash />}
            onClick={() => onSheet(`${acts.count}:${id}`)}
          />
          <IconButton
            label={`Eliminar ${name} del lote`}
            icon={<Trash2 />}
            onClick={() => onSheet(`${acts.remove}:${id}`)}
          />
        </>
      ) : null}
    </>
  );
};

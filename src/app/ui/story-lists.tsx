import { useState } from 'react';
import { AnimalIcon, animalShapes } from './animal-icon.tsx';
import { Button } from './button.tsx';
import { Card, Stat, StatGrid } from './card.tsx';
import { DataTable } from './data-table.tsx';
import { ChangeList, FactList } from './fact-list.tsx';
import { IconTile } from './icon-tile.tsx';
import { MovementIcon } from './icons.tsx';
import { PickRow } from './pick-row.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Row, RowButton, RowLink, RowList } from './row.tsx';
import { Segmented, SegmentedLinks } from './segmented.tsx';
import { Skeleton } from './skeleton.tsx';
import { Spark } from './spark.tsx';
import { StateBadge } from './state-badge.tsx';

const lots = [
  { id: 'a', name: 'Lote 3', hectares: '120,5 ha', heads: '186' },
  { id: 'b', name: 'El Bajo de los Algarrobos Grandes', hectares: '80,0 ha', heads: '64' },
];

export const ListStory = () => {
  const [view, setView] = useState('lots');
  return (
    <>
      <StatGrid>
        <Stat label="Cabezas" value="1.284" detail="+12 este mes" />
        <Stat label="Lluvia" value="812 mm" detail={<Spark values={[0, 12, 0, 0, 56, 3]} />} />
        <Stat label="ADPV" value="0,620" detail="kg/día" />
      </StatGrid>
      <Card title="Datos">
        <FactList
          facts={[
            { key: 'a', label: 'Comprador', words: 'Frigorífico Norte' },
            { key: 'b', label: 'Nº de DT-e', words: '0123456789-1' },
            { key: 'c', label: 'Kilos brutos', words: '12.600 kg' },
          ]}
        />
        <ChangeList
          changes={[
            { key: 'a', label: 'Kilos brutos', before: '12.000 kg', after: '12.600 kg' },
            { key: 'b', label: 'Desbaste', before: '—', after: '5 %', note: 'No quedó en el registro' },
          ]}
        />
      </Card>
      <ProgressBar label="Parición" value={38} max={52} text="38 de 52 (73,1%)" />
      <Segmented
        label="Vista"
        options={{ lots: 'Lotes', rodeos: 'Rodeos', campos: 'Campos' }}
        value={view}
        onChange={setView}
      />
      <SegmentedLinks
        label="Tareas"
        items={[
          { to: '/hoy', label: 'Hoy', current: true },
          { to: '/hechas', label: 'Hechas', current: false },
        ]}
        renderLink={({ to, ...rest }) => <a href={to} {...rest} />}
      />
      <RowStory />
      <DataTable
        caption="Lotes"
        rows={lots}
        rowKey={(lot) => lot.id}
        columns={[
          { header: 'Lote', main: true, cell: (lot) => lot.name },
          { header: 'Superficie', numeric: true, cell: (lot) => lot.hectares },
          { header: 'Cabezas', numeric: true, cell: (lot) => lot.heads },
        ]}
      />
    </>
  );
};

const RowStory = () => (
  <Card title="Últimos movimientos" flush>
    <RowList label="Últimos movimientos">
      <li>
        <RowLink
          href="/lluvia"
          icon={
            <IconTile group="clima">
              <MovementIcon name="cloud-rain" />
            </IconTile>
          }
          title="Lluvia 25 mm"
          subtitle="El Bajo · Ana Pérez"
          right={
            <>
              <span>hoy 07:10</span>
              <StateBadge state="sent" />
            </>
          }
        />
      </li>
      <li>
        <Row
          icon={
            <IconTile group="altas" tone="disc">
              <MovementIcon name="calf" />
            </IconTile>
          }
          title="2 nacimientos"
          subtitle="Lote 3 · Rodeo cría"
          right={<StateBadge state="pending" />}
          actions={<Button compact>Deshacer</Button>}
        />
      </li>
      <li>
        <PickRow title="El Bajo" subtitle="127 vacas" chosen onPick={() => undefined} />
      </li>
      <li>
        <RowButton
          leads
          icon={
            <IconTile group="bajas">
              <MovementIcon name="cross" />
            </IconTile>
          }
          title="Muerte de 1 vaquillona en el Potrero de los Algarrobos"
          subtitle="Sin causa"
          right={<StateBadge state="failed" />}
        />
      </li>
      {animalShapes.map((shape) => (
        <li key={shape}>
          <Row
            tight
            icon={
              <IconTile group="internos" tone="disc">
                <AnimalIcon shape={shape} />
              </IconTile>
            }
            title="El Bajo de los Algarrobos Grandes"
            subtitle="Ocupado 43 días · 1,36 EV/ha · 210 ha"
            figure={<span>509</span>}
            mark={<StateBadge state="pending" iconOnly />}
          />
        </li>
      ))}
    </RowList>
    <Skeleton rows={1} />
  </Card>
);

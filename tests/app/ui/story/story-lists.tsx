import { useState } from 'react';
import { AnimalIcon, animalShapes } from '../../../../src/app/ui/animal-icon.tsx';
import { Button } from '../../../../src/app/ui/button.tsx';
import { Card, Stat, StatGrid } from '../../../../src/app/ui/card.tsx';
import { DataTable } from '../../../../src/app/ui/data-table.tsx';
import { ChangeList, FactList } from '../../../../src/app/ui/fact-list.tsx';
import { IconTile } from '../../../../src/app/ui/icon-tile.tsx';
import { MovementIcon } from '../../../../src/app/ui/icons.tsx';
import { ProgressBar } from '../../../../src/app/ui/progress-bar.tsx';
import { PickRow, Row, RowButton, RowLink, RowList } from '../../../../src/app/ui/row.tsx';
import { Segmented, SegmentedLinks } from '../../../../src/app/ui/segmented.tsx';
import { Skeleton } from '../../../../src/app/ui/skeleton.tsx';
import { Spark } from '../../../../src/app/ui/spark.tsx';
import { StateBadge } from '../../../../src/app/ui/state-badge.tsx';
import { Chart } from '../../../../src/app/ui/chart.tsx';
import type { ChartSeries } from '../../../../src/app/ui/chart-shapes.ts';

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

const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun'];
const gainFigure = (value: number): string => value.toFixed(3).replace('.', ',');
const whole = (value: number): string => String(Math.round(value));

const rain: readonly ChartSeries[] = [
  { label: '2025', values: [63, 38, 43, 93, 23, 3], shape: 'outline', ink: 'clima' },
  { label: '2026', values: [56, 114, 122, 62, 0, null], shape: 'bars', ink: 'clima' },
];
const herd: readonly ChartSeries[] = [
  { label: 'Total', values: [420, 412, 455, 478, 470, 478], shape: 'step', ink: 'text', bold: true },
  { label: 'Vaca', values: [300, 296, 296, 290, 290, 288], shape: 'step', ink: 'altas', dash: 1 },
  { label: 'Ternero al pie', values: [60, 60, 96, 120, 118, 118], shape: 'step', ink: 'internos', dash: 2 },
];
const days = [0, 45, 76, 160];
const weighings = ['mar 26', 'abr 26', 'may 26', 'ago 26'];
const gain: readonly ChartSeries[] = [
  { label: 'Ganancia', values: [null, 0.93, 0.62, 0.71], shape: 'points', ink: 'pesaje', bold: true },
  { label: 'Objetivo', values: [0.7, 0.7, 0.7, 0.7], shape: 'limit', ink: 'muted', dash: 1 },
];

export const ChartStory = () => (
  <>
    <Card>
      <Chart
        title="Lluvia por mes"
        figure="354 mm en 2026"
        summary="El mes con más lluvia fue marzo, con 122 mm."
        placeName="Mes"
        places={months}
        series={rain}
        fromZero
        format={whole}
        unit="mm"
      />
    </Card>
    <Card>
      <Chart
        title="Hacienda en el tiempo"
        figure="478 cab."
        summary="58 más que al 31/01/2026."
        placeName="Mes"
        places={months}
        series={herd}
        fromZero
        format={whole}
        unit="cab."
      />
    </Card>
    <Card>
      <Chart
        title="Ganancia diaria"
        figure="0,710 kg/día"
        summary="Llega al objetivo."
        placeName="Fecha"
        places={weighings}
        positions={days}
        series={gain}
        fromZero
        format={gainFigure}
        unit="kg/día"
      />
    </Card>
  </>
);

import { Card } from './card.tsx';
import { Chart } from './chart.tsx';
import type { ChartSeries } from './chart-shapes.ts';

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

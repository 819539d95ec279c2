import type { ComponentProps, ReactNode } from 'react';
import { AnimalIcon } from './animal-icon.tsx';
import { EmptyState } from './empty-state.tsx';
import styles from './scene.module.css';

export const sceneNames = ['fence', 'herd', 'job', 'paper', 'mill', 'lost'] as const;
type SceneName = (typeof sceneNames)[number];

const grass = 'M22 82c0-5 1-8 4-11M22 82c0-4-1-7-4-9M138 80c0-5 1-8 4-11M138 80c0-4-1-7-4-9';

/** 160 × 96, over the same ground. */
const drawings: Readonly<Record<SceneName, ReactNode>> = {
  fence: (
    <>
      <circle cx="122" cy="30" r="11" className={styles.tint} />
      <path d="M38 84V50M80 84V48M122 84V50M14 58l24-2 42-2 42 2 24 2M14 68l24-1 42-1 42 1 24 1" />
    </>
  ),
  herd: (
    <>
      <circle cx="34" cy="30" r="10" className={styles.tint} />
      <svg x="50" y="20" width="72" height="72">
        <AnimalIcon shape="cow" size={72} />
      </svg>
    </>
  ),
  job: (
    <>
      <rect x="50" y="22" width="60" height="40" rx="6" className={styles.tint} />
      <path d="M80 62v22M66 42l10 10 18-20" />
    </>
  ),
  paper: (
    <>
      <path d="M54 16h38l16 16v48a4 4 0 0 1-4 4H54a4 4 0 0 1-4-4V20a4 4 0 0 1 4-4Z" className={styles.tint} />
      <path d="M92 16v16h16M62 46h34M62 58h34M62 70h20" />
    </>
  ),
  mill: (
    <>
      <path d="m70 84 8-46h4l8 46M73 66h14M75 54h10" />
      <circle cx="80" cy="30" r="17" className={styles.tint} />
      <path d="M80 30V13M80 30l12-12M80 30h17M80 30l12 12M80 30v17M80 30 68 42M80 30H63M80 30 68 18M97 30l12-5v10l-12-5" />
    </>
  ),
  lost: (
    <>
      <circle cx="74" cy="42" r="22" className={styles.tint} />
      <path d="m90 58 20 20M66 40c2-4 6-6 10-5" />
    </>
  ),
};

/** A drawing over an empty list, hidden from readers. */
export const Scene = ({ name }: { readonly name: SceneName }) => (
  <svg className={styles.scene} viewBox="0 0 160 96" width="160" height="96" aria-hidden>
    {drawings[name]}
    <path d={`M8 86c24-6 48-4 72-2s48 1 72-4${grass}`} />
  </svg>
);

type EmptySceneProps = Omit<ComponentProps<typeof EmptyState>, 'icon' | 'scene'> & { readonly name: SceneName };

/** An empty list with its drawing. */
export const EmptyScene = ({ name, ...rest }: EmptySceneProps) => (
  <EmptyState {...rest} scene={<Scene name={name} />} />
);

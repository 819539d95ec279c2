import type { SVGProps } from 'react';
import { classes } from './class-names.ts';

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number;
}

/** Stands for lucide's function of that name in the build, which draws each icon by one line (`src/commands/icon-lines.mjs`). */
export const createIcon =
  (_name: string, line: string) =>
  ({ size = 24, className, ...others }: IconProps) => (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={classes('lucide', className)}
      aria-hidden={'aria-label' in others ? undefined : true}
      {...others}
    >
      <path d={line} />
    </svg>
  );

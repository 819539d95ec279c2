import type { ReactNode } from 'react';

export const animalShapes = ['cow', 'heifer', 'calf', 'bull', 'steer', 'none'] as const;
export type AnimalShape = (typeof animalShapes)[number];

/** Outlines of 32 × 32, told apart by udder, long legs, hump and horns, deep brisket; grass for none. */
const outlines: Readonly<Record<AnimalShape, ReactNode>> = {
  cow: (
    <>
      <path d="M7.4 8.6c2.2 1.2 4.6 1.5 8 1.4l10.2-.3c1.8 0 2.6 1 2.6 2.8V25h-2.9l-.7-5.6c-.4 2.2-3.2 2.7-4.3.4l-6.6-.4L13 25h-2.9l-.3-6.8c-1.3-.9-2-2-2.3-3.5l-1.8.8c-1.5.5-2.6-.2-2.5-1.6L4.5 10c.4-1.6 1.6-2.1 2.9-1.4Z" />
      <path d="M8 9.6 10.9 7M5.6 8.8 4.6 6.4M28 12c1.4 1.8 1.5 4 1.1 6.6" fill="none" strokeWidth="1.5" />
    </>
  ),
  heifer: (
    <>
      <path d="M8 9c1.8 1.8 4 2.2 7.4 2.1l9.4-.3c1.7 0 2.4.9 2.4 2.5V25h-2.4l-1.1-6.7-9.3-.2-.9 6.9h-2.4l-.6-7.6c-1-.8-1.6-1.7-2-3l-1.9.7c-1.3.4-2.2-.2-2.1-1.4L5.3 10c.4-1.4 1.5-1.8 2.7-1Z" />
      <path d="m8.5 10 2.8-2M27 12.6c1.3 1.5 1.5 3.2 1.1 5.4" fill="none" strokeWidth="1.5" />
    </>
  ),
  calf: (
    <>
      <path d="M10.4 11.2c1.2 1.7 2.7 2.1 5 2l6-.2c1.6 0 2.3.8 2.3 2.2V25h-2.2l-.9-5.3-5.9-.1-.8 5.4h-2.2l-.5-6.3c-.8-.6-1.3-1.3-1.6-2.4l-2.3.8c-1.3.3-2.2-.3-2-1.6l1.1-3.4c.5-1.5 2-2 4-.9Z" />
      <path d="m10.9 12 2.6-2.2M23.5 14.5c1 1 1.3 2.3 1.1 3.7" fill="none" strokeWidth="1.5" />
    </>
  ),
  bull: (
    <>
      <path d="M7.2 9.4C9 7 12 6.4 14.5 8c1.6 1 3 1.4 5 1.4l6.2-.1c1.9 0 2.8 1.1 2.8 2.9V25h-3.1l-.8-5.8-4.7.3-1.2 1.6-1-1.5-3.4-.2-.4 5.6H10.6l-.4-5.8c-1.7-.7-2.6-2-3-3.8l-1.5.8c-1.5.6-2.8-.1-2.7-1.7l1-3.5c.4-1.5 1.6-2.2 3.2-1.5Z" />
      <path
        d="M7.2 9.4C6.6 7.6 5.2 6.6 3 6.6M8.2 9c.8-1.5.9-3-.1-4.6M28.4 12c1.3 1.8 1.5 3.9 1.1 6.5"
        fill="none"
        strokeWidth="1.6"
      />
    </>
  ),
  steer: (
    <>
      <path d="M7.4 8.8h3.9.9-.4 1.6-.6 2.6-.6h11.7c2 0 2.9 1.1 2.9 3V25h-3.1l-.7-4.8-10.4.4L14 25h-3.1l-.4-5.4c-1.9-1-2.9-2.6-3.1-4.6l-1.5.6c-1.5.5-2.7-.2-2.6-1.7l1.2-3.8c.4-1.3 1.5-1.8 3.1-1.7Z" />
      <path d="m8.6 9.6 2.7-2.6M5.6 9.2 4 7.6M28.4 11.4c1.3 1.7 1.5 3.7 1.1 6.2" fill="none" strokeWidth="1.5" />
    </>
  ),
  none: (
    <path
      d="M16 25c0-5-.2-9.5 2-15M12.5 25c0-4-1.1-7.5-4-10.5M19.5 25c.2-3.5 1.5-6.5 4.5-8.5M9 25h14"
      fill="none"
      strokeWidth="2"
    />
  ),
};

interface AnimalIconProps {
  readonly shape: AnimalShape;
  readonly size?: number;
}

/** Always beside words: hidden from readers. */
export const AnimalIcon = ({ shape, size = 28 }: AnimalIconProps) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 32 32"
    fill="currentColor"
    stroke="currentColor"
    strokeWidth="0.8"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden
  >
    {outlines[shape]}
  </svg>
);

import type { ManifestOptions } from 'vite-plugin-pwa';
import { shortcutAddresses, startAddress } from './update/start-addresses.ts';

/** A picture in the install dialog: phones show the narrow ones, desks the wide one. */
const screenshot = (name: string, form: 'narrow' | 'wide', label: string) => ({
  src: `/screenshots/${name}.png`,
  sizes: form === 'narrow' ? '540x1050' : '1280x800',
  type: 'image/png',
  form_factor: form,
  label,
});

/** The installed app (ux.md §2.1). Its screenshots are made by tests/e2e/landing-pictures.ts. */
export const manifest = {
  id: '/',
  start_url: startAddress,
  scope: '/',
  name: 'Tranquera – Gestión ganadera',
  short_name: 'Tranquera',
  description: 'Registrá nacimientos, muertes, lluvias y movimientos sin señal.',
  lang: 'es-AR',
  dir: 'ltr',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  orientation: 'any',
  theme_color: '#17542A',
  background_color: '#FFFFFF',
  categories: ['business', 'productivity'],
  icons: [
    { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    screenshot('nacimiento', 'narrow', 'Registrar un nacimiento'),
    screenshot('inicio', 'narrow', 'Lo que más se registra, a un toque'),
    screenshot('movimientos', 'narrow', 'Todo queda anotado, también sin señal'),
    screenshot('oficina', 'wide', 'Indicadores del campo'),
  ],
  // Chrome on Android shows the first three or four. All open without signal.
  shortcuts: [
    {
      name: 'Registrar nacimiento',
      short_name: 'Nacimiento',
      url: shortcutAddresses.birth,
      icons: [{ src: '/icons/s-birth.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Registrar lluvia',
      short_name: 'Lluvia',
      url: shortcutAddresses.rain,
      icons: [{ src: '/icons/s-rain.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Registrar muerte',
      short_name: 'Muerte',
      url: shortcutAddresses.death,
      icons: [{ src: '/icons/s-death.png', sizes: '96x96', type: 'image/png' }],
    },
    {
      name: 'Pendientes',
      url: shortcutAddresses.pending,
      icons: [{ src: '/icons/s-sync.png', sizes: '96x96', type: 'image/png' }],
    },
  ],
  // An invoice shared from another app: the service worker keeps it, with signal or without (sw/sw.ts).
  share_target: {
    action: '/upload-invoice',
    method: 'POST',
    enctype: 'multipart/form-data',
    params: { title: 'title', text: 'text', files: [{ name: 'file', accept: ['application/pdf', 'image/*'] }] },
  },
  launch_handler: { client_mode: 'navigate-existing' },
} satisfies Partial<ManifestOptions>;

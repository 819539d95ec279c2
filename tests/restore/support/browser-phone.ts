import { expect, type Page } from '@playwright/test';
import { createDevice, type Device, phoneSize, signIn } from '../../e2e/support/device.ts';
import type { FieldOwner, Held } from '../../e2e/support/field-page.ts';
import { field, openField } from '../../e2e/support/field.ts';
import { openPhoneLine, type PhoneLine } from './phone-line.ts';
import { type Name, type RestoreFarm, team } from './restore-farm.ts';

/** The built app, installed in a browser of its own, over a line of its own to a running server. */
export interface BrowserPhone {
  readonly name: string;
  readonly line: PhoneLine;
  readonly page: Page;
  /** Puts so many records into the app's outbox at once, as the form would one by one. Without signal. */
  readonly fill: (prefix: string, count: number) => Promise<void>;
  /** What the phone holds. Without signal. */
  readonly held: () => Promise<Held>;
  readonly setSignal: (hasSignal: boolean) => Promise<void>;
  /** Whether the app says that nothing waits. */
  readonly isUpToDate: () => Promise<boolean>;
  readonly errors: readonly string[];
  readonly close: () => Promise<void>;
}

/** Signs somebody in through the screen, on a phone out of its box. */
export async function openBrowserPhone({ server, owners }: RestoreFarm, name: Name): Promise<BrowserPhone> {
  const [who, owner] = [team[name], owners[name]];
  const line = await openPhoneLine(server);
  const device = await createDevice(phoneSize);
  await signIn(device, line.address, who);
  const { page } = device;
  const chip = page
    .getByRole('banner')
    .getByRole('button', { name: /Al día|pendiente|sin enviar|Sin señal|Enviando|con error/ });
  return {
    name: who.first_name,
    line,
    page,
    errors: device.errors,
    fill: (prefix, count) => onField(device, line, owner, (other) => fillOutbox(other, prefix, count)),
    held: () => onField(device, line, owner, field.held),
    setSignal: async (hasSignal) => {
      line.setSignal(hasSignal);
      await device.setSignal(hasSignal);
    },
    isUpToDate: async () => ((await chip.textContent()) ?? '').includes('Al día'),
    close: async () => {
      await device.close();
      await line.close();
    },
  };
}

/** Does something on the app's own store and sync without its screens, in a tab beside them. */
async function onField<T>(
  { context }: Device,
  { address }: PhoneLine,
  owner: FieldOwner,
  work: (page: Page) => Promise<T>,
): Promise<T> {
  const page = await context.newPage();
  try {
    await openField(page, { address }, owner);
    return await work(page);
  } finally {
    await page.close();
  }
}

async function fillOutbox(page: Page, prefix: string, count: number): Promise<void> {
  await page.evaluate(([name, many]) => window.field.saveMany(name, many), [prefix, count] as const);
  expect((await field.held(page)).waiting).toBeGreaterThanOrEqual(count);
}

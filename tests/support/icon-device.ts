import { onTestFinished, vi } from 'vitest';

/** What a device has for a number on the app's icon, and how it answers. */
export interface Device {
  readonly hasBadge: boolean;
  readonly isInstalled: boolean;
  readonly isApple: boolean;
  readonly isIphone: boolean;
  readonly permission: NotificationPermission;
  /** How the person answers the question, or what the browser throws instead of asking it. */
  readonly answer: NotificationPermission | Error;
  /** What the browser throws instead of taking the number. */
  readonly refusal: Error | null;
}

const usual: Device = {
  hasBadge: true,
  isInstalled: true,
  isApple: false,
  isIphone: false,
  permission: 'default',
  answer: 'granted',
  refusal: null,
};

/** Gives the test's browser what it has not, until the test is over. */
export function withNavigator(parts: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(parts)) {
    Object.defineProperty(navigator, name, { configurable: true, value });
    onTestFinished(() => void Reflect.deleteProperty(navigator, name));
  }
}

/** Puts a browser like this in place of the test's own, and writes down what it is asked. */
export function onDevice(given: Partial<Device>) {
  const device = { ...usual, ...given };
  const numbers: number[] = [];
  let { permission, refusal } = device;
  let questions = 0;
  const put = async (count: number): Promise<void> => {
    if (refusal) return Promise.reject(refusal);
    numbers.push(count);
    return Promise.resolve();
  };
  const badge = { setAppBadge: put, clearAppBadge: async () => put(0) };
  withNavigator({
    vendor: device.isApple ? 'Apple Computer, Inc.' : 'Google Inc.',
    userAgent: device.isIphone ? 'Mozilla/5.0 (iPhone)' : 'Mozilla/5.0',
    ...(device.hasBadge && badge),
  });
  vi.stubGlobal('Notification', {
    get permission() {
      return permission;
    },
    requestPermission: async () => {
      questions += 1;
      if (device.answer instanceof Error) return Promise.reject(device.answer);
      permission = device.answer;
      return Promise.resolve(permission);
    },
  });
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ matches: query.includes('standalone') && device.isInstalled, media: query }) as MediaQueryList,
  );
  return {
    /** The numbers that the icon took, in order; 0 is none. */
    numbers,
    questions: (): number => questions,
    /** In the device's own settings. */
    settle: (to: NotificationPermission): void => {
      permission = to;
    },
    /** From now on the browser takes the number. */
    accept: (): void => {
      refusal = null;
    },
  };
}

import { fireEvent, screen } from '@testing-library/react';

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

const isControl = (element: Element): element is Control =>
  element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement || element instanceof HTMLSelectElement;

/** What a person can write in: neither a search, which is nothing to be kept, nor a file, which is kept by itself. */
export const controls = (): Control[] =>
  [...document.querySelectorAll('input, textarea, select')].filter(
    (element): element is Control =>
      isControl(element) &&
      !element.disabled &&
      !(
        element instanceof HTMLInputElement &&
        (element.readOnly || ['file', 'search', 'hidden'].includes(element.type))
      ),
  );

const chips = (): HTMLButtonElement[] => [...document.querySelectorAll<HTMLButtonElement>('button[aria-pressed]')];

const nameOf = (element: Control): string =>
  element.labels?.[0]?.textContent || element.getAttribute('aria-label') || element.id;

export const isSecret = (element: Control): boolean =>
  element instanceof HTMLInputElement && (element.type === 'password' || element.autocomplete === 'one-time-code');

/** Something that was not there before, of the sort that the field asks for. */
function wordsFor(element: HTMLInputElement | HTMLTextAreaElement): string {
  const { type, inputMode } = element;
  if (/^CAE/.test(nameOf(element)) && type !== 'date') return '70123456789012';
  if (/cuit/i.test(nameOf(element))) return '33-69345023-9';
  if (type === 'date') return '2026-11-03';
  if (type === 'time') return '07:30';
  if (type === 'email' || /^Correo/.test(nameOf(element))) return 'otra@campo.ar';
  if (type === 'tel') return '2494 551234';
  if (type === 'password') return 'una clave bien larga 7';
  if (inputMode === 'decimal' || inputMode === 'numeric') return '7';
  return 'Lo que escribí';
}

function fill(element: Control): void {
  if (element instanceof HTMLSelectElement) {
    const [other] = [...element.options].filter(
      (option) => option.value !== '' && option.value !== element.value && !option.disabled,
    );
    if (other) fireEvent.change(element, { target: { value: other.value } });
    return;
  }
  if (element instanceof HTMLInputElement && ['checkbox', 'radio'].includes(element.type)) {
    fireEvent.click(element);
    return;
  }
  fireEvent.change(element, { target: { value: wordsFor(element) } });
  fireEvent.blur(element);
}

/** Writes in every field in sight, and turns every stepper by one. Gives how many there were. */
export function fillEverything(): number {
  const filled = new Set<string>();
  // A tick may be called otherwise once it is set.
  const touched = new Set<Control>();
  // A choice may bring other fields: what came with it is filled in too.
  for (let rounds = 0; rounds < 3; rounds += 1) {
    for (const element of controls()) {
      const name = nameOf(element);
      if (filled.has(name) || touched.has(element) || !element.isConnected) continue;
      filled.add(name);
      touched.add(element);
      fill(element);
    }
  }
  for (const more of document.querySelectorAll('button[aria-label^="Sumar "]')) {
    filled.add(more.getAttribute('aria-label') ?? '');
    fireEvent.click(more);
  }
  return filled.size;
}

/** Everything that stands in the form now, by name; a password or a code only as what it must be after a reload: gone. */
export function standing(isReopened = false): readonly string[] {
  const typed = controls().map((element) => {
    if (isSecret(element)) return `${nameOf(element)}: ${isReopened ? element.value : ''}`;
    const value = element instanceof HTMLInputElement && element.type === 'checkbox' ? element.checked : element.value;
    return `${nameOf(element)}: ${value}`;
  });
  const counted = [...document.querySelectorAll('output')].map(
    (output) => `${output.closest('[role=group]')?.getAttribute('aria-label') ?? ''}: ${output.textContent}`,
  );
  const chosen = chips()
    .filter((chip) => chip.getAttribute('aria-pressed') === 'true')
    .map((chip) => chip.textContent);
  const ordered = [...document.querySelectorAll('ol > li')].map((item) => item.textContent);
  return [...typed, ...counted, ...chosen, ...ordered];
}

/** Touches buttons by their names, those that are there. */
export function press(names: readonly (string | RegExp)[]): void {
  for (const name of names) {
    const button = screen.queryAllByRole('button', { name }).at(-1);
    if (button) fireEvent.click(button);
  }
}

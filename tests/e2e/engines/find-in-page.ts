/** An element by what it is for people, and by its name: part of an expression (`^Guardar( |$)`), or any where there is none. */
export interface Element {
  readonly role: 'button' | 'dialog' | 'field' | 'group' | 'heading' | 'link' | 'region';
  readonly name?: string;
}

/**
 * Runs in the page, in any engine: what stands on the last place of the path, first of its kind, inside what stands before it, last of its
 * kind (the sheet on top). Only what is seen.
 */
export function findInPage(path: readonly Element[]): unknown {
  const kinds: Record<string, string> = {
    button: 'button, [role="button"]',
    dialog: 'dialog[open], [role="dialog"], [role="alertdialog"]',
    field: 'input, select, textarea',
    group: 'fieldset, [role="group"]',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    region: 'section, [role="region"]',
  };
  const textOf = (node: { readonly textContent: string | null } | null | undefined): string => node?.textContent ?? '';
  const nameOf = (node: HTMLElement): string => {
    const ids = node.getAttribute('aria-labelledby')?.split(' ') ?? [];
    const named = ids.map((id) => textOf(document.getElementById(id))).join(' ');
    const labels = 'labels' in node ? [...((node as HTMLInputElement).labels ?? [])].map(textOf).join(' ') : '';
    const legend = textOf(node.querySelector(':scope > legend'));
    const name = named || node.getAttribute('aria-label') || labels || legend || textOf(node);
    return name.replaceAll(/\s+/g, ' ').trim();
  };
  const isSeen = (node: HTMLElement): boolean =>
    node.getClientRects().length > 0 && getComputedStyle(node).visibility !== 'hidden';
  const inside = (root: ParentNode, { role, name = '' }: Element): HTMLElement[] =>
    [...root.querySelectorAll<HTMLElement>(kinds[role] ?? role)].filter(
      (node) => isSeen(node) && new RegExp(name).test(nameOf(node)),
    );
  let root: ParentNode | undefined = document;
  for (const step of path.slice(0, -1)) root = root && inside(root, step).at(-1);
  const last = path.at(-1);
  return (root && last && inside(root, last)[0]) ?? null;
}

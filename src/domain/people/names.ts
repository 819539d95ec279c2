/** Each word capitalized (product.md §5). For display only. */
export const displayName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [first = ''] = word;
      return first.toLocaleUpperCase('es-AR') + word.slice(first.length).toLocaleLowerCase('es-AR');
    })
    .join(' ');

export const fullName = (person: { readonly first_name: string; readonly last_name: string }): string =>
  displayName(`${person.first_name} ${person.last_name}`);

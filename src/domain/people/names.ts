/** A name as it is shown: each word capitalized, the rest lower case (product.md §5). Done at display only. */
export const displayName = (name: string): string =>
  name
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [first = ''] = word;
      return first.toLocaleUpperCase('es-AR') + word.slice(first.length).toLocaleLowerCase('es-AR');
    })
    .join(' ');

/** First and last name as shown. */
export const fullName = (person: { readonly first_name: string; readonly last_name: string }): string =>
  displayName(`${person.first_name} ${person.last_name}`);

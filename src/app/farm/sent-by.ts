import { fullName } from '#domain';

interface Name {
  readonly first_name: string;
  readonly last_name: string;
}

/** Who sent a refused record, and in whose name: a name alone proves nothing. */
export const sentBy = ({
  author,
  said_author: said,
}: {
  readonly author: Name;
  readonly said_author?: Name;
}): string => (said ? `Lo trajo ${fullName(author)} a nombre de ${fullName(said)}` : `Registró ${fullName(author)}`);

import { plainThings } from '#domain';
import { seeing, type Thing } from '#domain/things/describe.ts';
import { RowTo, useMay } from '#platform';
import { screenOf } from '#farm/things/screen-of.ts';
import { MovementIcon } from '#ui';

const ThingRow = ({ thing }: { readonly thing: Thing }) =>
  useMay(seeing(thing)) ? (
    <li>
      <RowTo
        to={screenOf(thing)}
        replace
        icon={<MovementIcon name={thing.icon ?? 'dot'} size={26} />}
        title={thing.words.many}
        subtitle={thing.screen?.about}
      />
    </li>
  ) : null;

/** Screens of things made of fields. */
export const ThingRows = () => plainThings.map((thing) => <ThingRow key={thing.name} thing={thing} />);

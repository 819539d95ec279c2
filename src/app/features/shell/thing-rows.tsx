import { plainThings } from '../../../domain/things/registry.ts';
import { seeing, type Thing } from '../../../domain/things/describe.ts';
import { RowTo } from '../../platform/links.tsx';
import { screenOf } from '../../farm/things/screen-of.ts';
import { useMay } from '../../platform/use-may.ts';
import { MovementIcon } from '../../ui/icons.tsx';

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

/** The screens of things that are made of fields. */
export const ThingRows = () => plainThings.map((thing) => <ThingRow key={thing.name} thing={thing} />);

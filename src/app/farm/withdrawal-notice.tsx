import { formatDay, lastToEnd, listOf, type Withdrawal } from '#domain';
import { Notice } from '#ui';

/** Until when animals may not be sold: a sale in the withdrawal period costs the whole load. */
export const WithdrawalNotice = ({ running }: { readonly running: readonly Withdrawal[] }) => {
  const last = lastToEnd(running);
  return last ? (
    <Notice tone="warn" title={`En retiro hasta ${formatDay(last.until)}`}>
      {last.products.length > 0 ? `${listOf(last.products)}. ` : ''}Los animales quedan libres al día siguiente.
    </Notice>
  ) : null;
};

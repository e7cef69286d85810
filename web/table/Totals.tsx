import type common from '../texts/common/en.json';
import { textsOf } from '../texts/texts.ts';
import { Money } from '../ui/values/values.tsx';
import type { ColumnTotal } from './list.ts';

const text = textsOf<typeof common>('common');

/** The totals of money columns over all pages, per currency. */
export function Totals({ totals }: { totals: readonly ColumnTotal[] }) {
  return (
    <dl className="table-totals" aria-label={text('totals')}>
      {totals.map(({ key, title, amounts }) => (
        <div key={key}>
          <dt>{text('totalOf', { column: title })}</dt>
          {amounts.map(({ amount, currency }) => (
            <dd key={currency}>
              <Money amount={amount} currency={currency} />
            </dd>
          ))}
        </div>
      ))}
    </dl>
  );
}

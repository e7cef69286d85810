import type { Answer } from '../../../../web/client.ts';
import { SimpleTable } from '../../../../web/ui/layout/SimpleTable.tsx';
import { ScrollPart } from '../../../../web/ui/page/ScrollPart.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import styles from './priceTable.module.css';

import { offText, termsText } from './termsText.ts';
import { text } from './text.ts';

/** Shows all digits of a price, up to the maximum number of decimals. */
const priceDigits = 8;

/** Every item of the price list, by group. */
export function PriceTable({
  prices,
}: {
  prices: Pick<Answer<'getPrices'>, 'currency' | 'groups'>;
}) {
  const priceOf = (price: string | null) =>
    price === null ? text('notSold') : formatMoney(price, prices.currency, priceDigits);
  return (
    <Section title={text('allPrices')} isFlush>
      <ScrollPart label={text('allPrices')}>
        <SimpleTable className={styles.priceTable}>
          <thead>
            <tr>
              <th scope="col">{text('item')}</th>
              <th scope="col">{text('unit')}</th>
              <th scope="col" data-amount>
                {text('pricePerHour')}
              </th>
              <th scope="col" data-amount>
                {text('pricePerMonth')}
              </th>
              <th scope="col">{text('poweredOff')}</th>
            </tr>
          </thead>
          {prices.groups.map(({ group, title, items }) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={5} className={styles.priceGroup}>
                  {title}
                </th>
              </tr>
              {items.map((item) => (
                <tr key={item.code}>
                  <th scope="row">
                    {item.title}
                    {termsText(item, prices.currency) && (
                      <div className={`soft ${styles.priceTerms}`}>
                        {termsText(item, prices.currency)}
                      </div>
                    )}
                  </th>
                  <td className="soft">{item.unit}</td>
                  <td className="number" data-amount>
                    <bdi>{priceOf(item.hourly)}</bdi>
                  </td>
                  <td className="number" data-amount>
                    <bdi>{priceOf(item.monthly)}</bdi>
                  </td>
                  <td className="soft">{offText(item, prices.currency)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </SimpleTable>
      </ScrollPart>
    </Section>
  );
}

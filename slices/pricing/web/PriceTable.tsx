import type { Answer } from '../../../web/client.ts';
import { formatMoney } from '../../../web/ui/money.ts';
import { ScrollPart } from '../../../web/ui/ScrollPart.tsx';
import { Section } from '../../../web/ui/Section.tsx';

import { offText, termsText } from './termsText.ts';
import { text } from './text.ts';
import './priceTable.css';

/** As many digits as a price has, up to those it can have. */
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
      <ScrollPart className="price-scroll" label={text('allPrices')}>
        <table className="price-table">
          <thead>
            <tr>
              <th scope="col">{text('item')}</th>
              <th scope="col">{text('unit')}</th>
              <th scope="col" className="price-number">
                {text('pricePerHour')}
              </th>
              <th scope="col" className="price-number">
                {text('pricePerMonth')}
              </th>
              <th scope="col">{text('poweredOff')}</th>
            </tr>
          </thead>
          {prices.groups.map(({ group, title, items }) => (
            <tbody key={group}>
              <tr>
                <th scope="rowgroup" colSpan={5} className="price-group">
                  {title}
                </th>
              </tr>
              {items.map((item) => (
                <tr key={item.code}>
                  <th scope="row">
                    {item.title}
                    {termsText(item, prices.currency) && (
                      <div className="soft price-terms">{termsText(item, prices.currency)}</div>
                    )}
                  </th>
                  <td className="soft">{item.unit}</td>
                  <td className="price-number number">
                    <bdi>{priceOf(item.hourly)}</bdi>
                  </td>
                  <td className="price-number number">
                    <bdi>{priceOf(item.monthly)}</bdi>
                  </td>
                  <td className="soft">{offText(item, prices.currency)}</td>
                </tr>
              ))}
            </tbody>
          ))}
        </table>
      </ScrollPart>
    </Section>
  );
}

import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { Code, formatMoment } from '../../../web/ui/values.tsx';
import { text } from './text.ts';
import { type Discount, discountWords, monthsWords, promoWords, type Redeemed } from './words.ts';

const tones: Record<Redeemed['state'], Tone> = {
  ahead: 'busy',
  running: 'good',
  over: 'neutral',
  withdrawn: 'warning',
};

/** Discounts, each with what can be done about it. */
export function DiscountList({
  discounts,
  actions,
}: {
  discounts: readonly Discount[];
  actions?(discount: Discount): ReactNode;
}) {
  return (
    <ul className="discounts-list">
      {discounts.map((discount) => (
        <li key={discount.id}>
          <span className="discounts-what">
            <strong>
              <bdi>{discount.title}</bdi>
            </strong>
            <span>{discountWords(discount)}</span>
            <span className="soft">{monthsWords(discount.fromMonth, discount.toMonth)}</span>
          </span>
          <span className="discounts-end">
            <Badge tone={tones[discount.state]}>{text(`state_${discount.state}`)}</Badge>
            {actions?.(discount)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Redeemed codes, each with what can be done about it. */
export function RedeemedList({
  promos,
  actions,
}: {
  promos: readonly Redeemed[];
  actions?(promo: Redeemed): ReactNode;
}) {
  return (
    <ul className="discounts-list">
      {promos.map((promo) => (
        <li key={promo.id}>
          <span className="discounts-what">
            <strong>
              <bdi>{promo.title}</bdi> <Code>{promo.code}</Code>
            </strong>
            <span>{promoWords(promo)}</span>
            <span className="soft">
              {monthsWords(promo.fromMonth, promo.toMonth)},{' '}
              {text('redeemedOn', { when: formatMoment(promo.redeemedAt) })}
            </span>
          </span>
          <span className="discounts-end">
            <Badge tone={tones[promo.state]}>{text(`state_${promo.state}`)}</Badge>
            {actions?.(promo)}
          </span>
        </li>
      ))}
    </ul>
  );
}

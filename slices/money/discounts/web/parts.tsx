import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import {
  type Discount,
  describeDiscount,
  describePromo,
  formatMonths,
  type Redeemed,
} from './describeDiscount.ts';
import { text } from './text.ts';

const tones: Record<Redeemed['state'], Tone> = {
  ahead: 'busy',
  running: 'good',
  over: 'neutral',
  withdrawn: 'warning',
};

/** A list of discounts with their actions. */
export function DiscountList({
  discounts,
  actions,
}: {
  discounts: readonly Discount[];
  actions?(discount: Discount): ReactNode;
}) {
  return (
    <Stack as="ul" gap={14}>
      {discounts.map((discount) => (
        <Row
          as="li"
          endsOpen={14}
          gap="8px 20px"
          align="center"
          justify="space-between"
          key={discount.id}
        >
          <Stack as="span" gap={2} flex="1 1 260px" wrap="anywhere">
            <strong>
              <bdi>{discount.title}</bdi>
            </strong>
            <span>{describeDiscount(discount)}</span>
            <span className="soft">{formatMonths(discount.fromMonth, discount.toMonth)}</span>
          </Stack>
          <Row as="span" gap="8px 12px" align="center">
            <Badge tone={tones[discount.state]}>{text(`state_${discount.state}`)}</Badge>
            {actions?.(discount)}
          </Row>
        </Row>
      ))}
    </Stack>
  );
}

/** A list of redeemed codes with their actions. */
export function RedeemedList({
  promos,
  actions,
}: {
  promos: readonly Redeemed[];
  actions?(promo: Redeemed): ReactNode;
}) {
  return (
    <Stack as="ul" gap={14}>
      {promos.map((promo) => (
        <Row
          as="li"
          endsOpen={14}
          gap="8px 20px"
          align="center"
          justify="space-between"
          key={promo.id}
        >
          <Stack as="span" gap={2} flex="1 1 260px" wrap="anywhere">
            <strong>
              <bdi>{promo.title}</bdi> <Code>{promo.code}</Code>
            </strong>
            <span>{describePromo(promo)}</span>
            <span className="soft">
              {formatMonths(promo.fromMonth, promo.toMonth)},{' '}
              {text('redeemedOn', { when: formatMoment(promo.redeemedAt) })}
            </span>
          </Stack>
          <Row as="span" gap="8px 12px" align="center">
            <Badge tone={tones[promo.state]}>{text(`state_${promo.state}`)}</Badge>
            {actions?.(promo)}
          </Row>
        </Row>
      ))}
    </Stack>
  );
}

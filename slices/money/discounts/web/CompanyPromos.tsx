import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import { PromoForm } from './PromoForm.tsx';
import { text } from './text.ts';

type Promo = Answer<'listPromos'>['items'][number];
const tones: Record<Promo['state'], Tone> = {
  ahead: 'busy',
  open: 'good',
  over: 'neutral',
  usedUp: 'neutral',
  closed: 'neutral',
};

/** A company's promo codes. */
export function CompanyPromos({ companyId }: { companyId: string }) {
  const found = useCall('listPromos', { params: { companyId } }, { pollMs: 60_000 });
  const [isCreating, setCreating] = useState(false);
  const [closed, setClosed] = useState<Promo | null>(null);
  const run = useRun();
  if (found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton count={4} />;
  const { items, currency } = found.data;
  const close = async ({ id }: Promo) => {
    await call('closePromo', { params: { companyId, promoId: id } });
    await run(text('closed'), async () => undefined);
  };
  return (
    <Section title={text('promos')}>
      <Stack gap={16} isProse>
        <p className="soft">{text('promosHint')}</p>
        {items.length === 0 && <p>{text('noPromos')}</p>}
        <Stack as="ul" gap={14}>
          {items.map((promo) => (
            <Row
              as="li"
              endsOpen={14}
              gap="8px 20px"
              align="center"
              justify="space-between"
              key={promo.id}
            >
              <PromoDetails promo={promo} />
              <Row as="span" gap="8px 12px" align="center">
                <Badge tone={tones[promo.state]}>{text(`promo_${promo.state}`)}</Badge>
                {promo.state !== 'closed' && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`${text('closePromo')}: ${promo.code}`}
                    onClick={() => setClosed(promo)}
                  >
                    {text('closePromo')}
                  </Button>
                )}
              </Row>
            </Row>
          ))}
        </Stack>
        <div>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setCreating(true)}>
            {text('newPromo')}
          </Button>
        </div>
      </Stack>
      {isCreating && (
        <PromoForm companyId={companyId} currency={currency} onClose={() => setCreating(false)} />
      )}
      {closed && (
        <ConfirmDialog
          title={text('closeTitle', { code: closed.code })}
          confirmLabel={text('closePromo')}
          onConfirm={() => close(closed)}
          onClose={() => setClosed(null)}
        >
          {text('closeBody')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function PromoDetails({
  promo: { code, title, kind, value, currency, months, uses, maxUses, validUntil },
}: {
  promo: Promo;
}) {
  const discountText = kind === 'percent' ? `${value}%` : formatMoney(value, currency);
  const usageText =
    maxUses === null ? text('uses', { count: uses }) : text('usesOf', { uses, max: maxUses });
  return (
    <Stack as="span" gap={2} flex="1 1 260px" wrap="anywhere">
      <strong>
        <Code>{code}</Code> <bdi>{title}</bdi>
      </strong>
      <span>
        <bdi>{discountText}</bdi> {text('forMonths', { count: months })}
      </span>
      <span className="soft">
        {usageText}
        {validUntil && `, ${text('until', { when: formatMoment(validUntil) })}`}
      </span>
    </Stack>
  );
}

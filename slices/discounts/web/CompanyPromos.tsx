import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { formatMoney } from '../../../web/ui/money.ts';
import { Section } from '../../../web/ui/Section.tsx';
import { ErrorState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { Code, formatMoment } from '../../../web/ui/values.tsx';
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

/** The codes that customers of a company can redeem. */
export function CompanyPromos({ companyId }: { companyId: string }) {
  const found = useCall(
    'listPromos',
    { params: { companyId } },
    { topics: ['company', 'billing'], pollMs: 60_000 },
  );
  const [isNew, setNew] = useState(false);
  const [closed, setClosed] = useState<Promo | null>(null);
  const run = useRun();
  if (found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton count={4} />;
  const { items, currency } = found.data;
  const close = async ({ id }: Promo) => {
    await call('closePromo', { params: { companyId, promoId: id } });
    await run(text('closed'), async () => undefined, ['listPromos']);
  };
  return (
    <Section title={text('promos')}>
      <div className="discounts-part">
        <p className="soft">{text('promosHint')}</p>
        {items.length === 0 && <p>{text('noPromos')}</p>}
        <ul className="discounts-list">
          {items.map((promo) => (
            <li key={promo.id}>
              <Facts promo={promo} />
              <span className="discounts-end">
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
              </span>
            </li>
          ))}
        </ul>
        <div>
          <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
            {text('newPromo')}
          </Button>
        </div>
      </div>
      {isNew && (
        <PromoForm companyId={companyId} currency={currency} onClose={() => setNew(false)} />
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

function Facts({
  promo: { code, title, kind, value, currency, months, uses, maxUses, validUntil },
}: {
  promo: Promo;
}) {
  const gives = kind === 'percent' ? `${value}%` : formatMoney(value, currency);
  const used =
    maxUses === null ? text('uses', { count: uses }) : text('usesOf', { uses, max: maxUses });
  return (
    <span className="discounts-what">
      <strong>
        <Code>{code}</Code> <bdi>{title}</bdi>
      </strong>
      <span>
        <bdi>{gives}</bdi> {text('forMonths', { count: months })}
      </span>
      <span className="soft">
        {used}
        {validUntil && `, ${text('until', { when: formatMoment(validUntil) })}`}
      </span>
    </span>
  );
}

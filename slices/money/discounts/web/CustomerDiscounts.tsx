import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { DiscountForm } from './DiscountForm.tsx';
import type { Discount } from './describeDiscount.ts';
import { DiscountList } from './parts.tsx';
import { text } from './text.ts';

/** The discounts of a customer. */
export function CustomerDiscounts({
  customer,
}: {
  customer: { companyId: string; externalId: string };
}) {
  const found = useCall('getCustomerDiscounts', { params: customer }, { pollMs: 60_000 });
  const [edited, setEdited] = useState<Discount | 'new' | null>(null);
  const [removed, setRemoved] = useState<Discount | null>(null);
  const run = useRun();
  if (found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton count={4} />;
  const { discounts, currency, paysItself } = found.data;
  const remove = async ({ id }: Discount) => {
    await call('deleteDiscount', { params: { ...customer, discountId: id } });
    await run(text('removed'), async () => undefined);
  };
  return (
    <Section title={text('title')}>
      <Stack gap={16} isProse>
        <p className="soft">{text(paysItself ? 'hint' : 'notPayer')}</p>
        {discounts.length === 0 && <p>{text('none')}</p>}
        <DiscountList
          discounts={discounts}
          actions={(discount) => (
            <>
              <Button
                size="xs"
                variant="default"
                aria-label={`${text('change')}: ${discount.title}`}
                onClick={() => setEdited(discount)}
              >
                {text('change')}
              </Button>
              <Button
                size="xs"
                variant="default"
                aria-label={`${text('remove')}: ${discount.title}`}
                onClick={() => setRemoved(discount)}
              >
                {text('remove')}
              </Button>
            </>
          )}
        />
        {paysItself && (
          <div>
            <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setEdited('new')}>
              {text('add')}
            </Button>
          </div>
        )}
      </Stack>
      {edited && (
        <DiscountForm
          customer={customer}
          currency={currency}
          discount={edited === 'new' ? null : edited}
          onClose={() => setEdited(null)}
        />
      )}
      {removed && (
        <ConfirmDialog
          title={text('removeTitle', { title: removed.title })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          {text('removeBody')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

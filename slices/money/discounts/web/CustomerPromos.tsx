import { Button, NativeSelect } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import type { Redeemed } from './describeDiscount.ts';
import { RedeemedList } from './parts.tsx';
import { text } from './text.ts';

interface Address {
  companyId: string;
  externalId: string;
}

/** A customer's promo codes, with actions to apply and withdraw them. */
export function CustomerPromos({ customer }: { customer: Address }) {
  const found = useCall('getCustomerPromos', { params: customer }, { pollMs: 60_000 });
  const [withdrawn, setWithdrawn] = useState<Redeemed | null>(null);
  const run = useRun();
  if (found.isError && !found.data)
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  if (!found.data) return <Skeleton count={4} />;
  const { promos, open, paysItself } = found.data;
  const withdraw = async ({ id }: Redeemed) => {
    await call('withdrawPromo', { params: { ...customer, useId: id } });
    await run(text('withdrawn'), async () => undefined);
  };
  return (
    <Section title={text('codes')}>
      <Stack gap={16} isProse>
        <p className="soft">{text(paysItself ? 'codesHint' : 'notPayer')}</p>
        {promos.length === 0 && <p>{text('noCodes')}</p>}
        <RedeemedList
          promos={promos}
          actions={(promo) =>
            promo.state === 'running' && (
              <Button
                size="xs"
                variant="default"
                aria-label={`${text('withdraw')}: ${promo.code}`}
                onClick={() => setWithdrawn(promo)}
              >
                {text('withdraw')}
              </Button>
            )
          }
        />
        {paysItself && (
          <RedeemPromo key={open.map(({ code }) => code).join()} customer={customer} open={open} />
        )}
      </Stack>
      {withdrawn && (
        <ConfirmDialog
          title={text('withdrawTitle', { code: withdrawn.code })}
          confirmLabel={text('withdraw')}
          isDangerous
          onConfirm={() => withdraw(withdrawn)}
          onClose={() => setWithdrawn(null)}
        >
          {text('withdrawBody')}
        </ConfirmDialog>
      )}
    </Section>
  );
}

function RedeemPromo({
  customer,
  open,
}: {
  customer: Address;
  open: Answer<'getCustomerPromos'>['open'];
}) {
  const form = useForm({ code: open[0]?.code ?? '' });
  if (open.length === 0) return <p className="soft">{text('noneOpen')}</p>;
  const redeem = async (event: FormEvent) => {
    event.preventDefault();
    await form.save(text('given'), () =>
      call('givePromo', { params: customer, body: form.values }),
    );
  };
  return (
    <form onSubmit={(event) => void redeem(event)} noValidate>
      <Row gap="8px 12px" align="end" firstFlex="0 1 320px">
        <NativeSelect
          label={text('giveLabel')}
          data={open.map((promo) => ({
            value: promo.code,
            label: `${promo.code}, ${promo.title}`,
          }))}
          {...form.input('code')}
        />
        <Button type="submit" loading={form.isBusy}>
          {text('give')}
        </Button>
      </Row>
      <FormProblem form={form} />
    </form>
  );
}

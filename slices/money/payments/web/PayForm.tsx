import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CallError, call } from '../../../../web/client.ts';
import { useGo } from '../../../../web/navigation.ts';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { useProblems } from '../../../../web/ui/form/useProblems.ts';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { usePageShown } from '../../../../web/useShownAgain.ts';
import type { OwnPaymentsAnswer } from './OwnPayments.tsx';
import { methodTitle, providerTitle } from './parts.tsx';
import { text } from './text.ts';

type Provider = OwnPaymentsAnswer['providers'][number]['provider'];

/** The payment options: saved methods, default first, then each provider's own page. */
export const paymentOptionsOf = ({
  providers,
  methods,
}: Pick<OwnPaymentsAnswer, 'methods'> & { providers: readonly { provider: Provider }[] }) => [
  ...methods
    .filter((method) => providers.some(({ provider }) => provider === method.provider))
    .map(({ id, provider, label }) => ({ value: id, label, provider, methodId: id })),
  ...providers.map(({ provider }) => ({
    value: provider as string,
    label: methodTitle(provider),
    provider,
    methodId: undefined,
  })),
];

/** A new idempotency key for starting a payment. */
export const newKey = (): string => crypto.randomUUID();

/** Amount and payment method. Card details are entered only on the provider's page. */
export function PayForm({ payments }: { payments: OwnPaymentsAnswer }) {
  const options = paymentOptionsOf(payments);
  const [chosen, setChosen] = useState(options[0]?.value ?? '');
  const [amount, setAmount] = useState('');
  const [keepsMethod, setKeepsMethod] = useState(false);
  // Submitting twice makes one payment. Changing the amount or method creates a new key.
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  usePageShown(() => setBusy(false));
  const problems = useProblems(['amount']);
  const go = useGo();
  const option = options.find(({ value }) => value === chosen) ?? options[0];
  const terms = payments.providers.find(({ provider }) => provider === option?.provider);
  if (!option || !terms) return null;
  const currency = payments.currency ?? '';
  const change = (set: () => void) => {
    set();
    setKey(newKey());
    problems.clear();
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    problems.clear();
    const { provider, methodId } = option;
    const shouldSaveMethod = keepsMethod && methodId === undefined && terms.keepsMethods;
    try {
      const body = {
        key,
        provider,
        amount: amount.trim(),
        currency,
        keepsMethod: shouldSaveMethod,
        ...(methodId ? { methodId } : {}),
      };
      const order = await call('startPayment', { body });
      if (order.redirectUrl) location.assign(order.redirectUrl);
      else await go({ to: `/paymentAuthorization/${order.id}` });
    } catch (error) {
      problems.show(error);
      // A rejected request is finished. A request without a response may have started a payment, so
      // it is retried with the same key.
      if (error instanceof CallError && error.status > 0 && error.status < 500) setKey(newKey());
      setBusy(false);
    }
  };
  return (
    <Stack as="form" gap={16} isProse onSubmit={(event) => void pay(event)} noValidate>
      <div className="field-grid">
        <TextInput
          label={text('amount', { currency })}
          error={problems.problemAt('amount')}
          value={amount}
          inputMode="decimal"
          dir="ltr"
          onChange={(event) => {
            const { value } = event.currentTarget;
            change(() => setAmount(value));
          }}
        />
        <NativeSelect
          label={text('payWith')}
          value={option.value}
          data={options.map(({ value, label }) => ({ value, label }))}
          onChange={(event) => {
            const { value } = event.currentTarget;
            change(() => setChosen(value));
          }}
        />
      </div>
      <Text maxWidth="72ch" tone="soft">
        {Number(terms.minAmount) > 0
          ? text('limits', {
              min: formatMoney(terms.minAmount, currency),
              max: formatMoney(terms.maxAmount, currency),
            })
          : text('limitMost', { max: formatMoney(terms.maxAmount, currency) })}{' '}
        {option.methodId === undefined &&
          text('atProvider', { provider: providerTitle(option.provider as Provider) })}{' '}
        {!terms.isLive && text('testMoney')}
      </Text>
      {terms.keepsMethods && option.methodId === undefined && (
        <Checkbox
          label={text('keep')}
          description={
            payments.isCollected ? text('keepHint') : `${text('keepHint')} ${text('keepNotNow')}`
          }
          checked={keepsMethod}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            change(() => setKeepsMethod(checked));
          }}
        />
      )}
      <ProblemNotice problem={problems.general} />
      <div>
        <Button type="submit" loading={isBusy} disabled={amount.trim() === ''}>
          {text('payNow')}
        </Button>
      </div>
    </Stack>
  );
}

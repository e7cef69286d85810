import { Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CallError, call } from '../../../../web/client.ts';
import { useGo } from '../../../../web/navigation.ts';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { usePageShown } from '../../../../web/usePageShown.ts';
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
  const form = useForm({ amount: '', method: options[0]?.value ?? '', keepsMethod: false });
  const { amount, method, keepsMethod } = form.values;
  // Submitting twice makes one payment. Changing the amount or method creates a new key.
  const [key, setKey] = useState(newKey);
  const [isBusy, setBusy] = useState(false);
  usePageShown(() => setBusy(false));
  const go = useGo();
  const option = options.find(({ value }) => value === method) ?? options[0];
  const terms = payments.providers.find(({ provider }) => provider === option?.provider);
  if (!option || !terms) return null;
  const currency = payments.currency ?? '';
  const change = (changes: Partial<typeof form.values>) => {
    form.set(changes);
    setKey(newKey());
    form.clearProblems();
  };
  const pay = async () => {
    setBusy(true);
    form.clearProblems();
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
      form.fail(error);
      // A rejected request is finished. A request without a response may have started a payment, so
      // it is retried with the same key.
      if (error instanceof CallError && error.status > 0 && error.status < 500) setKey(newKey());
      setBusy(false);
    }
  };
  return (
    <Form
      form={{ ...form, isBusy }}
      submitLabel={text('payNow')}
      isReady={amount.trim() !== ''}
      onSubmit={pay}
    >
      <div className="field-grid">
        <TextInput
          label={text('amount', { currency })}
          inputMode="decimal"
          dir="ltr"
          {...form.input('amount')}
          onChange={(event) => change({ amount: event.currentTarget.value })}
        />
        <NativeSelect
          label={text('payWith')}
          data={options.map(({ value, label }) => ({ value, label }))}
          {...form.input('method')}
          value={option.value}
          onChange={(event) => change({ method: event.currentTarget.value })}
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
          {...form.checkbox('keepsMethod')}
          onChange={(event) => change({ keepsMethod: event.currentTarget.checked })}
        />
      )}
    </Form>
  );
}

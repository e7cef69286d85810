import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { useEditedValue } from '../../../../web/ui/form/useEditedValue.ts';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { formatMoney } from '../../../../web/ui/values/money.ts';
import { siteZone } from '../../../../web/ui/values/zonedTime.ts';
import styles from './dunning.module.css';
import { PolicyForm } from './PolicyForm.tsx';
import { DunningForecast, Log, SimulatedDunning } from './parts.tsx';
import { type Policy, policyDraftOf, policyFields } from './steps.ts';
import { text } from './text.ts';

type Dunning = Answer<'getCustomerDunning'>;
interface Address {
  companyId: string;
  externalId: string;
}

/** A customer's dunning: policy, upcoming steps, and completed steps. */
export function CustomerDunning({ customer, currency }: { customer: Address; currency: string }) {
  const dunning = useCall('getCustomerDunning', { params: customer }, { pollMs: 60_000 });
  if (dunning.isError && !dunning.data)
    return <ErrorState error={dunning.error} onRetry={() => void dunning.refetch()} />;
  if (!dunning.data) return <Skeleton count={6} />;
  const { data } = dunning;
  return (
    <>
      <Unpaid documents={data.documents} />
      {data.coming.map((forecast) => (
        <Section key={forecast.document.id} title={text('ahead')}>
          <DunningForecast foreseen={forecast} />
        </Section>
      ))}
      <Steps customer={customer} currency={currency} dunning={data} />
      <Section title={text('done')}>
        <Log log={data.log} />
      </Section>
    </>
  );
}

function Unpaid({ documents }: { documents: Dunning['documents'] }) {
  return (
    <Section title={text('unpaid')}>
      {documents.length === 0 && <p className="soft">{text('noneUnpaid')}</p>}
      <Stack as="ul" className={styles.dunningList} gap={12}>
        {documents.map(({ id, number, unpaid, total, currency, dueOn }) => (
          <li key={id}>
            <bdi>{number}</bdi>
            <span>
              {text('unpaidLine', {
                unpaid: formatMoney(unpaid, currency),
                total: formatMoney(total, currency),
                day: formatDate(dueOn),
              })}
            </span>
          </li>
        ))}
      </Stack>
    </Section>
  );
}

function Steps({
  customer,
  currency,
  dunning: { own, ofCompany, documents },
}: {
  customer: Address;
  currency: string;
  dunning: Dunning;
}) {
  const [simulated, setSimulated] = useState<Answer<'simulateDunning'> | null>(null);
  const [assumed, setAssumed] = useState(() => initialAssumption(documents));
  const [isSimulating, setSimulating] = useState(false);
  const run = useRun();
  // Without custom steps, the form starts with the company's steps and follows them until edited.
  const version = own ? own.changedAt : ` ${ofCompany.changedAt}`;
  const draft = useEditedValue(policyDraftOf(own ?? ofCompany), version ?? '');
  const form = useForm({}, [...policyFields(draft.value), 'assumed.amount', 'assumed.issuedOn']);
  const isBusy = form.isBusy || isSimulating;
  const save = (body: Policy) => {
    const [expectedVersion] = draft.seen.split(' ');
    const change = () =>
      call('saveCustomerDunning', { params: customer, body: { ...body, seen: expectedVersion } });
    setSimulated(null);
    void form.save(text('saved'), () => draft.save(change));
  };
  const simulate = async (policy: Policy) => {
    setSimulating(true);
    form.clearProblems();
    setSimulated(null);
    await call('simulateDunning', {
      params: customer,
      body: { ...policy, ...assumedPaymentOf(assumed) },
    }).then(setSimulated, form.fail);
    setSimulating(false);
  };
  const remove = () =>
    void run(text('removed'), () => call('deleteCustomerDunning', { params: customer }));
  const companyStateText = ofCompany.isOn ? text('followsCompany') : text('companyOff');
  return (
    <>
      <PolicyForm
        kept={draft}
        currency={currency}
        form={{ ...form, isBusy }}
        saveLabel={text('saveOwn')}
        hint={<p>{own ? text('hasOwn') : companyStateText}</p>}
        onSave={save}
        extra={
          <AssumedFields
            value={assumed}
            currency={currency}
            problemAt={form.problemAt}
            onChange={setAssumed}
          />
        }
        actions={(policy) => (
          <>
            <Button variant="default" loading={isBusy} onClick={() => void simulate(policy)}>
              {text('simulate')}
            </Button>
            {own && (
              <Button variant="default" onClick={remove}>
                {text('removeOwn')}
              </Button>
            )}
          </>
        )}
      />
      {simulated && (
        <Section title={text('simulation')}>
          <Stack gap={16} isProse role="status">
            <p className="soft">{text('simulationHint')}</p>
            {simulated.coming.length === 0 && (
              <p>{text(simulated.assumed ? 'nothingUnpaid' : 'simulatesNothing')}</p>
            )}
            {simulated.coming.map((forecast) => (
              <DunningForecast key={forecast.document.id} foreseen={forecast} />
            ))}
            {simulated.assumed && <SimulatedDunning assumed={simulated.assumed} />}
          </Stack>
        </Section>
      )}
    </>
  );
}

/** An assumed document as entered. Ignored if the amount is empty. */
interface FieldState {
  amount: string;
  issuedOn: string;
}

/**
 * Preselects an assumed document if the customer has no unpaid ones, because nothing else can be
 * simulated.
 */
const initialAssumption = (documents: Dunning['documents']): FieldState => ({
  amount: documents.length === 0 ? '100' : '',
  issuedOn: '',
});

function assumedPaymentOf({ amount, issuedOn }: FieldState) {
  if (amount.trim() === '') return {};
  return { assumed: { amount: amount.trim(), ...(issuedOn === '' ? {} : { issuedOn }) } };
}

interface AssumedFieldsProps {
  value: FieldState;
  currency: string;
  problemAt(field: string): string | undefined;
  onChange(value: FieldState): void;
}

function AssumedFields({ value, currency, problemAt, onChange }: AssumedFieldsProps) {
  return (
    <fieldset className={styles.dunningAssumed}>
      <Text as="legend" weight={600}>
        {text('assumed')}
      </Text>
      <p className="soft">{text('assumedHint')}</p>
      <div className={styles.dunningStep}>
        <TextInput
          label={text('assumedAmount', { currency })}
          error={problemAt('assumed.amount')}
          value={value.amount}
          inputMode="decimal"
          dir="ltr"
          onChange={(event) => onChange({ ...value, amount: event.currentTarget.value })}
        />
        <DateField
          kind="day"
          label={text('assumedOn')}
          zone={siteZone()}
          error={problemAt('assumed.issuedOn')}
          value={value.issuedOn}
          onChange={(issuedOn) => onChange({ ...value, issuedOn })}
        />
      </div>
    </fieldset>
  );
}

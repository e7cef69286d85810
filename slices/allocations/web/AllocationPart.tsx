import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, type Calls, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { DateField } from '../../../web/ui/DateField.tsx';
import { KeyValue } from '../../../web/ui/KeyValue.tsx';
import { formatDate } from '../../../web/ui/moments.ts';
import { ErrorState, ProblemNotice, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { useSave } from '../../../web/ui/useSave.ts';
import { Code, formatMoment } from '../../../web/ui/values.tsx';
import { siteZone } from '../../../web/ui/zonedTime.ts';
import { text } from './text.ts';

type Allocation = Answer<'getAllocation'>;
type Decision = Calls['decideAllocation']['in']['body']['decision'];

interface Address {
  companyId: string;
  documentId: string;
}

const invalidates = [
  ...([
    'getAllocation',
    'getInvoiceStatus',
    'getInvoice',
    'listDocuments',
    'listCustomerDocuments',
    'getInvoiceLog',
    'getTaxAuthority',
  ] as const),
];

const tones: Record<Allocation['state'], Tone> = {
  ...({ needsRate: 'warning', waiting: 'busy', refused: 'bad', invalid: 'bad' } as const),
  ...({
    cancelled: 'neutral',
    approved: 'good',
    notNeeded: 'neutral',
    continued: 'neutral',
  } as const),
};

/**
 * How a document stands with the tax authority, and what a billing administrator can do about it.
 */
export function AllocationPart(address: Address) {
  const allocation = useCall(
    'getAllocation',
    { params: address },
    { topics: [`company:${address.companyId}`], pollMs: 25_000 },
  );
  if (allocation.isError && !allocation.data)
    return <ErrorState error={allocation.error} onRetry={() => void allocation.refetch()} />;
  if (!allocation.data) return <Skeleton count={3} />;
  const {
    state,
    number,
    wholeNumber,
    problem,
    field,
    remedy,
    nextAt,
    decision,
    rate,
    rateOn,
    currency,
  } = allocation.data;
  return (
    <div className="allocation-part">
      <KeyValue
        rows={[
          [
            text('state'),
            <Badge key="state" tone={tones[state]}>
              {text(decision ? `decided_${decision}` : `state_${state}`)}
            </Badge>,
          ],
          [text('number'), number && <Code key="number">{number}</Code>],
          [text('wholeNumber'), wholeNumber && <Code key="wholeNumber">{wholeNumber}</Code>],
          [text('rate'), rate && rateOn && currency !== 'ILS' && `${rate} (${formatDate(rateOn)})`],
          [text('problem'), problem && <bdi key="problem">{problem}</bdi>],
          [text('field'), field && <Code key="field">{field}</Code>],
          [text('nextAt'), nextAt && formatMoment(nextAt)],
        ]}
      />
      {remedy && <p>{remedy}</p>}
      <Actions address={address} allocation={allocation.data} />
      {allocation.data.canGiveRate && <RateForm address={address} allocation={allocation.data} />}
    </div>
  );
}

function Actions({ address, allocation }: { address: Address; allocation: Allocation }) {
  const { canDecide, canTryAgain, documentNumber } = allocation;
  const run = useRun();
  const [decision, setDecision] = useState<Decision | null>(null);
  if (!canDecide && !canTryAgain) return null;
  return (
    <div className="allocation-row">
      {canTryAgain && (
        <Button
          variant="default"
          onClick={() =>
            void run(text('asked'), () => call('tryAllocation', { params: address }), invalidates)
          }
        >
          {text('tryAgain')}
        </Button>
      )}
      {canDecide &&
        (['continue', 'cancel'] as const).map((choice) => (
          <Button key={choice} variant="default" onClick={() => setDecision(choice)}>
            {text(choice)}
          </Button>
        ))}
      {decision && (
        <ConfirmDialog
          title={text(`${decision}Named`, { number: documentNumber })}
          confirmLabel={text(decision)}
          isDangerous={decision === 'cancel'}
          onConfirm={async () => {
            await call('decideAllocation', { params: address, body: { decision } });
            await run(text('decided'), async () => undefined, invalidates);
          }}
          onClose={() => setDecision(null)}
        >
          {text(`${decision}Body`)}
        </ConfirmDialog>
      )}
    </div>
  );
}

function RateForm({
  address,
  allocation: { currency, issuedOn },
}: {
  address: Address;
  allocation: Allocation;
}) {
  const [value, setValue] = useState({ rate: '', rateOn: issuedOn });
  const saving = useSave(['rate', 'rateOn']);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const body = { ...value, rate: value.rate.trim() };
    await saving.save(
      text('rateGiven'),
      () => call('setAllocationRate', { params: address, body }),
      invalidates,
    );
  };
  return (
    <form className="allocation-part" onSubmit={(event) => void save(event)} noValidate>
      <div className="field-grid">
        <TextInput
          label={text('rateOf', { currency })}
          description={text('rateHint', { currency })}
          error={saving.problemAt('rate')}
          value={value.rate}
          inputMode="decimal"
          dir="ltr"
          onChange={(event) => setValue({ ...value, rate: event.currentTarget.value })}
        />
        <DateField
          kind="day"
          label={text('rateOn')}
          hint={text('rateOnHint')}
          zone={siteZone()}
          error={saving.problemAt('rateOn')}
          value={value.rateOn}
          onChange={(rateOn) => setValue({ ...value, rateOn })}
        />
      </div>
      <ProblemNotice problem={saving.general} />
      <div className="allocation-row">
        <Button type="submit" loading={saving.isBusy}>
          {text('giveRate')}
        </Button>
      </div>
    </form>
  );
}

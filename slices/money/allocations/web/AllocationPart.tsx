import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../web/ui/page/KeyValue.tsx';
import { formatDate } from '../../../../web/ui/values/moments.ts';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import { siteZone } from '../../../../web/ui/values/zonedTime.ts';
import { text } from './text.ts';

type Allocation = Answer<'getAllocation'>;
type Decision = Calls['decideAllocation']['in']['body']['decision'];

interface Address {
  companyId: string;
  documentId: string;
}

const tones: Record<Allocation['state'], Tone> = {
  ...({ needsRate: 'warning', waiting: 'busy', refused: 'bad', invalid: 'bad' } as const),
  ...({
    cancelled: 'neutral',
    approved: 'good',
    notNeeded: 'neutral',
    continued: 'neutral',
  } as const),
};

/** The allocation state of a document and the actions for billing administrators. */
export function AllocationPart(address: Address) {
  const allocation = useCall('getAllocation', { params: address }, { pollMs: 25_000 });
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
    <Stack gap={16} isProse wrap="anywhere">
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
    </Stack>
  );
}

function Actions({ address, allocation }: { address: Address; allocation: Allocation }) {
  const { canDecide, canTryAgain, documentNumber } = allocation;
  const run = useRun();
  const [decision, setDecision] = useState<Decision | null>(null);
  if (!canDecide && !canTryAgain) return null;
  return (
    <Row gap="8px 12px" align="end">
      {canTryAgain && (
        <Button
          variant="default"
          onClick={() => void run(text('asked'), () => call('tryAllocation', { params: address }))}
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
            await run(text('decided'), async () => undefined);
          }}
          onClose={() => setDecision(null)}
        >
          {text(`${decision}Body`)}
        </ConfirmDialog>
      )}
    </Row>
  );
}

function RateForm({
  address,
  allocation: { currency, issuedOn },
}: {
  address: Address;
  allocation: Allocation;
}) {
  const form = useForm({ rate: '', rateOn: issuedOn });
  const { rate, rateOn } = form.values;
  const save = () =>
    form.save(text('rateGiven'), () =>
      call('setAllocationRate', { params: address, body: { rate: rate.trim(), rateOn } }),
    );
  return (
    <Form form={form} submitLabel={text('giveRate')} onSubmit={save}>
      <div className="field-grid">
        <TextInput
          label={text('rateOf', { currency })}
          description={text('rateHint', { currency })}
          inputMode="decimal"
          dir="ltr"
          {...form.input('rate')}
        />
        <DateField
          kind="day"
          label={text('rateOn')}
          hint={text('rateOnHint')}
          zone={siteZone()}
          error={form.problemAt('rateOn')}
          value={rateOn}
          onChange={(value) => form.set({ rateOn: value })}
        />
      </div>
    </Form>
  );
}

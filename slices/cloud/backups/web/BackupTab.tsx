import { NumberInput } from '@mantine/core';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import '@mantine/core/styles/NumberInput.css';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { AddedCost } from '../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { Select } from '../../../../web/ui/form/Select.tsx';
import { TimeZoneSelect } from '../../../../web/ui/form/TimeZoneSelect.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment, Money } from '../../../../web/ui/values/values.tsx';
import { BackupTable } from './BackupTable.tsx';
import { text } from './text.ts';

type ServerBackup = Answer<'getServerBackup'>;

/** The backup tab of a server: its settings and its backups. */
export default function BackupTab({ server }: { server: { id: string } }) {
  const plan = useCall('getServerBackup', { params: { serverId: server.id } });
  if (plan.isError && !plan.data)
    return <ErrorState error={plan.error} onRetry={() => void plan.refetch()} />;
  if (!plan.data) return <Skeleton count={4} />;
  return (
    <>
      <Plan serverId={server.id} plan={plan.data} />
      {plan.data.isOn && (
        <Policy serverId={server.id} plan={plan.data} key={JSON.stringify(plan.data.policy)} />
      )}
      <BackupTable serverId={server.id} />
    </>
  );
}

function Plan({ serverId, plan }: { serverId: string; plan: ServerBackup }) {
  const run = useRun();
  const [isEnding, setEnding] = useState(false);
  const set = (isOn: boolean) =>
    call('switchServerBackup', { params: { serverId }, body: { isOn } });
  const setEnabled = (isOn: boolean) =>
    run(
      text('saved'),
      () => set(isOn),
      () => set(!isOn),
    );
  const toggleAction: Action<ServerBackup> = {
    id: 'switch',
    icon: plan.isOn ? 'pause' : 'play',
    title: text(plan.isOn ? 'switchOff' : 'switchOn'),
    reason: (row) => row.actions.switch,
    run: () => void (plan.isOn ? setEnding(true) : setEnabled(true)),
  };
  const now: Action<ServerBackup> = {
    id: 'now',
    icon: 'archive',
    title: text('now'),
    reason: (row) => row.actions.create,
    run: () => void run(text('asked'), () => call('createBackup', { params: { serverId } })),
  };
  return (
    <Section
      title={text('plan')}
      actions={
        <>
          {plan.isOn && <ActionButton action={now} row={plan} isPrimary />}
          <ActionButton action={toggleAction} row={plan} isPrimary={!plan.isOn} />
        </>
      }
    >
      <Stack gap={14} hasTightText>
        <p>{text(plan.isOn ? 'isOn' : 'isOff')}</p>
        {!plan.isOn && <BackupToggleCost serverId={serverId} isOn />}
        {plan.isOn && plan.price && (
          <p className="soft">
            <Money amount={plan.price.monthly} currency={plan.price.currency} /> {text('price')}
          </p>
        )}
        {plan.next && (
          <p className="soft">
            {text('next')}: {formatMoment(plan.next)}
          </p>
        )}
      </Stack>
      {isEnding && (
        <ConfirmDialog
          title={text('switchOffTitle')}
          confirmLabel={text('switchOff')}
          onConfirm={async () => void (await setEnabled(false))}
          onClose={() => setEnding(false)}
        >
          <div className="dialog">
            <p>{text('switchOffText')}</p>
            <BackupToggleCost serverId={serverId} isOn={false} />
          </div>
        </ConfirmDialog>
      )}
    </Section>
  );
}

/** The effect on the cost, including existing backups. */
function BackupToggleCost({ serverId, isOn }: { serverId: string; isOn: boolean }) {
  const input = { params: { serverId }, body: { action: 'billing' as const, backup: isOn } };
  return <AddedCost preview={useCall('previewServerChange', input)} />;
}

function Policy({ serverId, plan }: { serverId: string; plan: ServerBackup }) {
  const form = useForm(plan.policy, [
    'policy.at',
    'policy.timeZone',
    'policy.keepDaily',
    'policy.keepWeekly',
    'policy.keepMonthly',
  ]);
  const policy = form.values;
  const save = () =>
    form.save(text('saved'), () =>
      call('switchServerBackup', { params: { serverId }, body: { policy } }),
    );
  const number = (key: 'keepDaily' | 'keepWeekly' | 'keepMonthly', min: number, max: number) => (
    <NumberInput
      label={text(key)}
      min={min}
      max={max}
      {...form.input(key)}
      error={form.problemAt(`policy.${key}`)}
      onChange={(value) => form.set({ [key]: Number(value) })}
    />
  );
  return (
    <Section>
      <Form
        form={form}
        submitLabel={text('save')}
        isReady={plan.actions.change === null}
        onSubmit={save}
      >
        <Row align="end" gap="10px 12px" childFlex="0 1 150px">
          <DateField
            kind="time"
            label={text('at')}
            zone={policy.timeZone}
            value={policy.at}
            error={form.problemAt('policy.at')}
            onChange={(at) => form.set({ at })}
          />
          <TimeZoneSelect
            label={text('timeZone')}
            value={policy.timeZone}
            error={form.problemAt('policy.timeZone')}
            onChange={(timeZone) => form.set({ timeZone })}
          />
          {number('keepDaily', 1, 31)}
          {number('keepWeekly', 0, 52)}
          {number('keepMonthly', 0, 24)}
          <Select
            label={text('testEvery')}
            options={[
              ['never', text('never')],
              ['weekly', text('everyWeek')],
              ['monthly', text('everyMonth')],
            ]}
            {...form.input('testEvery')}
          />
        </Row>
      </Form>
    </Section>
  );
}

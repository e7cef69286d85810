import { Button, NumberInput } from '@mantine/core';
import { Control } from '../../../../web/ui/layout/Control.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import '@mantine/core/styles/NumberInput.css';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { AddedCost } from '../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../web/data/useCall.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { RemedyLink } from '../../../../web/ui/feedback/RemedyLink.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { DateField } from '../../../../web/ui/form/DateField.tsx';
import { TimeZoneSelect } from '../../../../web/ui/form/TimeZoneSelect.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
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
  const [policy, setPolicy] = useState(plan.policy);
  const saving = useSave([
    'policy.at',
    'policy.timeZone',
    'policy.keepDaily',
    'policy.keepWeekly',
    'policy.keepMonthly',
  ]);
  const change = (patch: Partial<typeof policy>) =>
    setPolicy((before) => ({ ...before, ...patch }));
  const save = (event: FormEvent) => {
    event.preventDefault();
    void saving.save(text('saved'), () =>
      call('switchServerBackup', { params: { serverId }, body: { policy } }),
    );
  };
  const number = (key: 'keepDaily' | 'keepWeekly' | 'keepMonthly', min: number, max: number) => (
    <NumberInput
      label={text(key)}
      min={min}
      max={max}
      value={policy[key]}
      error={saving.problemAt(`policy.${key}`)}
      onChange={(value) => change({ [key]: Number(value) })}
    />
  );
  return (
    <Section>
      <Stack as="form" gap={14} hasTightText onSubmit={save}>
        <Row align="end" gap="10px 12px" childFlex="0 1 150px">
          <DateField
            kind="time"
            label={text('at')}
            zone={policy.timeZone}
            value={policy.at}
            error={saving.problemAt('policy.at')}
            onChange={(at) => change({ at })}
          />
          <TimeZoneSelect
            label={text('timeZone')}
            value={policy.timeZone}
            error={saving.problemAt('policy.timeZone')}
            onChange={(timeZone) => change({ timeZone })}
          />
          {number('keepDaily', 1, 31)}
          {number('keepWeekly', 0, 52)}
          {number('keepMonthly', 0, 24)}
          <Stack as="label" gap={4} size="sm">
            <span>{text('testEvery')}</span>
            <Control
              as="select"
              value={policy.testEvery}
              onChange={(event) =>
                change({ testEvery: event.target.value as typeof policy.testEvery })
              }
            >
              <option value="never">{text('never')}</option>
              <option value="weekly">{text('everyWeek')}</option>
              <option value="monthly">{text('everyMonth')}</option>
            </Control>
          </Stack>
        </Row>
        {saving.general && (
          <p className="form-problem">
            {saving.general} <RemedyLink way={saving.remedy} />
          </p>
        )}
        <div>
          <Button
            type="submit"
            variant="default"
            loading={saving.isBusy}
            disabled={plan.actions.change !== null}
          >
            {text('save')}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

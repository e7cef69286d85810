import { Button, NumberInput, TextInput } from '@mantine/core';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import '@mantine/core/styles/NumberInput.css';
import { type FormEvent, useState } from 'react';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { TargetFields } from '../../../../web/target/TargetFields.tsx';
import { useTarget } from '../../../../web/target/useTarget.ts';
import { Select } from '../../../../web/ui/form/Select.tsx';
import { useSave } from '../../../../web/ui/form/useSave.ts';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';
import { cronTimesOf, type FrequencyForm, parseFrequency, startingRhythm } from './rhythm.ts';
import { SnapshotCost } from './ScheduleCost.tsx';
import { Times } from './Times.tsx';
import { text } from './text.ts';

export type Schedule = Answer<'listSchedules'>['items'][number];
type Body = Calls['createSchedule']['in']['body'];
export type ScheduleAction = Body['action'];

export const actionTitles: Record<ScheduleAction, Parameters<typeof text>[0]> = {
  ...{
    on: 'doOn',
    off: 'doOff',
    reboot: 'doReboot',
    suspended: 'doSuspended',
    resumed: 'doResumed',
    snapshot: 'doSnapshot',
  },
};
const actionIds = Object.keys(actionTitles) as ScheduleAction[];

interface FormProps {
  /** The schedule to edit. Null for a new one. */
  schedule: Schedule | null;
  /** The server of a new schedule. */
  server?: { id: string; name: string };
  action?: ScheduleAction;
  onClose(): void;
}

/** Creates or edits a schedule: the action, the servers, and the times. */
export function ScheduleForm({ schedule, server, action: first = 'off', onClose }: FormProps) {
  const [name, setName] = useState(schedule?.name ?? '');
  const [action, setAction] = useState<ScheduleAction>(schedule?.action ?? first);
  const [keep, setKeep] = useState(schedule?.keep ?? 7);
  const target = useTarget(server);
  const [frequencyForm, setFrequencyForm] = useState<FrequencyForm>(
    schedule ? parseFrequency(schedule.times) : startingRhythm,
  );
  const [timeZone, setTimeZone] = useState(schedule?.timeZone ?? browserTimeZone());
  const saving = useSave(['name', 'keep', 'serverId', 'tag', 'times', 'timeZone']);
  const pricedServerId = !schedule && target.target.kind === 'server' ? target.target.serverId : '';
  const effectiveName = name.trim() || text(actionTitles[action]);
  const save = async (event: FormEvent) => {
    event.preventDefault();
    const scheduleBody = {
      name: effectiveName,
      times: cronTimesOf(frequencyForm),
      timeZone,
      ...(action === 'snapshot' ? { keep } : {}),
    };
    const isDone = await saving.save(
      schedule ? text('saved') : text('created', { name: effectiveName }),
      () =>
        schedule
          ? call('updateSchedule', { params: { scheduleId: schedule.id }, body: scheduleBody })
          : call('createSchedule', { body: { ...scheduleBody, ...target.body, action } }),
    );
    if (isDone) onClose();
  };
  return (
    <Dialog onClose={onClose} size={560} title={schedule ? schedule.name : text('create')}>
      <Stack as="form" gap={14} onSubmit={(event) => void save(event)}>
        {!schedule && (
          <>
            <Select
              label={text('what')}
              value={action}
              onChange={(value) => setAction(value as ScheduleAction)}
              options={actionIds.map((id) => [id, text(actionTitles[id])])}
            />
            {!server && (
              <TargetFields
                chosen={target}
                problem={saving.problemAt('serverId') ?? saving.problemAt('tag')}
              />
            )}
          </>
        )}
        {action === 'snapshot' && (
          <NumberInput
            label={text('keep')}
            min={1}
            max={30}
            value={keep}
            error={saving.problemAt('keep')}
            onChange={(value) => setKeep(Number(value) || 1)}
          />
        )}
        <Times
          value={frequencyForm}
          timeZone={timeZone}
          problem={saving.problemAt('times')}
          timeZoneProblem={saving.problemAt('timeZone')}
          onChange={(change) => setFrequencyForm((before) => ({ ...before, ...change }))}
          onTimeZone={setTimeZone}
        />
        <TextInput
          label={text('name')}
          value={name}
          placeholder={text(actionTitles[action])}
          maxLength={100}
          error={saving.problemAt('name')}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        {action === 'snapshot' && pricedServerId !== '' && (
          <SnapshotCost serverId={pricedServerId} />
        )}
        {saving.general && <p className="form-problem">{saving.general}</p>}
        <div className="dialog-actions">
          <Button type="submit" loading={saving.isBusy}>
            {text(schedule ? 'save' : 'create')}
          </Button>
        </div>
      </Stack>
    </Dialog>
  );
}

import { NumberInput, TextInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.css';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { TargetFields } from '../../../../web/target/TargetFields.tsx';
import { useTarget } from '../../../../web/target/useTarget.ts';
import { FormDialog } from '../../../../web/ui/form/FormDialog.tsx';
import { Select } from '../../../../web/ui/form/Select.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';
import { cronTimesOf, parseFrequency, startingRhythm } from './frequency.ts';
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
  const hasTargetFields = !schedule && !server;
  const form = useForm(
    {
      name: schedule?.name ?? '',
      action: (schedule?.action ?? first) as ScheduleAction,
      keep: schedule?.keep ?? 7,
      frequency: schedule ? parseFrequency(schedule.times) : startingRhythm,
      timeZone: schedule?.timeZone ?? browserTimeZone(),
    },
    ['times', ...(hasTargetFields ? ['serverId', 'tag'] : [])],
  );
  const { name, action, keep, frequency, timeZone } = form.values;
  const target = useTarget(server);
  const pricedServerId = !schedule && target.target.kind === 'server' ? target.target.serverId : '';
  const effectiveName = name.trim() || text(actionTitles[action]);
  const save = () => {
    const scheduleBody = {
      name: effectiveName,
      times: cronTimesOf(frequency),
      timeZone,
      ...(action === 'snapshot' ? { keep } : {}),
    };
    return form.save(schedule ? text('saved') : text('created', { name: effectiveName }), () =>
      schedule
        ? call('updateSchedule', { params: { scheduleId: schedule.id }, body: scheduleBody })
        : call('createSchedule', { body: { ...scheduleBody, ...target.body, action } }),
    );
  };
  return (
    <FormDialog
      title={schedule ? schedule.name : text('create')}
      submitLabel={text(schedule ? 'save' : 'create')}
      size={560}
      form={form}
      onSubmit={save}
      onClose={onClose}
    >
      {!schedule && (
        <Select
          label={text('what')}
          options={actionIds.map((id) => [id, text(actionTitles[id])])}
          {...form.input('action')}
        />
      )}
      {hasTargetFields && (
        <TargetFields
          chosen={target}
          problem={form.problemAt('serverId') ?? form.problemAt('tag')}
        />
      )}
      {action === 'snapshot' && (
        <NumberInput
          label={text('keep')}
          min={1}
          max={30}
          {...form.input('keep')}
          onChange={(value) => form.set({ keep: Number(value) || 1 })}
        />
      )}
      <Times
        value={frequency}
        timeZone={timeZone}
        problem={form.problemAt('times')}
        timeZoneProblem={form.problemAt('timeZone')}
        onChange={(change) => form.set({ frequency: { ...frequency, ...change } })}
        onTimeZone={(value) => form.set({ timeZone: value })}
      />
      <TextInput
        label={text('name')}
        placeholder={text(actionTitles[action])}
        maxLength={100}
        {...form.input('name')}
      />
      {action === 'snapshot' && pricedServerId !== '' && <SnapshotCost serverId={pricedServerId} />}
    </FormDialog>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { ActionMenu } from '../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { browserTimeZone } from '../../../../web/ui/values/moments.ts';
import { ActionText, LastRun, Next, Target } from './cells.tsx';
import { SnapshotCost } from './ScheduleCost.tsx';
import { ScheduleForm } from './ScheduleForm.tsx';
import styles from './schedules.module.css';
import { text } from './text.ts';
import { offeredFor, useScheduleActions } from './useScheduleActions.tsx';

interface ServerSchedulesProps {
  server: { id: string; name: string };
  /** Lists only snapshot schedules, with a suggested one to create. */
  only?: 'snapshot';
}

/** The schedules of one server. */
export function ServerSchedules({ server, only }: ServerSchedulesProps) {
  const schedules = useCall(
    'listSchedules',
    { query: { server: server.id, size: '0' } },
    { pollMs: 25_000 },
  );
  const { actions, dialog } = useScheduleActions();
  const [isCreating, setCreating] = useState(false);
  const items = (schedules.data?.items ?? []).filter(({ action }) => !only || action === only);
  const create = (
    <Button
      variant="default"
      size="xs"
      leftSection={<Icon name="plus" size={15} />}
      onClick={() => setCreating(true)}
    >
      {text('create')}
    </Button>
  );
  return (
    <Section title={text(only ? 'snapshotTitle' : 'title')} actions={create}>
      {schedules.isError && !schedules.data && (
        <ErrorState error={schedules.error} onRetry={() => void schedules.refetch()} />
      )}
      {schedules.isPending && <Skeleton count={2} />}
      {schedules.data && items.length === 0 && (
        <EmptyState
          icon="clock"
          title={text('emptyTitle')}
          hint={text(only ? 'snapshotHint' : 'emptyHint')}
          {...(only ? { action: <Nightly server={server} /> } : {})}
        />
      )}
      <Stack as="ul" gap={8}>
        {items.map((schedule) => (
          <Row
            key={schedule.id}
            as="li"
            className={styles.scheduleCard}
            data-part="schedule-card"
            align="center"
            justify="space-between"
            gap="8px 16px"
            p="10px 12px"
            isFramed
            isRounded
          >
            <div>
              <strong>
                <bdi>{schedule.name}</bdi>
              </strong>
              <span>
                <ActionText schedule={schedule} />
                {schedule.tag !== null && (
                  <>
                    {' · '}
                    <Target schedule={schedule} />
                  </>
                )}
              </span>
              <span>
                {text('next')}: <Next schedule={schedule} />
              </span>
              <span>
                {text('last')}: <LastRun schedule={schedule} />
              </span>
            </div>
            <ActionMenu
              actions={offeredFor(schedule, actions)}
              row={schedule}
              name={schedule.name}
            />
          </Row>
        ))}
      </Stack>
      {isCreating && (
        <ScheduleForm
          schedule={null}
          server={server}
          action={only ?? 'off'}
          onClose={() => setCreating(false)}
        />
      )}
      {dialog}
    </Section>
  );
}

/** Creates the most common schedule, nightly snapshots, with one click. */
function Nightly({ server }: { server: { id: string } }) {
  const run = useRun();
  const create = () =>
    void run(text('created', { name: text('nightlyName') }), () =>
      call('createSchedule', {
        body: {
          name: text('nightlyName'),
          action: 'snapshot',
          keep: 7,
          serverId: server.id,
          times: '30 3 * * *',
          timeZone: browserTimeZone(),
        },
      }),
    );
  return (
    <>
      <Button onClick={create}>{text('nightly')}</Button>
      <SnapshotCost serverId={server.id} />
    </>
  );
}

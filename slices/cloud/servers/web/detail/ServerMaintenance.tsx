import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Select } from '../../../../../web/ui/form/Select.tsx';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import { useServerActions } from '../actions.tsx';
import { unavailableReason } from '../unavailableReason.ts';
import styles from './detail.module.css';
import type { ServerData, TabProps } from './ServerDetail.tsx';
import { text } from './text.ts';

/** Termination protection, recovery and termination of a server. */
export function ServerMaintenance({ server }: TabProps) {
  return (
    <>
      <Lock server={server} />
      <CdDrive server={server} key={`${server.cd?.id} ${server.startsFrom}`} />
      <Section title={text('move')}>
        <p className="soft">
          {server.hosts === 1
            ? text('moveOneHost', { host: server.hostId ?? '–' })
            : text('moveUnable')}
        </p>
      </Section>
    </>
  );
}

function Lock({ server }: TabProps) {
  const { actions, dialog } = useServerActions();
  return (
    <Section title={text('lock')}>
      <Stack className={styles.stack} gap={20} alignContent="start">
        <span>
          {server.lock ? (
            <>
              {text('lockedBy', { name: server.lock.by })} <RelativeTime at={server.lock.since} />
              {server.lock.reason && <>: {server.lock.reason}</>}
            </>
          ) : (
            text('lockHint')
          )}
        </span>
        <div>
          <ActionButton action={server.lock ? actions.unlock : actions.lock} row={server} />
        </div>
      </Stack>
      {dialog}
    </Section>
  );
}

/** A CD from the library in the drive, such as a rescue system to boot from. */
function CdDrive({ server }: TabProps) {
  const [imageId, setImageId] = useState(server.cd?.id ?? '');
  const [startsFromCd, setStartsFromCd] = useState(server.startsFrom === 'iso');
  const [restarts, setRestarts] = useState(server.power === 'on');
  const cds = useCall('listCds', { params: { serverId: server.id } });
  const run = useRun();
  const cdImages = cds.data?.items ?? [];
  const startFrom = startsFromCd && imageId !== '' ? 'iso' : 'disk';
  const apply: Action<ServerData> = {
    id: 'cd',
    title: text('apply'),
    icon: 'cd',
    reason: (row) =>
      unavailableReason('cd', row) ??
      (restarts && row.power !== 'off' ? unavailableReason('stop', row) : null),
    run: () =>
      void run(text('asked'), () =>
        call('setServerCd', {
          params: { serverId: server.id },
          body: { imageId: imageId || null, startFrom, ...(restarts ? { restart: true } : {}) },
        }),
      ),
  };
  return (
    <Section title={text('cd')}>
      <Stack className={styles.stack} gap={20} alignContent="start">
        {server.startsFrom === 'iso' && (
          <span className="notice notice-warning">
            {text('inRescue', { name: server.cd?.name ?? '' })}
          </span>
        )}
        {cds.data && cdImages.length === 0 && !server.cd && (
          <span className="soft">{text('noCds')}</span>
        )}
        <Row className={styles.detailRow} align="end" gap="8px 12px" firstFlex="0 1 340px">
          <Select
            label={text('cdInDrive')}
            value={imageId}
            onChange={(value) => {
              setImageId(value);
              setStartsFromCd(value !== '');
            }}
            options={[
              ['', text('driveEmpty')],
              ...cdImages.map(({ id, name }): [string, string] => [id, name]),
            ]}
          />
        </Row>
        <Checkbox
          label={text('startFromCd')}
          checked={startFrom === 'iso'}
          disabled={imageId === ''}
          onChange={(event) => setStartsFromCd(event.currentTarget.checked)}
        />
        <Checkbox
          label={text(server.power === 'off' ? 'startNow' : 'restartNow')}
          checked={restarts}
          onChange={(event) => setRestarts(event.currentTarget.checked)}
        />
        <div>
          <ActionButton action={apply} row={server} />
        </div>
      </Stack>
    </Section>
  );
}

import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Select } from '../../../../../web/ui/form/Select.tsx';
import { Box, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { formatGb } from '../../../../../web/ui/values/values.tsx';
import { unavailableReason } from '../unavailableReason.ts';
import { ChangeCost } from './ChangeCost.tsx';
import styles from './detail.module.css';
import type { ServerData, TabProps } from './ServerDetail.tsx';
import { text } from './text.ts';

type Disk = ServerData['disks'][number];

/** The disks. Each change shows its additional cost before it is confirmed. */
export function Disks({ server }: TabProps) {
  const [enlarging, setEnlarging] = useState<{ disk: Disk; sizeGb: number } | null>(null);
  const [removing, setRemoving] = useState<Disk | null>(null);
  const [added, setAdded] = useState(20);
  const run = useRun();
  const larger = (disk: Disk) =>
    server.limits.diskGb.filter(
      (size) => size > disk.sizeGb && (!disk.isBoot || size <= server.limits.osDiskMaxGb),
    );
  const grow: Action<Disk> = {
    id: 'grow',
    title: text('grow'),
    icon: 'resize',
    reason: (disk) => disk.actions.grow,
    run: ([disk]) => disk && setEnlarging({ disk, sizeGb: larger(disk)[0] ?? disk.sizeGb }),
  };
  const remove: Action<Disk> = {
    id: 'remove',
    title: text('remove'),
    icon: 'trash',
    isDangerous: true,
    reason: (disk) => disk.actions.remove,
    run: ([disk]) => setRemoving(disk ?? null),
  };
  const addAction: Action<ServerData> = {
    id: 'add',
    title: text('addDisk'),
    icon: 'plus',
    reason: (row) => unavailableReason('addDisk', row),
    run: () =>
      void run(text('asked'), () =>
        call('createServerDisk', { params: { serverId: server.id }, body: { sizeGb: added } }),
      ),
  };
  const nameOf = (disk: Disk) => text('disk', { number: disk.position });
  return (
    <Section title={text('disks')}>
      <Stack as="ul" gap={9}>
        {server.disks.map((disk) => (
          <Row as="li" justify="space-between" gap="4px 16px" key={disk.id}>
            <span>
              {nameOf(disk)} · <bdi>{formatGb(disk.sizeGb)}</bdi>
            </span>
            <Row as="span" isNowrap align="center" gap={6}>
              <ActionButton action={grow} row={disk} />
              {!disk.isBoot && <ActionButton action={remove} row={disk} />}
            </Row>
          </Row>
        ))}
      </Stack>
      <Row className={styles.detailRow} align="end" gap="8px 12px" firstFlex="0 1 340px">
        <Select
          label={text('size')}
          value={String(added)}
          onChange={(value) => setAdded(Number(value))}
          options={server.limits.diskGb.map((size) => [String(size), formatGb(size)])}
        />
        <ActionButton action={addAction} row={server} />
      </Row>
      {server.obstacles.addDisk === undefined && (
        <Box minHeight={22} mt={12}>
          <ChangeCost server={server} change={{ action: 'addDisk', sizeGb: added }} />
        </Box>
      )}
      {enlarging && (
        <ConfirmDialog
          title={`${text('grow')}: ${nameOf(enlarging.disk)}`}
          confirmLabel={text('grow')}
          onConfirm={async () => {
            const { disk, sizeGb } = enlarging;
            await run(text('asked'), () =>
              call('growServerDisk', {
                params: { serverId: server.id, diskId: disk.id },
                body: { sizeGb },
              }),
            );
          }}
          onClose={() => setEnlarging(null)}
        >
          <div className="dialog">
            <Select
              label={text('growTo')}
              value={String(enlarging.sizeGb)}
              onChange={(value) => setEnlarging({ ...enlarging, sizeGb: Number(value) })}
              options={larger(enlarging.disk).map((size) => [String(size), formatGb(size)])}
            />
            <ChangeCost
              server={server}
              change={{ action: 'growDisk', diskId: enlarging.disk.id, sizeGb: enlarging.sizeGb }}
            />
          </div>
        </ConfirmDialog>
      )}
      {removing && (
        <ConfirmDialog
          title={text('removeDiskTitle', { name: nameOf(removing) })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () =>
            void (await run(text('asked'), () =>
              call('deleteServerDisk', { params: { serverId: server.id, diskId: removing.id } }),
            ))
          }
          onClose={() => setRemoving(null)}
        >
          <div className="dialog">
            <p>{text('removeDiskText')}</p>
            <ChangeCost server={server} change={{ action: 'removeDisk', diskId: removing.id }} />
          </div>
        </ConfirmDialog>
      )}
    </Section>
  );
}

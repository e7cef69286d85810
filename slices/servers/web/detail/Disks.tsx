import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { type Action, ActionButton } from '../../../../web/ui/actions.tsx';
import { ConfirmDialog } from '../../../../web/ui/ConfirmDialog.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { Select } from '../../../../web/ui/Select.tsx';
import { useRun } from '../../../../web/ui/useRun.ts';
import { formatGb } from '../../../../web/ui/values.tsx';
import { reasonAgainst } from '../reasonAgainst.ts';
import { ChangeCost } from './ChangeCost.tsx';
import type { ServerData, TabProps } from './ServerDetail.tsx';
import { text } from './text.ts';

const invalidates = ['getServer', 'listServers', 'getServerCost', 'listQueue'] as const;

type Disk = ServerData['disks'][number];

/** The disks. Each change shows its additional cost before it is confirmed. */
export function Disks({ server }: TabProps) {
  const [growing, setGrowing] = useState<{ disk: Disk; sizeGb: number } | null>(null);
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
    run: ([disk]) => disk && setGrowing({ disk, sizeGb: larger(disk)[0] ?? disk.sizeGb }),
  };
  const remove: Action<Disk> = {
    id: 'remove',
    title: text('remove'),
    icon: 'trash',
    isDangerous: true,
    reason: (disk) => disk.actions.remove,
    run: ([disk]) => setRemoving(disk ?? null),
  };
  const add: Action<ServerData> = {
    id: 'add',
    title: text('addDisk'),
    icon: 'plus',
    reason: (row) => reasonAgainst('addDisk', row),
    run: () =>
      void run(
        text('asked'),
        () =>
          call('createServerDisk', { params: { serverId: server.id }, body: { sizeGb: added } }),
        invalidates,
      ),
  };
  const nameOf = (disk: Disk) => text('disk', { number: disk.position });
  return (
    <Section title={text('disks')}>
      <ul className="detail-list">
        {server.disks.map((disk) => (
          <li key={disk.id}>
            <span>
              {nameOf(disk)} · <bdi>{formatGb(disk.sizeGb)}</bdi>
            </span>
            <span className="snapshot-buttons">
              <ActionButton action={grow} row={disk} />
              {!disk.isBoot && <ActionButton action={remove} row={disk} />}
            </span>
          </li>
        ))}
      </ul>
      <div className="detail-row">
        <Select
          label={text('size')}
          value={String(added)}
          onChange={(value) => setAdded(Number(value))}
          options={server.limits.diskGb.map((size) => [String(size), formatGb(size)])}
        />
        <ActionButton action={add} row={server} />
      </div>
      {server.obstacles.addDisk === undefined && (
        <div className="detail-price">
          <ChangeCost server={server} change={{ action: 'addDisk', sizeGb: added }} />
        </div>
      )}
      {growing && (
        <ConfirmDialog
          title={`${text('grow')}: ${nameOf(growing.disk)}`}
          confirmLabel={text('grow')}
          onConfirm={async () => {
            const { disk, sizeGb } = growing;
            await run(
              text('asked'),
              () =>
                call('growServerDisk', {
                  params: { serverId: server.id, diskId: disk.id },
                  body: { sizeGb },
                }),
              invalidates,
            );
          }}
          onClose={() => setGrowing(null)}
        >
          <div className="dialog">
            <Select
              label={text('growTo')}
              value={String(growing.sizeGb)}
              onChange={(value) => setGrowing({ ...growing, sizeGb: Number(value) })}
              options={larger(growing.disk).map((size) => [String(size), formatGb(size)])}
            />
            <ChangeCost
              server={server}
              change={{ action: 'growDisk', diskId: growing.disk.id, sizeGb: growing.sizeGb }}
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
            void (await run(
              text('asked'),
              () =>
                call('deleteServerDisk', { params: { serverId: server.id, diskId: removing.id } }),
              invalidates,
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

import { Textarea, TextInput } from '@mantine/core';
import { Suspense, useState } from 'react';
import type { IconName } from '../../../../../../contract/icons.ts';
import { type Answer, call } from '../../../../../../web/client.ts';
import { AddedCost } from '../../../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../../../web/data/useCall.ts';
import { useGo } from '../../../../../../web/navigation.ts';
import { ServerSchedules } from '../../../../../../web/parts/serverParts.ts';
import { ConfirmDialog } from '../../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../../../web/ui/feedback/useRun.ts';
import { PrintedInput } from '../../../../../../web/ui/form/PrintedInput.tsx';
import { Select } from '../../../../../../web/ui/form/Select.tsx';
import { Box, Row } from '../../../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../../../web/ui/page/Section.tsx';
import { ChangeCost } from '../ChangeCost.tsx';
import styles from '../detail.module.css';
import type { TabProps } from '../ServerDetail.tsx';
import { text } from '../text.ts';
import { SnapshotTree } from './SnapshotTree.tsx';

export type SnapshotList = Answer<'listSnapshots'>;
export type Snapshot = SnapshotList['items'][number];

type SnapshotDialog = { verb: 'revert' | 'remove' | 'save' | 'change'; snapshot: Snapshot };

/** The snapshot tree, the actions on each snapshot, and the snapshot schedules. */
export default function Snapshots({ server }: TabProps) {
  const snapshots = useCall('listSnapshots', { params: { serverId: server.id } });
  const [dialog, setDialog] = useState<SnapshotDialog | null>(null);
  const go = useGo();
  if (snapshots.isError && !snapshots.data)
    return <ErrorState error={snapshots.error} onRetry={() => void snapshots.refetch()} />;
  if (!snapshots.data) return <Skeleton count={4} />;
  const { items } = snapshots.data;
  const dialogAction = (
    id: SnapshotDialog['verb'],
    icon: IconName,
    title: string,
    reason: (snapshot: Snapshot) => string | null,
  ): Action<Snapshot> => ({
    ...{ id, icon, title, reason, isDangerous: id === 'remove' },
    run: ([snapshot]) => snapshot && setDialog({ verb: id, snapshot }),
  });
  const actions: Action<Snapshot>[] = [
    dialogAction('revert', 'restore', text('revert'), (snapshot) => snapshot.actions.revert),
    {
      id: 'clone',
      icon: 'copy',
      title: text('cloneSnapshot'),
      reason: (snapshot) => snapshot.actions.clone,
      run: ([snapshot]) =>
        snapshot && void go({ to: `/serverCreate/${server.id}?snapshot=${snapshot.id}` }),
    },
    dialogAction('save', 'disk', text('saveSnapshot'), (snapshot) => snapshot.actions.clone),
    dialogAction('change', 'edit', text('updateSnapshot'), (snapshot) => snapshot.actions.change),
    dialogAction('remove', 'trash', text('deleteSnapshot'), (snapshot) => snapshot.actions.remove),
  ];
  return (
    <>
      <CreateSnapshot server={server} list={snapshots.data} />
      <Section title={text('snapshot')}>
        {items.length === 0 ? (
          <EmptyState icon="camera" title={text('noSnapshots')} hint={text('snapshotHint')} />
        ) : (
          <SnapshotTree items={items} actions={actions} />
        )}
      </Section>
      <Suspense>
        <ServerSchedules server={server} only="snapshot" />
      </Suspense>
      {dialog && <Dialog server={server} asked={dialog} onClose={() => setDialog(null)} />}
    </>
  );
}

function Dialog({ server, asked, onClose }: TabProps & { asked: SnapshotDialog; onClose(): void }) {
  if (asked.verb === 'change')
    return <ChangeDialog server={server} snapshot={asked.snapshot} onClose={onClose} />;
  if (asked.verb === 'save')
    return <SaveDialog server={server} snapshot={asked.snapshot} onClose={onClose} />;
  return <LossDialog server={server} asked={{ ...asked, verb: asked.verb }} onClose={onClose} />;
}

function LossDialog({
  server,
  asked: { verb, snapshot },
  onClose,
}: TabProps & { asked: { verb: 'revert' | 'remove'; snapshot: Snapshot }; onClose(): void }) {
  const run = useRun();
  const params = { serverId: server.id, snapshotId: snapshot.id };
  const confirm = async () => {
    await run(text('asked'), () =>
      verb === 'revert' ? call('revertSnapshot', { params }) : call('deleteSnapshot', { params }),
    );
  };
  return (
    <ConfirmDialog
      title={text(verb === 'revert' ? 'revertTitle' : 'deleteTitle', { name: snapshot.name })}
      confirmLabel={text(verb === 'revert' ? 'revert' : 'deleteSnapshot')}
      isDangerous
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="dialog">
        <p>{text(verb === 'revert' ? 'revertText' : 'deleteText')}</p>
        {verb === 'remove' && (
          <ChangeCost
            server={server}
            change={{ action: 'deleteSnapshot', snapshotId: snapshot.id }}
          />
        )}
      </div>
    </ConfirmDialog>
  );
}

/** Days from now. 0 keeps the snapshot until it is deleted. */
const expiryDays = [0, 1, 7, 30, 90] as const;
const expiryAt = (days: number): string | null =>
  days === 0 ? null : new Date(Date.now() + days * 86_400_000).toISOString();

function Expiry({
  days,
  onChange,
  keeps,
}: {
  days: number;
  onChange(days: number): void;
  keeps?: boolean;
}) {
  const options = expiryDays.map((count): [string, string] => [
    String(count),
    count === 0 ? text('staysForever') : text('staysDays', { count }),
  ]);
  return (
    <Select
      label={text('stays')}
      value={String(days)}
      onChange={(value) => onChange(Number(value))}
      options={keeps ? [['-1', text('staysAsIs')], ...options] : options}
    />
  );
}

function ChangeDialog({
  server,
  snapshot,
  onClose,
}: TabProps & { snapshot: Snapshot; onClose(): void }) {
  const [name, setName] = useState(snapshot.name);
  const [description, setDescription] = useState(snapshot.description);
  const [days, setDays] = useState(-1);
  const run = useRun();
  const save = async () => {
    const body = { name, description, ...(days === -1 ? {} : { expiresAt: expiryAt(days) }) };
    await call('updateSnapshot', {
      params: { serverId: server.id, snapshotId: snapshot.id },
      body,
    });
    await run(text('saved'), async () => undefined);
  };
  return (
    <ConfirmDialog
      title={text('changeSnapshotTitle', { name: snapshot.name })}
      confirmLabel={text('save')}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="dialog">
        <TextInput
          label={text('snapshotName')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Textarea
          label={text('description')}
          value={description}
          maxLength={1000}
          rows={2}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Expiry days={days} onChange={setDays} keeps />
      </div>
    </ConfirmDialog>
  );
}

/** Saves the boot disk of a snapshot as a custom image. */
function SaveDialog({
  server,
  snapshot,
  onClose,
}: TabProps & { snapshot: Snapshot; onClose(): void }) {
  const [name, setName] = useState(`${server.name} ${snapshot.name}`.slice(0, 60));
  const cost = useCall('previewImageCost', {
    body: { serverId: server.id, snapshotId: snapshot.id },
  });
  const run = useRun();
  const save = async () => {
    await call('createImageFromServer', {
      body: { name, serverId: server.id, snapshotId: snapshot.id },
    });
    await run(text('asked'), async () => undefined);
  };
  return (
    <ConfirmDialog
      title={text('saveSnapshotTitle', { name: snapshot.name })}
      confirmLabel={text('saveSnapshot')}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{text('saveSnapshotText')}</span>
        <PrintedInput
          label={text('imageName')}
          value={name}
          maxLength={60}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <AddedCost preview={cost} />
      </div>
    </ConfirmDialog>
  );
}

/** Creates a snapshot with one click. It can be named now or later. */
function CreateSnapshot({ server, list }: TabProps & { list: SnapshotList }) {
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [days, setDays] = useState(0);
  const run = useRun();
  const createSnapshot = async () => {
    const expiresAt = expiryAt(days);
    const body = {
      ...(name.trim() ? { name } : {}),
      ...(description.trim() ? { description } : {}),
      ...(expiresAt ? { expiresAt } : {}),
    };
    if (
      await run(text('asked'), () =>
        call('createSnapshot', { params: { serverId: server.id }, body }),
      )
    ) {
      setName('');
      setDescription('');
    }
  };
  const action: Action<SnapshotList> = {
    id: 'take',
    title: text('take'),
    icon: 'camera',
    reason: () => list.create,
    run: () => void createSnapshot(),
  };
  return (
    <Section title={text('take')}>
      <Row className={styles.detailRow} align="end" gap="8px 12px" firstFlex="0 1 340px">
        <TextInput
          label={text('snapshotName')}
          placeholder={text('snapshotNameHint')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          maxLength={100}
        />
        <Textarea
          label={text('description')}
          value={description}
          onChange={(event) => setDescription(event.currentTarget.value)}
          rows={1}
          autosize={false}
          maxLength={1000}
        />
        <Expiry days={days} onChange={setDays} />
        <ActionButton action={action} row={list} isPrimary />
      </Row>
      {list.create === null && (
        <Box minHeight={22} mt={12}>
          <ChangeCost server={server} change={{ action: 'takeSnapshot' }} />
        </Box>
      )}
    </Section>
  );
}

import { useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { type Answer, call } from '../../../../web/client.ts';
import { AddedCost } from '../../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../../web/data/useCall.ts';
import type { Column } from '../../../../web/table/columns.ts';
import { DataTable } from '../../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../../web/table/listState.ts';
import { useListState } from '../../../../web/table/useListState.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import { formatBytes, RelativeTime } from '../../../../web/ui/values/values.tsx';
import { BackupState, RetentionCell, TestState } from './cells.tsx';
import { text } from './text.ts';

export type Backup = Answer<'listBackups'>['items'][number];

/** The backups of one server, or of all servers. */
export function BackupTable({ serverId }: { serverId?: string }) {
  const { state, change } = useListState(serverId ? 'backups.server' : 'backups');
  const query = { ...listQueryOf(state), ...(serverId ? { server: serverId } : {}) };
  const backups = useCall('listBackups', { query }, { pollMs: 25_000, keepsPrevious: true });
  const { actions, dialog } = useBackupActions();
  return (
    <>
      <DataTable<Backup>
        list={serverId ? 'backups.server' : 'backups'}
        label={text('title')}
        columns={columns(serverId !== undefined)}
        answer={backups}
        state={state}
        onChange={change}
        nameOf={({ server }) => server.name}
        searchHint={text('searchHint')}
        rowActions={actions}
        empty={<EmptyState icon="archive" title={text('emptyTitle')} hint={text('emptyHint')} />}
      />
      {dialog}
    </>
  );
}

function useBackupActions() {
  const [pendingAction, setPendingAction] = useState<{
    verb: keyof typeof dialogActions;
    backup: Backup;
  } | null>(null);
  const run = useRun();
  const params = (backup: Backup) => ({ params: { backupId: backup.id } });
  const verb = (
    id: keyof Backup['actions'],
    icon: IconName,
    title: string,
    handler: (backup: Backup) => void,
  ): Action<Backup> => ({
    ...{
      id,
      icon,
      title,
      isDangerous: id === 'remove',
      reason: (backup: Backup) => backup.actions[id],
    },
    run: ([backup]) => backup && handler(backup),
  });
  const openDialog = (verb: keyof typeof dialogActions) => (backup: Backup) =>
    setPendingAction({ verb, backup });
  const test = (backup: Backup) =>
    void run(text('testStarted'), () => call('testBackup', params(backup)));
  const actions = [
    verb('copy', 'copy', text('copy'), openDialog('copy')),
    verb('restore', 'restore', text('restore'), openDialog('restore')),
    verb('test', 'activity', text('testNow'), test),
    verb('remove', 'trash', text('remove'), openDialog('remove')),
  ];
  const dialog = pendingAction && (
    <ConfirmDialog
      title={text(`${pendingAction.verb}Title`, { name: pendingAction.backup.server.name })}
      confirmLabel={text(pendingAction.verb)}
      isDangerous={pendingAction.verb !== 'copy'}
      onConfirm={async () => {
        const message = await dialogActions[pendingAction.verb](pendingAction.backup);
        await run(message, async () => undefined);
      }}
      onClose={() => setPendingAction(null)}
    >
      <div className="dialog">
        <p>{text(`${pendingAction.verb}Text`)}</p>
        {pendingAction.verb === 'copy' && <CopyCost backup={pendingAction.backup} />}
        {pendingAction.verb === 'remove' && <RemovalCost backup={pendingAction.backup} />}
      </div>
    </ConfirmDialog>
  );
  return { actions, dialog };
}

/** Runs the confirmed action and shows the result as a message. */
const dialogActions = {
  copy: async ({ id }: Backup) => {
    const { name } = await call('copyBackup', { params: { backupId: id }, body: {} });
    return text('copyStarted', { name });
  },
  restore: async ({ id }: Backup) => {
    await call('restoreBackup', { params: { backupId: id } });
    return text('asked');
  },
  remove: async ({ id }: Backup) => {
    await call('deleteBackup', { params: { backupId: id } });
    return text('asked');
  },
};

function CopyCost({ backup }: { backup: Backup }) {
  return <AddedCost preview={useCall('previewBackupCopy', { params: { backupId: backup.id } })} />;
}

function RemovalCost({ backup }: { backup: Backup }) {
  return (
    <AddedCost preview={useCall('previewBackupRemoval', { params: { backupId: backup.id } })} />
  );
}

const server: Column<Backup> = {
  key: 'server',
  title: text('server'),
  sort: 'name',
  isName: true,
  cell: ({ server: { id, name, isThere } }) =>
    isThere ? (
      <a className="link" href={`/servers/${id}/backup`}>
        <bdi>{name}</bdi>
      </a>
    ) : (
      <>
        <bdi>{name}</bdi> <span className="soft">{text('gone')}</span>
      </>
    ),
};

const createdColumn = (isName: boolean): Column<Backup> => ({
  key: 'made',
  title: text('made'),
  sort: 'created',
  isName,
  cell: ({ createdAt, createdBy }) => (
    <>
      <RelativeTime at={createdAt} />
      {createdBy && (
        <div className="soft">
          <bdi>{createdBy}</bdi>
        </div>
      )}
    </>
  ),
});

const columns = (isSingleServer: boolean): Column<Backup>[] => [
  ...(isSingleServer ? [createdColumn(true)] : [server, createdColumn(false)]),
  { key: 'state', title: text('state'), cell: (backup) => <BackupState backup={backup} /> },
  { key: 'kept', title: text('kept'), cell: (backup) => <RetentionCell backup={backup} /> },
  { key: 'test', title: text('test'), cell: (backup) => <TestState backup={backup} /> },
  {
    key: 'size',
    title: text('size'),
    sort: 'size',
    align: 'end',
    cell: ({ sizeBytes }) => <bdi dir="ltr">{formatBytes(sizeBytes)}</bdi>,
  },
  {
    key: 'datacenter',
    title: text('datacenter'),
    isShown: false,
    cell: ({ datacenter }) => <bdi>{datacenter}</bdi>,
  },
  { key: 'owner', title: text('owner'), isShown: false, cell: ({ owner }) => <bdi>{owner}</bdi> },
];

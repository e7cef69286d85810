import { useState } from 'react';
import type { IconName } from '../../../contract/icons.ts';
import { type Answer, call } from '../../../web/client.ts';
import { AddedCost } from '../../../web/cost/AddedCost.tsx';
import { useCall } from '../../../web/data/useCall.ts';
import type { Column } from '../../../web/table/columns.ts';
import { DataTable } from '../../../web/table/DataTable.tsx';
import { listQueryOf } from '../../../web/table/listState.ts';
import { useListState } from '../../../web/table/useListState.ts';
import type { Action } from '../../../web/ui/actions.tsx';
import { ConfirmDialog } from '../../../web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { formatBytes, When } from '../../../web/ui/values.tsx';
import { BackupState, Kept, TestState } from './cells.tsx';
import { text } from './text.ts';

export type Backup = Answer<'listBackups'>['items'][number];
const touched = ['listBackups', 'readServerBackup', 'getServer', 'listServers', 'listQueue'] as const;

/** Backups of one server, or of all. */
export function BackupTable({ serverId }: { serverId?: string }) {
  const { state, change } = useListState(serverId ? 'backups.server' : 'backups');
  const query = { ...listQueryOf(state), ...(serverId ? { server: serverId } : {}) };
  const backups = useCall('listBackups', { query }, { topics: ['backup', 'task'], pollMs: 25_000, keepsPrevious: true });
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
  const [asked, setAsked] = useState<{ verb: 'restore' | 'remove'; backup: Backup } | null>(null);
  const run = useRun();
  const params = (backup: Backup) => ({ params: { backupId: backup.id } });
  const verb = (id: keyof Backup['actions'], icon: IconName, title: string, act: (backup: Backup) => void): Action<Backup> => ({
    ...{ id, icon, title, isDangerous: id === 'remove', reason: (backup: Backup) => backup.actions[id] },
    run: ([backup]) => backup && act(backup),
  });
  const copy = (backup: Backup) =>
    void run(text('copyStarted', { name: backup.server.name }), () => call('copyBackup', { ...params(backup), body: {} }), touched);
  const test = (backup: Backup) => void run(text('testStarted'), () => call('testBackup', params(backup)), touched);
  const actions = [
    verb('copy', 'copy', text('copy'), copy),
    verb('restore', 'restore', text('restore'), (backup) => setAsked({ verb: 'restore', backup })),
    verb('test', 'activity', text('testNow'), test),
    verb('remove', 'trash', text('remove'), (backup) => setAsked({ verb: 'remove', backup })),
  ];
  const dialog = asked && (
    <ConfirmDialog
      title={text(asked.verb === 'restore' ? 'restoreTitle' : 'removeTitle', { name: asked.backup.server.name })}
      confirmLabel={text(asked.verb)}
      isDangerous
      onConfirm={async () => {
        await (asked.verb === 'restore' ? call('restoreBackup', params(asked.backup)) : call('removeBackup', params(asked.backup)));
        await run(text('asked'), async () => undefined, touched);
      }}
      onClose={() => setAsked(null)}
    >
      <div className="dialog">
        <p>{text(asked.verb === 'restore' ? 'restoreText' : 'removeText')}</p>
        {asked.verb === 'remove' && <RemovalCost backup={asked.backup} />}
      </div>
    </ConfirmDialog>
  );
  return { actions, dialog };
}

function RemovalCost({ backup }: { backup: Backup }) {
  return <AddedCost preview={useCall('previewBackupRemoval', { params: { backupId: backup.id } }, { topics: ['price', 'backup'] })} />;
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

const made = (isName: boolean): Column<Backup> => ({
  key: 'made',
  title: text('made'),
  sort: 'created',
  isName,
  cell: ({ createdAt, createdBy }) => (
    <>
      <When at={createdAt} />
      {createdBy && (
        <div className="soft">
          <bdi>{createdBy}</bdi>
        </div>
      )}
    </>
  ),
});

const columns = (isOfOne: boolean): Column<Backup>[] => [
  ...(isOfOne ? [made(true)] : [server, made(false)]),
  { key: 'state', title: text('state'), cell: (backup) => <BackupState backup={backup} /> },
  { key: 'kept', title: text('kept'), cell: (backup) => <Kept backup={backup} /> },
  { key: 'test', title: text('test'), cell: (backup) => <TestState backup={backup} /> },
  { key: 'size', title: text('size'), sort: 'size', align: 'end', cell: ({ sizeBytes }) => <bdi dir="ltr">{formatBytes(sizeBytes)}</bdi> },
  { key: 'datacenter', title: text('datacenter'), isShown: false, cell: ({ datacenter }) => <bdi>{datacenter}</bdi> },
  { key: 'owner', title: text('owner'), isShown: false, cell: ({ owner }) => <bdi>{owner}</bdi> },
];

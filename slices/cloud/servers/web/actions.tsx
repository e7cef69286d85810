import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { IconName } from '../../../../contract/icons.ts';
import { call } from '../../../../web/client.ts';
import { toast, toastRefusal } from '../../../../web/data/toasts.ts';
import { useGo } from '../../../../web/navigation.ts';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { remedyOf } from '../../../../web/ui/feedback/remedy.ts';
import { undoAction, useUndo } from '../../../../web/ui/feedback/useUndo.ts';
import type { Action } from '../../../../web/ui/menu/actions.tsx';
import {
  type CommandResult,
  type CommandVerb,
  command,
  createDefaultSnapshot,
  type Server,
} from './commands.ts';
import { text } from './text.ts';
import { unavailableReason } from './unavailableReason.ts';

const ActionDialog = lazy(() => import('./ActionDialog.tsx'));
const SnapshotNote = lazy(() => import('./SnapshotNote.tsx'));

export type { Server } from './commands.ts';
export type ServerVerb =
  | CommandVerb
  | 'console'
  | 'snapshot'
  | 'clone'
  | 'resize'
  | 'lock'
  | 'unlock'
  | 'transfer';

/** A dialog shown before or after the action. */
export type DialogState =
  | {
      about: 'start' | 'stop' | 'reboot' | 'terminate' | 'restore' | 'purge';
      servers: readonly Server[];
    }
  | { about: 'resize' | 'lock' | 'transfer'; server: Server }
  | { about: 'results'; verb: CommandVerb; results: readonly CommandResult[] };

const icons: Record<ServerVerb, IconName> = {
  ...{
    console: 'terminal',
    start: 'play',
    stop: 'stop',
    reboot: 'reload',
    suspend: 'pause',
    resume: 'play',
  },
  ...{
    snapshot: 'camera',
    clone: 'copy',
    resize: 'resize',
    lock: 'lock',
    unlock: 'lock-open',
    transfer: 'gift',
    terminate: 'trash',
    restore: 'restore',
    purge: 'trash',
  },
};

export interface ServerActions {
  /** One action per verb, with the denial reasons of the row. */
  actions: Readonly<Record<ServerVerb, Action<Server>>>;
  /** The confirmation, and the results of bulk actions. Must be rendered once per screen. */
  dialog: ReactNode;
}

/** All actions on whole servers, for the list, its menu, the bulk bar and the server screen. */
export function useServerActions(): ServerActions {
  const go = useGo();
  const undo = useUndo();
  const [dialog, setDialog] = useState<DialogState | null>(null);

  /**
   * Throws when the action is rejected. If only some servers of a bulk action are rejected, the
   * results are shown one by one.
   */
  const runCommand = async (
    verb: CommandVerb,
    servers: readonly Server[],
    force = false,
  ): Promise<void> => {
    const results = await command(verb, servers, force);
    if (results.some(({ problem }) => problem !== null))
      setDialog({ about: 'results', verb, results });
    else notifyDone(verb, servers, results);
  };

  const notifyDone = (
    verb: CommandVerb,
    servers: readonly Server[],
    results: readonly CommandResult[],
  ): void => {
    const restore = undoAction(() =>
      attempt('restore', servers, async () =>
        (await import('./undo.ts')).undoTermination(servers, results),
      ),
    );
    const title = text(`${verb}Done`, { count: servers.length, name: servers[0]?.name ?? '' });
    const notes = results.flatMap((result) => result.notes ?? []);
    toast(
      notes.length > 0 ? 'info' : 'success',
      title,
      notes.join('\n') || undefined,
      verb === 'terminate' ? restore : undefined,
    );
  };

  /** Runs the action without confirmation and shows errors as messages. */
  const attempt = (
    verb: ServerVerb,
    servers: readonly Server[],
    work: () => Promise<void>,
  ): void => {
    work().catch((error: unknown) =>
      toastRefusal(
        text('refusedTitle', {
          name: servers.map(({ name }) => name).join(', '),
          action: titleOf(verb),
        }),
        errorText(error),
        remedyOf(error),
      ),
    );
  };
  const runNow = (verb: CommandVerb, servers: readonly Server[]): void =>
    attempt(verb, servers, () => runCommand(verb, servers));
  const titleOf = (verb: ServerVerb): string => text(verb === 'console' ? 'openConsole' : verb);

  const action = (verb: ServerVerb, run: Action<Server>['run']): Action<Server> => ({
    id: verb,
    title: titleOf(verb),
    icon: icons[verb],
    isDangerous: verb === 'terminate' || verb === 'purge',
    reason: (server) => unavailableReason(verb, server),
    run,
  });
  const direct = (verb: 'suspend' | 'resume') => action(verb, (servers) => runNow(verb, servers));
  /** Asks for confirmation if the action raises the cost. */
  const withCostCheck = (about: 'start' | 'restore') =>
    action(about, (servers) => {
      void import('./areFree.ts')
        .then(({ areFree }) => areFree(about, servers))
        .then((isFree) => (isFree ? runNow(about, servers) : setDialog({ about, servers })));
    });
  const confirmedAction = (about: 'stop' | 'reboot' | 'terminate' | 'purge') =>
    action(about, (servers) => setDialog({ about, servers }));

  return {
    actions: {
      console: action(
        'console',
        ([server]) => server && void go({ to: `/servers/${server.id}/connect` }),
      ),
      start: withCostCheck('start'),
      stop: confirmedAction('stop'),
      reboot: confirmedAction('reboot'),
      suspend: direct('suspend'),
      resume: direct('resume'),
      snapshot: {
        ...action('snapshot', ([server]) => {
          if (!server) return;
          attempt('snapshot', [server], async () => {
            await createDefaultSnapshot(server);
            toast('success', text('snapshotDone', { name: server.name }));
          });
        }),
        note: (server) => (
          <Suspense>
            <SnapshotNote server={server} />
          </Suspense>
        ),
      },
      resize: action('resize', ([server]) => server && setDialog({ about: 'resize', server })),
      lock: action('lock', ([server]) => server && setDialog({ about: 'lock', server })),
      unlock: action('unlock', ([server]) => {
        if (!server) return;
        attempt('unlock', [server], async () => {
          const params = { serverId: server.id };
          await call('unlockServer', { params });
          const reason = server.lock?.reason;
          const lockAgain = undo(() =>
            call('lockServer', { params, body: reason ? { reason } : {} }),
          );
          toast('success', text('unlockDone', { name: server.name }), undefined, lockAgain);
        });
      }),
      transfer: action(
        'transfer',
        ([server]) => server && setDialog({ about: 'transfer', server }),
      ),
      clone: action('clone', ([server]) => server && void go({ to: `/serverCreate/${server.id}` })),
      terminate: confirmedAction('terminate'),
      restore: withCostCheck('restore'),
      purge: confirmedAction('purge'),
    },
    dialog: dialog && (
      <Suspense>
        <ActionDialog
          asking={dialog}
          carryOut={runCommand}
          onClose={() => setDialog((now) => (now === dialog ? null : now))}
        />
      </Suspense>
    ),
  };
}

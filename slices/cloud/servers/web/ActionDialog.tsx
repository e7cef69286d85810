import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { OfferServerDialog } from '../../../../web/parts/serverParts.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { useUndo } from '../../../../web/ui/feedback/useUndo.ts';
import { Box } from '../../../../web/ui/layout/Layout.tsx';
import { Result, ResultList } from '../../../../web/ui/layout/ResultList.tsx';
import styles from './actionDialog.module.css';
import type { DialogState } from './actions.tsx';
import type { CommandResult, CommandVerb, Server } from './commands.ts';
import { dialogText } from './dialogText.ts';
import { PowerCost } from './PowerCost.tsx';
import { ResizeDialog } from './ResizeDialog.tsx';
import { text } from './text.ts';

interface ActionDialogProps {
  asking: DialogState;
  carryOut(verb: CommandVerb, servers: readonly Server[], force?: boolean): Promise<void>;
  onClose(): void;
}

/** The confirmation of an action on servers, and the results of a bulk action. */
export default function ActionDialog({ asking, carryOut, onClose }: ActionDialogProps) {
  if (asking.about === 'results')
    return <Results verb={asking.verb} results={asking.results} onClose={onClose} />;
  if ('server' in asking) return <SingleServerDialog asking={asking} onClose={onClose} />;
  const { about, servers } = asking;
  if (about === 'stop')
    return <StopDialog servers={servers} carryOut={carryOut} onClose={onClose} />;
  const values = { count: servers.length, name: servers[0]?.name ?? '' };
  // Permanent deletion and bulk termination require typing the name or count. All other actions are
  // confirmed with one click.
  const requiresTypedName = about === 'purge' || (about === 'terminate' && servers.length > 1);
  const typedName = servers.length === 1 ? values.name : String(servers.length);
  return (
    <ConfirmDialog
      title={dialogText(`${about}Title`, values)}
      confirmLabel={text(about)}
      isDangerous={about === 'terminate' || about === 'purge'}
      {...(requiresTypedName ? { typedName } : {})}
      onConfirm={() => carryOut(about, servers)}
      onClose={onClose}
    >
      <div className="dialog">
        <ServerNames servers={servers} />
        <span>{dialogText(`${about}Text`)}</span>
        {about === 'terminate' && <span>{dialogText('terminateCost')}</span>}
        {(about === 'start' || about === 'terminate' || about === 'restore') && (
          <PowerCost servers={servers} action={about} />
        )}
      </div>
    </ConfirmDialog>
  );
}

type SingleServerDialogProps = Pick<ActionDialogProps, 'onClose'> & {
  asking: Extract<DialogState, { server: Server }>;
};

function SingleServerDialog({ asking: { about, server }, onClose }: SingleServerDialogProps) {
  if (about === 'lock') return <LockDialog server={server} onClose={onClose} />;
  if (about === 'resize') return <ResizeDialog server={server} onClose={onClose} />;
  return <OfferServerDialog server={server} onClose={onClose} />;
}

/** The list of servers, if there are more than the title can name. */
function ServerNames({ servers }: { servers: readonly Server[] }) {
  if (servers.length < 2) return null;
  return (
    <Box as="ul" className={styles.namedServers} maxHeight={180} ps={18} scroll="y" weight={600}>
      {servers.map(({ id, name }) => (
        <li key={id}>
          <bdi>{name}</bdi>
        </li>
      ))}
    </Box>
  );
}

function StopDialog({
  servers,
  carryOut,
  onClose,
}: Pick<ActionDialogProps, 'carryOut' | 'onClose'> & { servers: readonly Server[] }) {
  const [isForced, setForced] = useState(false);
  const suspended = servers.filter(({ power }) => power === 'suspended').map(({ name }) => name);
  return (
    <ConfirmDialog
      title={dialogText('stopTitle', { count: servers.length, name: servers[0]?.name ?? '' })}
      confirmLabel={isForced ? dialogText('forceStop') : text('stop')}
      isDangerous={isForced}
      onConfirm={() => carryOut('stop', servers, isForced)}
      onClose={onClose}
    >
      <div className="dialog">
        <ServerNames servers={servers} />
        <span>{dialogText('stopText')}</span>
        {suspended.length > 0 && (
          <span>{dialogText('stopSuspended', { names: suspended.join(', ') })}</span>
        )}
        <PowerCost servers={servers} action="stop" />
        <Checkbox
          label={dialogText('force')}
          description={dialogText('forceHint')}
          checked={isForced}
          onChange={(event) => setForced(event.currentTarget.checked)}
        />
      </div>
    </ConfirmDialog>
  );
}

function LockDialog({ server, onClose }: Pick<ActionDialogProps, 'onClose'> & { server: Server }) {
  const [reason, setReason] = useState('');
  const undo = useUndo();
  const lock = async () => {
    const params = { serverId: server.id };
    await call('lockServer', { params, body: reason.trim() ? { reason } : {} });
    const unlock = undo(() => call('unlockServer', { params }));
    toast('success', dialogText('lockDone', { name: server.name }), undefined, unlock);
  };
  return (
    <ConfirmDialog
      title={dialogText('lockTitle', { name: server.name })}
      confirmLabel={text('lock')}
      onConfirm={lock}
      onClose={onClose}
    >
      <div className="dialog">
        <span>{dialogText('lockText')}</span>
        <TextInput
          label={dialogText('lockReason')}
          value={reason}
          maxLength={200}
          data-autofocus
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}

/** The results of a bulk action, if some failed. */
function Results({
  verb,
  results,
  onClose,
}: {
  verb: CommandVerb;
  results: readonly CommandResult[];
  onClose(): void;
}) {
  const done = results.filter(({ problem }) => problem === null).length;
  return (
    <Dialog
      onClose={onClose}
      size={560}
      title={dialogText('resultsTitle', { action: text(verb), done, total: results.length })}
    >
      <div className="dialog">
        <ResultList maxHeight="60vh">
          {results.map(({ id, name, cmdId, problem }) => (
            <Result key={id} isGood={problem === null} name={<bdi>{name}</bdi>}>
              {problem ?? (cmdId !== null && dialogText('resultTask', { id: String(cmdId) }))}
            </Result>
          ))}
        </ResultList>
        <div className="dialog-actions">
          <Button variant="default" onClick={onClose} data-autofocus>
            {dialogText('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

import { Button, Textarea } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { Dialog } from '../../../../web/ui/dialog/Dialog.tsx';
import { useCheckThenConfirm } from '../../../../web/ui/dialog/useCheckThenConfirm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Result, ResultList } from '../../../../web/ui/layout/ResultList.tsx';
import { type Options, PlacementFields } from './CreateUser.tsx';
import { text } from './text.ts';

type Preview = Answer<'inviteUsers'>;

/** Invites all users of a list. The effect of each line is shown before anything is sent. */
export function InviteList({ options, onClose }: { options: Options; onClose(): void }) {
  const [list, setList] = useState('');
  const [siteId, setSite] = useState(options.sites[0]?.id ?? '');
  const [role, setRole] = useState<Options['roles'][number]>('user');
  const { checked, isBusy, problem, problemAt, ...form } = useCheckThenConfirm<Preview>(['list']);
  const send = (checkOnly: boolean) =>
    call('inviteUsers', {
      body: { list, checkOnly, ...(options.makesChildren ? {} : { siteId, role }) },
    });
  const invite = async () => {
    const { invited } = await send(false);
    toast('success', text('inviteDoneMany', { count: invited }));
    onClose();
  };

  return (
    <Dialog onClose={onClose} size={640} title={text('inviteTitle')}>
      <div className="dialog">
        {checked === null ? (
          <>
            <span>{text('inviteText')}</span>
            <Textarea
              label={text('inviteList')}
              rows={8}
              error={problemAt('list')}
              dir="ltr"
              spellCheck={false}
              value={list}
              data-autofocus
              placeholder={'dana@example.com,Dana,Lee\nomar@example.com'}
              onChange={(event) => setList(event.currentTarget.value)}
            />
            <FileButton onText={setList} />
            {!options.makesChildren && (
              <PlacementFields
                options={options}
                siteId={siteId}
                role={role}
                onSite={setSite}
                onRole={setRole}
              />
            )}
          </>
        ) : (
          <Lines checked={checked} />
        )}
        {problem && (
          <p className="form-problem" role="alert">
            {problem}
          </p>
        )}
        <div className="dialog-actions">
          <Button variant="default" onClick={checked ? form.forget : onClose}>
            {text(checked ? 'inviteAgain' : 'cancel')}
          </Button>
          {checked ? (
            <Button
              loading={isBusy}
              disabled={checked.invited === 0}
              onClick={() => void form.carryOut(invite)}
            >
              {text('inviteSend', { count: checked.invited })}
            </Button>
          ) : (
            <Button
              loading={isBusy}
              disabled={list.trim() === ''}
              onClick={() => void form.check(() => send(true))}
            >
              {text('inviteCheck')}
            </Button>
          )}
        </div>
      </div>
    </Dialog>
  );
}

function FileButton({ onText }: { onText(text: string): void }) {
  return (
    <div>
      <Button
        component="label"
        variant="default"
        size="xs"
        leftSection={<Icon name="upload" size={15} />}
      >
        {text('inviteFile')}
        <input
          type="file"
          className="visually-hidden"
          accept=".csv,.txt,text/csv,text/plain"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            if (file) void file.text().then(onText);
          }}
        />
      </Button>
    </div>
  );
}

/** Errors first. */
function Lines({ checked: { lines, invited, bad } }: { checked: Preview }) {
  const ordered = [...lines].sort(
    (a, b) => Number(a.problem === null) - Number(b.problem === null) || a.line - b.line,
  );
  return (
    <>
      <span role="status">{text('inviteFound', { good: invited, bad })}</span>
      <ResultList maxHeight={300} isFramed>
        {ordered.map(({ line, email, name, problem }, index) => (
          <Result
            key={`${line} ${email} ${index}`}
            isGood={problem === null}
            name={
              <>
                <span className="soft">{text('inviteLine', { line })}</span>{' '}
                <bdi dir="ltr">{email}</bdi> {name && <bdi>{name}</bdi>}
              </>
            }
          >
            {problem ?? text('inviteGood')}
          </Result>
        ))}
      </ResultList>
    </>
  );
}

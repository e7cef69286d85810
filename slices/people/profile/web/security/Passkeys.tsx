import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { FormDialog } from '../../../../../web/ui/form/FormDialog.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { IconButton } from '../../../../../web/ui/IconButton.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../../web/ui/values/values.tsx';
import type { SecurityData } from '../Profile.tsx';
import styles from '../profile.module.css';
import { SettingRow } from '../SettingRow.tsx';
import { text } from '../text.ts';
import { canMakePasskeys, makePasskey } from './makePasskey.ts';
import { useSecuritySetting } from './useSecuritySetting.ts';

type Passkey = SecurityData['passkeys'][number];

/** Passkeys, created in the browser's own dialogs. */
export function Passkeys({ security }: { security: SecurityData }) {
  const [open, setOpen] = useState<
    { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null
  >(null);
  const change = useSecuritySetting();
  const close = () => setOpen(null);
  const isFull = security.passkeys.length >= security.maxPasskeys;
  const addButton = (
    <Button
      size="xs"
      variant="default"
      disabled={!canMakePasskeys() || isFull}
      onClick={() => setOpen({ kind: 'add' })}
    >
      {text('passkeyAdd')}
    </Button>
  );
  return (
    <div id="passkeys">
      <Section title={text('passkeys')} isFlush actions={addButton}>
        {!canMakePasskeys() && (
          <div className={`notice notice-warning ${styles.profileInset}`}>
            {text('passkeyNotHere')}
          </div>
        )}
        {security.passkeys.length === 0 ? (
          <EmptyState icon="fingerprint" title={text('passkeyNone')} hint={text('passkeyWhat')} />
        ) : (
          security.passkeys.map((passkey) => (
            <SettingRow
              key={passkey.id}
              title={<bdi>{passkey.name}</bdi>}
              hint={
                <>
                  {text('passkeyMade')} <RelativeTime at={passkey.createdAt} /> ·{' '}
                  {passkey.lastUsedAt ? (
                    <>
                      {text('passkeyUsed')} <RelativeTime at={passkey.lastUsedAt} />
                    </>
                  ) : (
                    text('passkeyUnused')
                  )}{' '}
                  · {text(passkey.isBackedUp ? 'passkeySynced' : 'passkeyBound')}
                </>
              }
            >
              <Button
                size="xs"
                variant="default"
                onClick={() => setOpen({ kind: 'rename', passkey })}
              >
                {text('rename')}
              </Button>
              <IconButton
                icon="trash"
                label={text('removeNamed', { name: passkey.name })}
                onClick={() => setOpen({ kind: 'remove', passkey })}
              />
            </SettingRow>
          ))
        )}
      </Section>
      {open?.kind === 'add' && (
        <NameDialog
          onClose={close}
          send={makePasskey}
          title={text('passkeyAdd')}
          initial={text('passkeyName')}
        />
      )}
      {open?.kind === 'rename' && (
        <NameDialog
          onClose={close}
          title={text('rename')}
          initial={open.passkey.name}
          send={(name) =>
            call('renamePasskey', { params: { passkeyId: open.passkey.id }, body: { name } })
          }
        />
      )}
      {open?.kind === 'remove' && (
        <ConfirmDialog
          title={text('removeNamed', { name: open.passkey.name })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={async () => {
            await call('deletePasskey', { params: { passkeyId: open.passkey.id } });
            await change(text('passkeyRemoved'), async () => undefined);
          }}
          onClose={close}
        >
          {text('passkeyRemoveText')}
        </ConfirmDialog>
      )}
    </div>
  );
}

interface NameDialogProps {
  title: string;
  initial: string;
  send(name: string): Promise<unknown>;
  onClose(): void;
}

function NameDialog({ title, initial, send, onClose }: NameDialogProps) {
  const form = useForm({ name: initial });
  const { name } = form.values;
  return (
    <FormDialog
      title={title}
      submitLabel={text('continue')}
      form={form}
      isReady={name.trim() !== ''}
      onSubmit={() => form.save(text('saved'), () => send(name))}
      onClose={onClose}
    >
      <TextInput
        label={text('nameOfPasskey')}
        description={text('nameOfPasskeyHint')}
        maxLength={60}
        data-autofocus
        {...form.input('name')}
      />
    </FormDialog>
  );
}

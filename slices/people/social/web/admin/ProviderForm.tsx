import { Button } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { errorText } from '../../../../../web/ui/feedback/errorText.ts';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Form } from '../../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../../web/ui/form/useForm.ts';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { bodyOf, ProviderFields } from './fields.tsx';
import styles from './providers.module.css';
import type { Provider } from './SocialProviders.tsx';
import { text } from './text.ts';

const notes = {
  facebook: 'facebookNote',
  microsoft: 'microsoftNote',
  linkedin: 'linkedinNote',
} as const;

/** Connects, tests, and disconnects one provider. */
export function ProviderForm({ provider, onGone }: { provider: Provider; onGone(): void }) {
  const { social, title, kind, isConnected } = provider;
  const form = useForm({
    title,
    issuer: provider.issuer,
    clientId: provider.clientId,
    clientSecret: '',
    isEnabled: isConnected ? provider.isEnabled : true,
  });
  const [tested, setTested] = useState<string | null | undefined>(undefined);
  const [isTesting, setTesting] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const run = useRun();

  const save = () => {
    setTested(undefined);
    return form.save(text('saved', { title: form.values.title }), () =>
      call('updateSocialProvider', { params: { social }, body: bodyOf(form.values, kind) }),
    );
  };
  const test = async () => {
    setTesting(true);
    setTested(undefined);
    setTested(
      await call('testSocialProvider', { params: { social } }).then(
        ({ problem }) => problem,
        errorText,
      ),
    );
    setTesting(false);
  };
  const remove = async () => {
    await call('deleteSocialProvider', { params: { social } });
    onGone();
    await run(text('removed', { title }), async () => undefined);
  };
  const note = kind in notes ? notes[kind as keyof typeof notes] : null;
  return (
    <div className={styles.socialForm}>
      <Form
        form={form}
        submitLabel={text('save')}
        maxWidth={720}
        actions={
          isConnected && (
            <>
              <Button
                variant="default"
                loading={isTesting}
                data-hint={text('testHint')}
                onClick={() => void test()}
              >
                {text('test')}
              </Button>
              <Button variant="default" onClick={() => setRemoving(true)}>
                {text('remove')}
              </Button>
            </>
          )
        }
        onSubmit={save}
      >
        <p>{text('how', { title })}</p>
        {note && <p className="notice">{text(note)}</p>}
        <div>
          <strong>{text('redirects')}</strong>
          <ul>
            {provider.redirectAddresses.map((address) => (
              <li key={address}>
                <Code>{address}</Code>
                <CopyButton value={address} label={address} />
              </li>
            ))}
          </ul>
        </div>
        <ProviderFields form={form} kind={kind} hasSecret={provider.hasSecret} />
        {tested !== undefined && (
          <div className={tested === null ? 'notice' : 'notice notice-problem'} role="status">
            {tested ?? text('testOk', { title })}
          </div>
        )}
      </Form>
      {isRemoving && (
        <ConfirmDialog
          title={text('removeTitle', { title })}
          confirmLabel={text('remove')}
          isDangerous
          onConfirm={remove}
          onClose={() => setRemoving(false)}
        >
          {text('removeBody', { count: provider.accounts, title })}
        </ConfirmDialog>
      )}
    </div>
  );
}

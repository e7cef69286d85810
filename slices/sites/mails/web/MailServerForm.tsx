import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Grid, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { errorsByField } from './fieldErrors.ts';
import { text } from './text.ts';

type Connection = Answer<'getMailSettings'>['mail'];
type Settings = NonNullable<Connection['settings']>;

const empty: Settings = { host: '', port: 587, security: 'starttls', user: '', sender: '' };
/** The default port of each encryption type. */
const defaultPorts: Record<Settings['security'], number> = { tls: 465, starttls: 587, none: 25 };
const fields = ['host', 'port', 'security', 'user', 'password', 'sender'];

export function MailServerForm({ connection }: { connection: Connection }) {
  const [settings, setSettings] = useState(connection.settings ?? empty);
  const [password, setPassword] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const [checked, setChecked] = useState<{ problem: string | null } | null>(null);
  const run = useRun();
  const change = (next: Partial<Settings>) => {
    setSettings((before) => ({ ...before, ...next }));
    setProblems({});
  };
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true);
    setChecked(null);
    setProblems({});
    try {
      await work();
    } catch (error) {
      setProblems(errorsByField(error, fields));
    } finally {
      setBusy(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void attempt(async () => {
      await call('updateMailServer', {
        body: { ...settings, ...(password === '' ? {} : { password }) },
      });
      await run(text('savedMail'), async () => undefined);
    });
  };
  return (
    <Stack as="form" gap={14} hasTightText onSubmit={save} noValidate>
      <Grid columns="minmax(0, 1fr) 110px" gap={12} align="start">
        <TextInput
          label={text('host')}
          placeholder="smtp.example.com"
          value={settings.host}
          error={problems.host}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => change({ host: event.currentTarget.value })}
        />
        <TextInput
          label={text('port')}
          value={String(settings.port)}
          error={problems.port}
          inputMode="numeric"
          dir="ltr"
          onChange={(event) =>
            change({ port: Number(event.currentTarget.value.replace(/\D/g, '')) })
          }
        />
      </Grid>
      <NativeSelect
        label={text('security')}
        value={settings.security}
        error={problems.security}
        data={[
          { value: 'starttls', label: text('starttls') },
          { value: 'tls', label: text('tls') },
          { value: 'none', label: text('noSecurity') },
        ]}
        onChange={(event) => {
          const security = event.currentTarget.value as Settings['security'];
          change({ security, port: defaultPorts[security] });
        }}
      />
      <TextInput
        label={text('user')}
        description={text('userHint')}
        value={settings.user}
        error={problems.user}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        onChange={(event) => change({ user: event.currentTarget.value })}
      />
      <TextInput
        label={text('password')}
        description={text(connection.hasSecret ? 'secretKept' : 'secretUnset')}
        value={password}
        error={problems.password}
        type="password"
        dir="ltr"
        autoComplete="new-password"
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
      <TextInput
        label={text('sender')}
        description={text('senderHint')}
        value={settings.sender}
        error={problems.sender}
        dir="ltr"
        autoComplete="off"
        onChange={(event) => change({ sender: event.currentTarget.value })}
      />
      {problems[''] && (
        <p className="form-problem" role="alert">
          {problems['']}
        </p>
      )}
      {checked && (
        <div
          className={checked.problem === null ? 'notice' : 'notice notice-problem'}
          role="status"
        >
          {checked.problem === null
            ? text('checkOk')
            : text('checkFailed', { problem: checked.problem })}
        </div>
      )}
      <div className="page-actions">
        <Button type="submit" loading={isBusy}>
          {text('save')}
        </Button>
        {connection.settings && (
          <Button
            variant="default"
            loading={isBusy}
            onClick={() => void attempt(async () => setChecked(await call('testMailServer')))}
          >
            {text('check')}
          </Button>
        )}
      </div>
    </Stack>
  );
}

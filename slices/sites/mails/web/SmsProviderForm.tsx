import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Grid, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { errorsByField } from './fieldErrors.ts';
import styles from './mails.module.css';
import { text } from './text.ts';

type Connection = Answer<'getMailSettings'>['sms'];
type Provider = NonNullable<Connection['settings']>;
type Twilio = Extract<Provider, { driver: 'twilio' }>;
type Http = Extract<Provider, { driver: 'http' }>;

const emptyTwilio: Twilio = {
  driver: 'twilio',
  baseAddress: 'https://api.twilio.com',
  accountSid: '',
  sender: '',
};
const emptyHttp: Http = {
  driver: 'http',
  method: 'POST',
  address: '',
  headers: 'Content-Type: application/json\nAuthorization: Bearer {secret}',
  body: '{"to":"{phone}","text":"{text}"}',
};
const fields = [
  'baseAddress',
  'accountSid',
  'sender',
  'method',
  'address',
  'headers',
  'body',
  'secret',
  'phone',
];

export function SmsProviderForm({ connection }: { connection: Connection }) {
  const [provider, setProvider] = useState<Provider>(connection.settings ?? emptyTwilio);
  const [secret, setSecret] = useState('');
  const [phone, setPhone] = useState('');
  const [problems, setProblems] = useState<Record<string, string>>({});
  const [isBusy, setBusy] = useState(false);
  const run = useRun();
  const attempt = async (successMessage: string, work: () => Promise<unknown>) => {
    setBusy(true);
    setProblems({});
    try {
      await work();
      await run(successMessage, async () => undefined);
    } catch (error) {
      setProblems(errorsByField(error, fields));
    } finally {
      setBusy(false);
    }
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    void attempt(text('savedSms'), () =>
      call('updateSmsProvider', { body: { provider, ...(secret === '' ? {} : { secret }) } }),
    );
  };
  const change = (next: Provider) => {
    setProvider(next);
    setProblems({});
  };
  const choose = (driver: string) => {
    const savedSettings = connection.settings?.driver === driver ? connection.settings : null;
    change(savedSettings ?? (driver === 'twilio' ? emptyTwilio : emptyHttp));
  };
  return (
    <>
      <Stack as="form" gap={14} hasTightText onSubmit={save} noValidate>
        <NativeSelect
          label={text('driver')}
          value={provider.driver}
          data={[
            { value: 'twilio', label: text('twilio') },
            { value: 'http', label: text('http') },
          ]}
          onChange={(event) => choose(event.currentTarget.value)}
        />
        {provider.driver === 'twilio' ? (
          <TwilioFields provider={provider} problems={problems} onChange={change} />
        ) : (
          <HttpFields provider={provider} problems={problems} onChange={change} />
        )}
        <TextInput
          label={text(provider.driver === 'twilio' ? 'authToken' : 'secret')}
          description={text(connection.hasSecret ? 'secretKept' : 'secretUnset')}
          value={secret}
          error={problems.secret}
          type="password"
          dir="ltr"
          autoComplete="new-password"
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        {problems[''] && (
          <p className="form-problem" role="alert">
            {problems['']}
          </p>
        )}
        <div className="page-actions">
          <Button type="submit" loading={isBusy}>
            {text('save')}
          </Button>
        </div>
      </Stack>
      {connection.settings && (
        <Grid
          as="form"
          columns="minmax(0, 1fr) 110px"
          gap={12}
          align="start"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            void attempt(text('testSent', { phone }), () =>
              call('testSmsProvider', { body: { phone } }),
            );
          }}
        >
          <TextInput
            label={text('testPhone')}
            value={phone}
            error={problems.phone}
            placeholder="+12025550123"
            inputMode="tel"
            dir="ltr"
            onChange={(event) => setPhone(event.currentTarget.value)}
          />
          <Button
            type="submit"
            variant="default"
            loading={isBusy}
            className={styles.mailPairButton}
          >
            {text('sendTest')}
          </Button>
        </Grid>
      )}
    </>
  );
}

interface FieldsProps<P> {
  provider: P;
  problems: Record<string, string>;
  onChange(provider: P): void;
}

function TwilioFields({ provider, problems, onChange }: FieldsProps<Twilio>) {
  const field = (
    name: 'baseAddress' | 'accountSid' | 'sender',
    title: string,
    description?: string,
  ) => (
    <TextInput
      label={title}
      {...(description ? { description } : {})}
      value={provider[name]}
      error={problems[name]}
      dir="ltr"
      autoComplete="off"
      spellCheck={false}
      onChange={(event) => onChange({ ...provider, [name]: event.currentTarget.value })}
    />
  );
  return (
    <>
      {field('baseAddress', text('baseAddress'))}
      {field('accountSid', text('accountSid'))}
      {field('sender', text('smsSender'), text('smsSenderHint'))}
    </>
  );
}

function HttpFields({ provider, problems, onChange }: FieldsProps<Http>) {
  return (
    <>
      <Grid columns="minmax(0, 1fr) 110px" gap={12} align="start">
        <TextInput
          label={text('address')}
          value={provider.address}
          error={problems.address}
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          onChange={(event) => onChange({ ...provider, address: event.currentTarget.value })}
        />
        <NativeSelect
          label={text('method')}
          value={provider.method}
          data={['POST', 'PUT', 'GET']}
          onChange={(event) =>
            onChange({ ...provider, method: event.currentTarget.value as Http['method'] })
          }
        />
      </Grid>
      <Textarea
        label={text('headers')}
        description={text('headersHint')}
        value={provider.headers}
        error={problems.headers}
        rows={3}
        dir="ltr"
        spellCheck={false}
        onChange={(event) => onChange({ ...provider, headers: event.currentTarget.value })}
      />
      {provider.method !== 'GET' && (
        <Textarea
          label={text('requestBody')}
          value={provider.body}
          error={problems.body}
          rows={3}
          dir="ltr"
          spellCheck={false}
          onChange={(event) => onChange({ ...provider, body: event.currentTarget.value })}
        />
      )}
      <p className={`soft ${styles.mailHint}`}>{text('httpHint')}</p>
    </>
  );
}

import { Button, PasswordInput, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CodeBlock } from '../../../../../web/code/CodeBlock.tsx';
import { asCommand, asCurl } from '../../../../../web/code/codeSnippets.ts';
import { Icon } from '../../../../../web/ui/Icon.tsx';
import { Grid, Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { text } from '../text.ts';
import type { OperationDetail } from './Operation.tsx';
import styles from './reference.module.css';
import { exampleOf, propertiesOf } from './schemas.ts';
import { type Sent, sendCall } from './sendCall.ts';

type Values = Record<string, string>;

/** A form that makes the call, as the current user or with a key, and shows the raw response. */
export function RequestTester({ described }: { described: OperationDetail }) {
  const params = described.params ? propertiesOf(described.params).map(([name]) => name) : [];
  const fields = described.query ? propertiesOf(described.query).map(([name]) => name) : [];
  const [paramValues, setParams] = useState<Values>({});
  const [queryValues, setQuery] = useState<Values>({});
  const [body, setBody] = useState(() =>
    described.body ? JSON.stringify(exampleOf(described.body), null, 2) : '',
  );
  const [caller, setCaller] = useState('me');
  const [key, setKey] = useState({ clientId: '', secret: '' });
  const [sent, setSent] = useState<Sent | null>(null);
  const [isBusy, setBusy] = useState(false);
  const query = Object.fromEntries(Object.entries(queryValues).filter(([, value]) => value !== ''));
  const parsed = readBody(described.body === null ? '' : body);
  const send = async () => {
    if (parsed.problem !== null)
      return setSent({ problem: text('bodyWrong', { reason: parsed.problem }) });
    setBusy(true);
    setSent(
      await sendCall(
        described,
        { params: paramValues, query, body: parsed.value },
        caller === 'key' ? key : null,
      ),
    );
    setBusy(false);
  };
  const request = {
    operation: described.operation as 'getServer',
    params: paramValues,
    query,
    body: parsed.value,
  };
  const command = asCommand(described, request);
  return (
    <>
      <Section title={text('tryTitle')}>
        <form
          className={styles.try}
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          {described.isForKeys && (
            <SegmentedControl
              aria-label={text('tryAs')}
              value={caller}
              onChange={setCaller}
              data={[
                { value: 'me', label: text('asMe') },
                { value: 'key', label: text('asKey') },
              ]}
            />
          )}
          {caller === 'key' && (
            <Grid min={200} isFill gap={12}>
              <TextInput
                label={text('clientId')}
                dir="ltr"
                value={key.clientId}
                onChange={(event) => setKey({ ...key, clientId: event.currentTarget.value.trim() })}
              />
              <PasswordInput
                label={text('secret')}
                dir="ltr"
                autoComplete="off"
                value={key.secret}
                onChange={(event) => setKey({ ...key, secret: event.currentTarget.value.trim() })}
              />
            </Grid>
          )}
          <Fields names={params} values={paramValues} onChange={setParams} />
          <Fields names={fields} values={queryValues} onChange={setQuery} />
          {described.body && (
            <Textarea
              label={text('body')}
              dir="ltr"
              autosize
              minRows={4}
              maxRows={18}
              value={body}
              spellCheck={false}
              classNames={{ input: styles.tryBody }}
              onChange={(event) => setBody(event.currentTarget.value)}
            />
          )}
          <Row gap="10px 14px" align="center">
            <Button type="submit" loading={isBusy}>
              {text('send')}
            </Button>
            {described.changes && (
              <span className="soft">
                <Icon name="alert" size={14} /> {text('tryReal')}
              </span>
            )}
          </Row>
        </form>
        <div aria-live="polite">{sent && <SentResult sent={sent} />}</div>
      </Section>
      {described.isForKeys && (
        <Section title={text('sample')}>
          <Stack gap={12} isProse>
            <CodeBlock label="curl">{asCurl(described, request, location.origin)}</CodeBlock>
            {command !== null && <CodeBlock label={text('command')}>{command}</CodeBlock>}
          </Stack>
        </Section>
      )}
    </>
  );
}

function readBody(text: string): { value: unknown; problem: string | null } {
  if (text.trim() === '') return { value: undefined, problem: null };
  try {
    return { value: JSON.parse(text), problem: null };
  } catch (error) {
    return { value: undefined, problem: (error as Error).message };
  }
}

function Fields({
  names,
  values,
  onChange,
}: {
  names: readonly string[];
  values: Values;
  onChange(next: Values): void;
}) {
  if (names.length === 0) return null;
  return (
    <Grid min={200} isFill gap={12}>
      {names.map((name) => (
        <TextInput
          key={name}
          label={<bdi dir="ltr">{name}</bdi>}
          dir="ltr"
          value={values[name] ?? ''}
          onChange={(event) => onChange({ ...values, [name]: event.currentTarget.value })}
        />
      ))}
    </Grid>
  );
}

function SentResult({ sent }: { sent: Sent }) {
  if ('problem' in sent)
    return <p className={`form-problem ${styles.tryAnswer}`}>{sent.problem}</p>;
  return (
    <div className={styles.tryAnswer}>
      <p className="soft">{text('took', { status: sent.status, ms: sent.ms })}</p>
      <CodeBlock label={text('answer')}>{sent.text}</CodeBlock>
    </div>
  );
}

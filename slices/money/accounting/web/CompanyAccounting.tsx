import { Button, Checkbox, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { ErrorState, ProblemNotice, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type AccountingConnection = Answer<'getAccountingConnection'>;

/** The accounting service connection of a company. */
export function CompanyAccounting({ companyId }: { companyId: string }) {
  const answer = useCall('getAccountingConnection', { params: { companyId } }, { pollMs: 25_000 });
  if (answer.isError && !answer.data)
    return <ErrorState error={answer.error} onRetry={() => void answer.refetch()} />;
  if (!answer.data) return <Skeleton count={6} />;
  const { connection } = answer.data;
  return (
    <Section
      title={
        <>
          {text('title')} <Badge tone={toneOf(connection)}>{text(stateOf(connection))}</Badge>
        </>
      }
    >
      <Stack gap={16} isProse>
        <p className="soft">{text(connection ? 'what' : 'howTo')}</p>
        <ProblemNotice problem={connection && problemOf(connection)} />
        {connection && connection.waiting > 0 && (
          <p>{text('waiting', { count: connection.waiting })}</p>
        )}
        <ConnectionForm
          key={`${connection?.address} ${connection?.changedAt}`}
          companyId={companyId}
          {...answer.data}
        />
      </Stack>
    </Section>
  );
}

type Connection = AccountingConnection['connection'];

function stateOf(connection: Connection): 'stateNone' | 'stateOn' | 'stateOff' | 'stateProblem' {
  if (!connection) return 'stateNone';
  if (!connection.isOn) return 'stateOff';
  return connection.problem === '' ? 'stateOn' : 'stateProblem';
}

function toneOf(connection: Connection): Tone {
  if (!connection?.isOn) return 'neutral';
  return connection.problem === '' ? 'good' : 'bad';
}

/** Why the service last rejected the connection. Null if it didn't. */
function problemOf({ problem, problemAt, isRefused }: NonNullable<Connection>): string | null {
  if (problem === '' || problemAt === null) return null;
  return `${text('problem', { when: formatMoment(problemAt), problem })}${isRefused ? ` ${text('refused')}` : ''}`;
}

const secretFields = ['secret', 'signingSecret'] as const;

function ConnectionForm({
  companyId,
  connection,
  canManage,
}: AccountingConnection & { companyId: string }) {
  const form = useForm({
    address: connection?.address ?? '',
    isOn: connection?.isOn ?? true,
    secret: '',
    signingSecret: '',
  });
  const params = { companyId };
  const save = async () => {
    const { address, isOn, ...secrets } = form.values;
    const newSecrets = Object.fromEntries(
      Object.entries(secrets).filter(([, secret]) => secret !== ''),
    );
    let isAccepted = true;
    const work = async () => {
      await call('saveAccountingConnection', { params, body: { address, isOn, ...newSecrets } });
      isAccepted = (await call('getAccountingConnection', { params })).connection?.problem === '';
    };
    const isSaved = await form.save(() => text(isAccepted ? 'saved' : 'savedOnly'), work);
    if (isSaved && !isAccepted) toast('error', text('untaken'));
  };
  return (
    <Stack
      as="form"
      gap={16}
      isProse
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <div className="field-grid">
        <TextInput
          label={text('address')}
          description={text('addressHint')}
          dir="ltr"
          disabled={!canManage}
          {...form.input('address')}
        />
        {secretFields.map((field) => (
          <TextInput
            key={field}
            label={text(field)}
            description={`${text(`${field}Hint`)} ${connection ? text('kept') : ''}`.trim()}
            type="password"
            autoComplete="new-password"
            dir="ltr"
            disabled={!canManage}
            {...form.input(field)}
          />
        ))}
      </div>
      <Checkbox label={text('isOn')} disabled={!canManage} {...form.checkbox('isOn')} />
      <FormProblem form={form} />
      {canManage && (
        <Row gap="8px 12px">
          <Button type="submit" loading={form.isBusy}>
            {text(connection ? 'save' : 'connect')}
          </Button>
          {connection && <ConnectionActions companyId={companyId} />}
        </Row>
      )}
    </Stack>
  );
}

function ConnectionActions({ companyId }: { companyId: string }) {
  const [isDisconnecting, setDisconnecting] = useState(false);
  const run = useRun();
  const params = { companyId };
  return (
    <>
      <Button
        variant="default"
        onClick={() => void run(text('tried'), () => call('tryAccountingConnection', { params }))}
      >
        {text('tryIt')}
      </Button>
      <Button variant="default" onClick={() => setDisconnecting(true)}>
        {text('disconnect')}
      </Button>
      {isDisconnecting && (
        <ConfirmDialog
          title={text('disconnectTitle')}
          confirmLabel={text('disconnect')}
          isDangerous
          onClose={() => setDisconnecting(false)}
          onConfirm={async () => {
            await call('deleteAccountingConnection', { params });
            await run(text('disconnected'), async () => undefined);
          }}
        >
          {text('disconnectBody')}
        </ConfirmDialog>
      )}
    </>
  );
}

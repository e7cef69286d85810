import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { formatMoment } from '../../../../web/ui/values/values.tsx';
import { text } from './text.ts';

type Authority = Answer<'getTaxAuthority'>;
type Connection = Authority['connection'];
type Body = Calls['saveTaxAuthority']['in']['body'];

const environments = ['production', 'tsandbox'] as const;

/** The tax authority connection of a company in Israel. Renders nothing for companies elsewhere. */
export function CompanyTaxAuthority({ companyId }: { companyId: string }) {
  const authority = useCall('getTaxAuthority', { params: { companyId } });
  if (authority.isError && !authority.data)
    return <ErrorState error={authority.error} onRetry={() => void authority.refetch()} />;
  if (!authority.data) return <Skeleton count={6} />;
  const { isOffered, connection, held } = authority.data;
  if (!isOffered) return null;
  return (
    <Section
      title={
        <>
          {text('authority')} <Badge tone={toneOf(connection)}>{text(stateOf(connection))}</Badge>
        </>
      }
    >
      <Stack gap={16} isProse wrap="anywhere">
        {connection ? (
          <ConnectionStatus connection={connection} held={held} />
        ) : (
          <p className="soft">{text('howTo')}</p>
        )}
        <AuthorityForm
          key={JSON.stringify(connection)}
          companyId={companyId}
          authority={authority.data}
        />
      </Stack>
    </Section>
  );
}

function stateOf(
  connection: Connection,
): 'stateNone' | 'stateRefused' | 'stateReal' | 'stateTried' {
  if (!connection) return 'stateNone';
  if (connection.problem) return 'stateRefused';
  return connection.environment === 'production' ? 'stateReal' : 'stateTried';
}

function toneOf(connection: Connection): Tone {
  if (!connection) return 'neutral';
  if (connection.problem) return 'bad';
  return connection.isWarning ? 'warning' : 'good';
}

/** When the sign-in expires, why the connection is rejected, and how many documents are waiting. */
function ConnectionStatus({
  connection,
  held,
}: {
  connection: NonNullable<Connection>;
  held: number;
}) {
  const { signedInUntil, isWarning, problem } = connection;
  return (
    <>
      <p className={isWarning ? 'notice' : 'soft'}>
        {text('signedInUntil', { when: formatMoment(signedInUntil) })}{' '}
        {isWarning && text('signInAgain')}
      </p>
      {problem && <p className="soft">{text('said', { problem })}</p>}
      {held > 0 && <p className="soft">{text('held', { count: held })}</p>}
    </>
  );
}

const none = {
  environment: 'production',
  baseAddress: '',
  clientId: '',
  userName: '',
  softwareNumber: '',
} as const;
const plainFields = ['clientId', 'userName', 'softwareNumber', 'baseAddress'] as const;
const secretFields = ['clientSecret', 'refreshToken'] as const;

function AuthorityForm({
  companyId,
  authority: { connection, canManage },
}: {
  companyId: string;
  authority: Authority;
}) {
  const { environment, baseAddress, clientId, userName, softwareNumber } = connection ?? none;
  const form = useForm({
    environment,
    baseAddress,
    clientId,
    userName,
    softwareNumber,
    clientSecret: '',
    refreshToken: '',
  });
  const run = useRun();
  const params = { companyId };
  const save = () => {
    const { clientSecret, refreshToken, ...plainValues } = form.values;
    const newSecrets = Object.fromEntries(
      Object.entries({ clientSecret, refreshToken }).filter(([, secret]) => secret !== ''),
    );
    return form.save(text('connected'), () =>
      call('saveTaxAuthority', { params, body: { ...plainValues, ...newSecrets } as Body }),
    );
  };
  return (
    <Stack
      as="form"
      gap={16}
      isProse
      wrap="anywhere"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      noValidate
    >
      <div className="field-grid">
        <NativeSelect
          label={text('environment')}
          disabled={!canManage}
          data={environments.map((name) => ({ value: name, label: text(`environment_${name}`) }))}
          {...form.input('environment')}
        />
        {plainFields.map((field) => (
          <TextInput
            key={field}
            label={text(field)}
            description={text(`${field}Hint`)}
            autoComplete="off"
            dir="ltr"
            disabled={!canManage}
            {...form.input(field)}
          />
        ))}
        {secretFields.map((field) => (
          <TextInput
            key={field}
            label={text(field)}
            description={text(connection ? 'secretKept' : `${field}Hint`)}
            type="password"
            autoComplete="new-password"
            dir="ltr"
            disabled={!canManage}
            {...form.input(field)}
          />
        ))}
      </div>
      <FormProblem form={form} />
      {canManage && (
        <Row gap="8px 12px" align="end">
          <Button type="submit" loading={form.isBusy}>
            {text(connection ? 'save' : 'connect')}
          </Button>
          {connection && (
            <>
              <Button
                variant="default"
                onClick={() => void run(text('tried'), () => call('tryTaxAuthority', { params }))}
              >
                {text('tryIt')}
              </Button>
              <Button
                variant="default"
                onClick={() =>
                  void run(text('disconnected'), () => call('deleteTaxAuthority', { params }))
                }
              >
                {text('disconnect')}
              </Button>
            </>
          )}
        </Row>
      )}
    </Stack>
  );
}

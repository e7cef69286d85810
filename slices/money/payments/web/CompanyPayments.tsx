import { Button, Checkbox, TextInput } from '@mantine/core';
import { type Answer, type Calls, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { CopyButton } from '../../../../web/ui/CopyButton.tsx';
import { ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { Code, formatMoment } from '../../../../web/ui/values/values.tsx';
import { providerTitle } from './parts.tsx';
import styles from './payments.module.css';
import { text } from './text.ts';

type Connections = Answer<'listPaymentConnections'>;
type Connection = Connections['items'][number];
type Provider = Connection['provider'];
type Body = Calls['savePaymentConnection']['in']['body'];

const providers: readonly Provider[] = ['stripe', 'paypal'];

/** A company's providers for cards and PayPal, and their connections. */
export function CompanyPayments({ companyId }: { companyId: string }) {
  const connections = useCall('listPaymentConnections', { params: { companyId } });
  if (connections.isError && !connections.data)
    return <ErrorState error={connections.error} onRetry={() => void connections.refetch()} />;
  if (!connections.data) return <Skeleton count={8} />;
  const { data } = connections;
  return providers.map((provider) => {
    const connection = data.items.find((item) => item.provider === provider);
    return (
      <ConnectionForm
        key={`${provider} ${JSON.stringify(connection)}`}
        companyId={companyId}
        provider={provider}
        connection={connection}
        currency={data.currency}
        canManage={data.canManage}
      />
    );
  });
}

interface ConnectionFormProps {
  companyId: string;
  provider: Provider;
  connection: Connection | undefined;
  currency: string;
  canManage: boolean;
}

const none = {
  isOn: true,
  isLive: false,
  maxAmount: '',
  keepsMethods: false,
  chargesSaved: false,
  baseAddress: '',
  clientId: '',
  webhookId: '',
};
type Field = 'clientId' | 'secret' | 'webhookId' | 'webhookSecret' | 'maxAmount' | 'baseAddress';
const fieldsOf: Record<Provider, readonly Field[]> = {
  stripe: ['secret', 'webhookSecret', 'maxAmount', 'baseAddress'],
  paypal: ['clientId', 'secret', 'webhookId', 'maxAmount', 'baseAddress'],
};
const checks = ['isOn', 'isLive', 'keepsMethods', 'chargesSaved'] as const;

function ConnectionForm({
  companyId,
  provider,
  connection,
  currency,
  canManage,
}: ConnectionFormProps) {
  const { isOn, isLive, maxAmount, keepsMethods, chargesSaved, baseAddress, clientId, webhookId } =
    connection ?? none;
  const form = useForm({
    isOn,
    isLive,
    maxAmount,
    keepsMethods,
    chargesSaved,
    baseAddress,
    clientId,
    webhookId,
    secret: '',
    webhookSecret: '',
  });
  const run = useRun();
  const title = providerTitle(provider);
  const params = { companyId, provider };
  const save = () => {
    const { secret, webhookSecret, ...plainValues } = form.values;
    const newSecrets = Object.fromEntries(
      Object.entries({ secret, webhookSecret }).filter(([, value]) => value !== ''),
    );
    return form.save(text('connected', { provider: title }), () =>
      call('savePaymentConnection', { params, body: { ...plainValues, ...newSecrets } as Body }),
    );
  };
  const isSecret = (field: Field) => field === 'secret' || field === 'webhookSecret';
  const hintOf = (field: Field): string => {
    if (field === 'secret') return text(connection ? 'secretKept' : 'secretUnset');
    if (field === 'webhookSecret')
      return text(connection?.hasWebhookSecret ? 'secretKept' : 'secretUnset');
    return field === 'baseAddress' ? text('baseAddressHint') : '';
  };
  return (
    <Section
      title={
        <>
          {title}{' '}
          <Badge tone={connection?.isOn ? 'good' : 'neutral'}>{text(stateOf(connection))}</Badge>
        </>
      }
    >
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
        {!connection && (
          <Text maxWidth="72ch" tone="soft">
            {text(`howTo_${provider}`)}
          </Text>
        )}
        <div className="field-grid">
          {fieldsOf[provider].map((field) => (
            <TextInput
              key={field}
              label={text(`${field}_${provider}`, { currency })}
              description={hintOf(field)}
              type={isSecret(field) ? 'password' : 'text'}
              autoComplete={isSecret(field) ? 'new-password' : 'off'}
              dir="ltr"
              disabled={!canManage}
              {...form.input(field)}
            />
          ))}
        </div>
        {checks.map((name) => (
          <Checkbox key={name} label={text(name)} disabled={!canManage} {...form.checkbox(name)} />
        ))}
        {connection && <Webhook connection={connection} />}
        <FormProblem form={form} />
        {canManage && (
          <Row gap="8px 12px" align="center">
            <Button type="submit" loading={form.isBusy}>
              {text(connection ? 'save' : 'connect', { provider: title })}
            </Button>
            {connection && (
              <>
                <Button
                  variant="default"
                  onClick={() =>
                    void run(text('tried', { provider: title }), () =>
                      call('tryPaymentConnection', { params }),
                    )
                  }
                >
                  {text('tryIt', { provider: title })}
                </Button>
                <Button
                  variant="default"
                  onClick={() =>
                    void run(text('disconnected', { provider: title }), () =>
                      call('deletePaymentConnection', { params }),
                    )
                  }
                >
                  {text('disconnect', { provider: title })}
                </Button>
              </>
            )}
          </Row>
        )}
      </Stack>
    </Section>
  );
}

function stateOf(
  connection: Connection | undefined,
): 'stateNone' | 'stateOff' | 'stateLive' | 'stateTest' {
  if (!connection) return 'stateNone';
  if (!connection.isOn) return 'stateOff';
  return connection.isLive ? 'stateLive' : 'stateTest';
}

/** The webhook URL for the provider, and whether events have arrived. */
function Webhook({
  connection: { provider, webhookUrl, webhookAt, webhooksRefused, webhookRefusedAt },
}: {
  connection: Connection;
}) {
  return (
    <Stack className={styles.paymentsWebhook} gap={4}>
      <span>{text(`webhook_${provider}`)}</span>
      <span>
        <Code>{webhookUrl}</Code> <CopyButton value={webhookUrl} label={text('webhookUrl')} />
      </span>
      <span className="soft">
        {webhookAt ? text('webhookAt', { at: formatMoment(webhookAt) }) : text('webhookNever')}
      </span>
      {webhooksRefused > 0 && webhookRefusedAt && (
        <span className="soft">
          {text('webhooksRefused', { count: webhooksRefused, at: formatMoment(webhookRefusedAt) })}
        </span>
      )}
    </Stack>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { toast } from '../../../../../web/data/toasts.ts';
import { useCall } from '../../../../../web/data/useCall.ts';
import { Badge } from '../../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Grid, Stack, Text } from '../../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { endOf, LimitFields, type Limits, lastDayOf, linesOf, Scopes } from '../fields.tsx';
import { scopeText, text } from '../text.ts';
import { KeyUses } from './KeyUses.tsx';

type Key = Answer<'getKey'>;

/** The key's permissions, allowed addresses, and rate limit, and its history. */
export default function Access({ apiKey }: { apiKey: Key }) {
  const [isChanging, setChanging] = useState(false);
  const reason = apiKey.actions.change;
  const change = (
    <Button
      size="xs"
      variant="default"
      {...(reason !== null
        ? { 'data-disabled': true, 'aria-disabled': true, 'data-hint': reason }
        : {})}
      onClick={() => reason === null && setChanging(true)}
    >
      {text('change')}
    </Button>
  );
  return (
    <>
      <Section title={text('permissions')} actions={change}>
        <Text mb={12} tone="soft">
          {text('permissionsHint')}
        </Text>
        <Grid as="ul" min={260} isFill gap="8px 20px">
          {apiKey.scopes.map((scope) => (
            <li key={scope} data-hint={scope} data-hint-dir="ltr">
              {scopeText(scope)}
              {apiKey.scopesWithout.includes(scope) && (
                <span data-hint={text('lostHint')}>
                  {' '}
                  <Badge tone="warning">{text('lost')}</Badge>
                </span>
              )}
            </li>
          ))}
        </Grid>
      </Section>
      <Section title={text('more')}>
        <KeyValue
          rows={[
            [text('rate'), apiKey.ratePerMinute],
            [
              text('addresses'),
              apiKey.allowedIps.length === 0 ? (
                text('anywhere')
              ) : (
                <Stack key="addresses" as="ul" gap={8}>
                  {apiKey.allowedIps.map((range) => (
                    <li key={range}>
                      <Code>{range}</Code>
                    </li>
                  ))}
                </Stack>
              ),
            ],
          ]}
        />
      </Section>
      <KeyUses clientId={apiKey.clientId} />
      {isChanging && <Change apiKey={apiKey} onClose={() => setChanging(false)} />}
    </>
  );
}

const limitsOf = ({ allowedIps, ratePerMinute, expiresAt }: Key): Limits => ({
  addresses: allowedIps.join('\n'),
  rate: ratePerMinute,
  ends: expiresAt ? 'date' : 'never',
  date: lastDayOf(expiresAt),
});

function Change({ apiKey, onClose }: { apiKey: Key; onClose(): void }) {
  const availableScopes =
    useCall('keyOptions', {}).data?.types.find(({ type }) => type === apiKey.type)?.scopes ?? [];
  const [name, setName] = useState(apiKey.name);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(apiKey.scopes));
  const [limits, setLimits] = useState(limitsOf(apiKey));
  const change = async () => {
    const isEndUnchanged = limits.ends === 'date' && limits.date === lastDayOf(apiKey.expiresAt);
    await call('updateKey', {
      params: { clientId: apiKey.clientId },
      body: {
        ...{
          name: name.trim(),
          scopes: availableScopes.filter((scope) => scopes.has(scope)),
          ratePerMinute: limits.rate,
        },
        allowedIps: linesOf(limits.addresses),
        ...(isEndUnchanged ? {} : { expiresAt: endOf(limits) }),
      },
    });
    toast('success', text('changed_'));
  };
  return (
    <ConfirmDialog
      title={text('changeTitle', { name: apiKey.name })}
      confirmLabel={text('save')}
      onConfirm={change}
      onClose={onClose}
    >
      <div className="dialog">
        <TextInput
          label={text('name')}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <Scopes offered={availableScopes} chosen={scopes} onChange={setScopes} />
        <LimitFields value={limits} onChange={setLimits} />
      </div>
    </ConfirmDialog>
  );
}

import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { ConfirmDialog } from '../../../../web/ui/ConfirmDialog.tsx';
import { KeyValue } from '../../../../web/ui/KeyValue.tsx';
import { Section } from '../../../../web/ui/Section.tsx';
import { Code } from '../../../../web/ui/values.tsx';
import { endOf, LimitFields, type Limits, lastDayOf, linesOf, Scopes } from '../fields.tsx';
import { scopeText, text } from '../text.ts';
import { Uses } from './Uses.tsx';
import '../keys.css';

type Key = Answer<'getKey'>;

/** What the key may do, from where and how fast; and what it did. */
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
        <p className="soft key-hint">{text('permissionsHint')}</p>
        <ul className="key-granted">
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
        </ul>
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
                <ul key="addresses" className="key-bound">
                  {apiKey.allowedIps.map((range) => (
                    <li key={range}>
                      <Code>{range}</Code>
                    </li>
                  ))}
                </ul>
              ),
            ],
          ]}
        />
      </Section>
      <Uses clientId={apiKey.clientId} />
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
  const offered =
    useCall('keyOptions', {}).data?.types.find(({ type }) => type === apiKey.type)?.scopes ?? [];
  const [name, setName] = useState(apiKey.name);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(apiKey.scopes));
  const [limits, setLimits] = useState(limitsOf(apiKey));
  const queryClient = useQueryClient();
  const change = async () => {
    const isSameEnd = limits.ends === 'date' && limits.date === lastDayOf(apiKey.expiresAt);
    await call('updateKey', {
      params: { clientId: apiKey.clientId },
      body: {
        ...{
          name: name.trim(),
          scopes: offered.filter((scope) => scopes.has(scope)),
          ratePerMinute: limits.rate,
        },
        allowedIps: linesOf(limits.addresses),
        ...(isSameEnd ? {} : { expiresAt: endOf(limits) }),
      },
    });
    toast('success', text('changed_'));
    for (const operation of ['getKey', 'listKeys'])
      void queryClient.invalidateQueries({ queryKey: [operation] });
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
        <Scopes offered={offered} chosen={scopes} onChange={setScopes} />
        <LimitFields value={limits} onChange={setLimits} />
      </div>
    </ConfirmDialog>
  );
}

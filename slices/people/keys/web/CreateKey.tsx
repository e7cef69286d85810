import { Checkbox, SegmentedControl, TextInput } from '@mantine/core';
import { useRef, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { endOf, LimitFields, linesOf, noLimits, Scopes, Servers } from './fields.tsx';
import styles from './keys.module.css';
import { SecretDialog } from './SecretDialog.tsx';
import { text } from './text.ts';

type Types = Answer<'keyOptions'>['types'];
type Type = Types[number]['type'];

/** Creates a key and shows its secret. */
export default function CreateKey({ types, onClose }: { types: Types; onClose(): void }) {
  const [type, setType] = useState<Type>(
    types.find((each) => each.type === 'external')?.type ?? types[0]?.type ?? 'billing',
  );
  const availableScopes = types.find((each) => each.type === type)?.scopes ?? [];
  const [name, setName] = useState('');
  const [isTest, setTest] = useState(false);
  const [scopes, setScopes] = useState<ReadonlySet<string>>(new Set(availableScopes));
  const [servers, setServers] = useState<ReadonlyMap<string, string>>(new Map());
  const [limits, setLimits] = useState(noLimits);
  const [created, setCreated] = useState<Answer<'createKey'> | null>(null);
  const isCreated = useRef(false);
  const create = async () => {
    const allowedIps = linesOf(limits.addresses);
    const body = {
      ...{
        name: name.trim(),
        type,
        scopes: availableScopes.filter((scope) => scopes.has(scope)),
        ratePerMinute: limits.rate,
        expiresAt: endOf(limits),
      },
      ...(type === 'server' ? { serverIds: [...servers.keys()] } : {}),
      ...(allowedIps.length > 0 ? { allowedIps } : {}),
      ...(isTest && type === 'external' ? { isTest } : {}),
    };
    const answer = await call('createKey', { body });
    isCreated.current = true;
    setCreated(answer);
  };
  if (created) return <SecretDialog name={name} {...created} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={text('create')}
      confirmLabel={text('create')}
      onConfirm={create}
      onClose={() => isCreated.current || onClose()}
    >
      <div className="dialog">
        <TextInput
          label={text('name')}
          value={name}
          maxLength={100}
          data-autofocus
          onChange={(event) => setName(event.currentTarget.value)}
        />
        <div className={styles.keyType}>
          <SegmentedControl
            fullWidth
            aria-label={text('type')}
            value={type}
            onChange={(value) => {
              setType(value as Type);
              setScopes(new Set(types.find((each) => each.type === value)?.scopes ?? []));
            }}
            data={types.map((each) => ({ value: each.type, label: text(`type_${each.type}`) }))}
          />
          <p className="soft">{text(`typeHint_${type}`)}</p>
        </div>
        {type === 'external' && (
          <Checkbox
            label={text('testKey')}
            description={text('testHint')}
            checked={isTest}
            onChange={(event) => setTest(event.currentTarget.checked)}
          />
        )}
        {type === 'server' && <Servers chosen={servers} onChange={setServers} />}
        {type !== 'billing' && (
          <Scopes offered={availableScopes} chosen={scopes} onChange={setScopes} />
        )}
        <details className={styles.keyMore}>
          <summary>{text('more')}</summary>
          <div className="dialog">
            <LimitFields value={limits} onChange={setLimits} />
          </div>
        </details>
      </div>
    </ConfirmDialog>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../../web/client.ts';
import { toast } from '../../../../../web/data/toasts.ts';
import { ConfirmDialog } from '../../../../../web/ui/dialog/ConfirmDialog.tsx';
import { EmptyState } from '../../../../../web/ui/feedback/states.tsx';
import { Link } from '../../../../../web/ui/Link.tsx';
import { Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import { Code } from '../../../../../web/ui/values/values.tsx';
import { Servers } from '../fields.tsx';
import { text } from '../text.ts';

/** The servers that the key is limited to. */
export default function BoundServers({ apiKey }: { apiKey: Answer<'getKey'> }) {
  const [isChanging, setChanging] = useState(false);
  if (apiKey.type !== 'server')
    return (
      <Section>
        <EmptyState icon="server" title={text('notBound')} hint={text('notBoundHint')} />
      </Section>
    );
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
    <Section title={text('boundCount', { count: apiKey.servers.length })} actions={change}>
      <Stack as="ul" gap={8}>
        {apiKey.servers.map(({ id, name }) => (
          <li key={id}>
            {name === null ? (
              <>
                <span className="soft">{text('gone')}</span> <Code>{id}</Code>
              </>
            ) : (
              <Link className="link" to={`/servers/${id}`}>
                <bdi>{name}</bdi>
              </Link>
            )}
          </li>
        ))}
      </Stack>
      {isChanging && <BindServersDialog apiKey={apiKey} onClose={() => setChanging(false)} />}
    </Section>
  );
}

function BindServersDialog({ apiKey, onClose }: { apiKey: Answer<'getKey'>; onClose(): void }) {
  const kept = apiKey.servers.flatMap(({ id, name }): [string, string][] =>
    name === null ? [] : [[id, name]],
  );
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map(kept));
  const bind = async () => {
    await call('setKeyServers', {
      params: { clientId: apiKey.clientId },
      body: { serverIds: [...chosen.keys()] },
    });
    toast('success', text('changed_'));
  };
  return (
    <ConfirmDialog
      title={text('bindTitle', { name: apiKey.name })}
      confirmLabel={text('save')}
      onConfirm={bind}
      onClose={onClose}
    >
      <Servers chosen={chosen} onChange={setChosen} />
    </ConfirmDialog>
  );
}

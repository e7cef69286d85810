import { useRef, useState } from 'react';
import type { Answer } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../../web/ui/Badge.tsx';
import { EmptyState, ErrorState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { PlainButton } from '../../../../web/ui/layout/Control.tsx';
import { Box, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import AppSection from './AppSection.tsx';
import { Output } from './Output.tsx';
import { type Draft, defaultPort, RunForm } from './RunForm.tsx';
import styles from './servicelets.module.css';
import { text } from './text.ts';

export type Servicelet = Answer<'listServicelets'>['items'][number];

/** Polling interval that the specification requires for the servicelet command queue, in ms. */
const queueMs = 10_000;

const tones: Record<Servicelet['state'], Tone> = {
  queued: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  timedOut: 'bad',
  cancelled: 'warning',
};

export const ServiceletState = ({ state }: Pick<Servicelet, 'state'>) => (
  <Badge tone={tones[state]}>{text(`state.${state}`)}</Badge>
);

/** How the script ran in the server. */
function RunMethod({ item: { by, ssh } }: { item: Servicelet }) {
  if (!ssh) return text(by === 'simulated' ? 'ranSimulated' : 'ranByAgent');
  return (
    <>
      {ssh.port === defaultPort ? text('ranBySsh') : text('ranBySshAt', { port: `${ssh.port}` })}{' '}
      <bdi>{ssh.user}</bdi>
    </>
  );
}

/** The app and the scripts of a server. */
export default function ServiceletTab({
  server,
}: {
  server: { id: string; name: string; loginUser: string | null };
}) {
  const list = useCall('listServicelets', { params: { serverId: server.id } }, { pollMs: queueMs });
  const [chosen, setChosen] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const scriptField = useRef<HTMLTextAreaElement>(null);
  const editAndRerun = (again: Draft) => {
    setDraft(again);
    scriptField.current?.focus();
  };
  if (list.isError && !list.data)
    return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Skeleton count={8} />;
  const { items, by } = list.data;
  const { script, isBySsh } = draft ?? { script: '', isBySsh: by === 'ssh' };
  return (
    <Stack gap={20}>
      <AppSection server={server} onShow={setChosen} />
      <RunForm
        server={server}
        list={list.data}
        draft={{ script, isBySsh }}
        onDraft={setDraft}
        onRun={setChosen}
        scriptField={scriptField}
      />
      <Section title={text('list')} isFlush>
        {items.length === 0 && <EmptyState icon="terminal" title={text('none')} />}
        <Box as="ul" className={styles.serviceletList}>
          {items.map((item) => (
            <li key={item.id}>
              <PlainButton
                className={styles.serviceletRow}
                aria-expanded={item.id === chosen}
                onClick={() => setChosen(item.id === chosen ? null : item.id)}
              >
                <Icon name={item.kind === 'command' ? 'terminal' : 'box'} size={16} />
                <Stack as="span" className={styles.serviceletTitle} flex={1} wrap="anywhere">
                  <bdi>{item.title}</bdi>
                  <small>
                    <RelativeTime at={item.createdAt} />{' '}
                    {item.createdBy ? text('by', { email: item.createdBy }) : text('byPortal')},{' '}
                    <RunMethod item={item} />
                  </small>
                </Stack>
                <ServiceletState state={item.state} />
              </PlainButton>
              {item.id === chosen && (
                <Output serverId={server.id} item={item} onAgain={editAndRerun} />
              )}
            </li>
          ))}
        </Box>
      </Section>
    </Stack>
  );
}

import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { Badge, type Tone } from '../../../web/ui/Badge.tsx';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, ErrorState, Lines } from '../../../web/ui/states.tsx';
import { useSave } from '../../../web/ui/useSave.ts';
import { When } from '../../../web/ui/values.tsx';
import AppSection from './AppSection.tsx';
import { Output } from './Output.tsx';
import './servicelets.css';
import { text } from './text.ts';

type List = Answer<'listServicelets'>;
export type Servicelet = List['items'][number];

/** The specification's interval of the servicelet command queue. */
const queueMs = 10_000;

const tones: Record<Servicelet['state'], Tone> = {
  queued: 'neutral',
  running: 'busy',
  done: 'good',
  failed: 'bad',
  timedOut: 'bad',
  cancelled: 'warning',
};

export const ServiceletState = ({ state }: Pick<Servicelet, 'state'>) => <Badge tone={tones[state]}>{text(`state.${state}`)}</Badge>;

/** What is run inside a server: its application, and commands. */
export default function ServiceletTab({ server }: { server: { id: string; name: string } }) {
  const list = useCall(
    'listServicelets',
    { params: { serverId: server.id } },
    { topics: ['servicelet', `server:${server.id}`], pollMs: queueMs },
  );
  const [chosen, setChosen] = useState<string | null>(null);
  const [script, setScript] = useState('');
  if (list.isError && !list.data) return <ErrorState error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return <Lines count={8} />;
  const { items, run, by } = list.data;
  return (
    <div className="servicelets">
      <AppSection server={server} onShow={setChosen} />
      <RunForm serverId={server.id} obstacle={run} by={by} script={script} onScript={setScript} onRun={setChosen} />
      <Section title={text('list')} isFlush>
        {items.length === 0 && <EmptyState icon="terminal" title={text('none')} />}
        <ul className="servicelet-list">
          {items.map((item) => (
            <li key={item.id}>
              <button
                type="button"
                className="servicelet-row"
                aria-expanded={item.id === chosen}
                onClick={() => setChosen(item.id === chosen ? null : item.id)}
              >
                <Icon name={item.kind === 'command' ? 'terminal' : 'box'} size={16} />
                <span className="servicelet-title">
                  <bdi>{item.title}</bdi>
                  <small>
                    <When at={item.createdAt} /> {item.createdBy ? text('by', { email: item.createdBy }) : text('byPortal')}
                  </small>
                </span>
                <ServiceletState state={item.state} />
              </button>
              {item.id === chosen && <Output serverId={server.id} item={item} onAgain={setScript} />}
            </li>
          ))}
        </ul>
      </Section>
    </div>
  );
}

interface RunFormProps {
  serverId: string;
  /** Why nothing can be run now. */
  obstacle: string | null;
  by: List['by'];
  script: string;
  onScript(script: string): void;
  onRun(id: string): void;
}

const limits = [1, 5, 15, 60, 120];

function RunForm({ serverId, obstacle, by, script, onScript, onRun }: RunFormProps) {
  const [title, setTitle] = useState('');
  const [minutes, setMinutes] = useState('5');
  const saving = useSave(['script', 'title']);
  const run = async (event: FormEvent) => {
    event.preventDefault();
    const isQueued = await saving.save(text('queued'), async () => {
      const body = { script, timeoutSeconds: Number(minutes) * 60, ...(title.trim() ? { title } : {}) };
      onRun((await call('runServicelet', { params: { serverId }, body })).id);
    }, ['listServicelets', 'listQueue']);
    if (isQueued) onScript('');
  };
  return (
    <Section title={text('run')}>
      <form className="servicelet-form" onSubmit={(event) => void run(event)} noValidate>
        <p className="soft">
          {text('runHint')} {text(by === 'agent' ? 'byAgent' : 'bySimulated')}
        </p>
        <Textarea
          label={text('script')}
          description={text('scriptHint')}
          error={saving.problemAt('script') ?? saving.general}
          classNames={{ input: 'code-area' }}
          dir="ltr"
          autosize={false}
          rows={4}
          spellCheck={false}
          placeholder="uptime"
          value={script}
          onChange={(event) => onScript(event.currentTarget.value)}
        />
        <div className="servicelet-fields">
          <TextInput
            label={text('name')}
            placeholder={text('nameHint')}
            maxLength={100}
            value={title}
            error={saving.problemAt('title')}
            onChange={(event) => setTitle(event.currentTarget.value)}
          />
          <NativeSelect
            label={text('limit')}
            value={minutes}
            data={limits.map((count) => ({ value: `${count}`, label: text('minutes', { count }) }))}
            onChange={(event) => setMinutes(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={saving.isBusy}
            disabled={obstacle !== null || script.trim() === ''}
            leftSection={<Icon name="play" size={15} />}
          >
            {text('start')}
          </Button>
        </div>
        {obstacle !== null && <p className="soft">{obstacle}</p>}
      </form>
    </Section>
  );
}

import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { type FormEvent, type RefObject, useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { SshFields } from '../../../web/ssh/SshFields.tsx';
import { useSshSignIn } from '../../../web/ssh/useSshSignIn.ts';
import { Icon } from '../../../web/ui/Icon.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { useSave } from '../../../web/ui/useSave.ts';
import { text } from './text.ts';

type List = Answer<'listServicelets'>;

/** What is to be run. */
export interface Draft {
  script: string;
  isBySsh: boolean;
}

interface RunFormProps {
  server: { id: string; loginUser: string | null };
  list: List;
  draft: Draft;
  onDraft(draft: Draft): void;
  onRun(id: string): void;
  scriptField: RefObject<HTMLTextAreaElement | null>;
}

const limits = [1, 5, 15, 60, 120];
export const usualPort = 22;
const sshParts = ['user', 'port', 'password', 'privateKey', 'passphrase'];

/** A script, and how it gets into the server. */
export function RunForm({
  server,
  list,
  draft: { script, isBySsh },
  onDraft,
  onRun,
  scriptField,
}: RunFormProps) {
  const [title, setTitle] = useState('');
  const [minutes, setMinutes] = useState('5');
  const last = list.items.find(({ ssh }) => ssh !== null)?.ssh;
  const signIn = useSshSignIn(last ?? { user: server.loginUser ?? 'root', port: usualPort });
  const saving = useSave(['script', 'title', ...sshParts.map((part) => `ssh.${part}`)]);
  const isSimulated = list.by === 'simulated';
  const without = isSimulated ? 'simulated' : 'agent';
  const run = async (event: FormEvent) => {
    event.preventDefault();
    const ready = isBySsh ? signIn.read() : null;
    if (isBySsh && !ready) return;
    const isQueued = await saving.save(text('queued'), async () => {
      const body = {
        ...{ script, timeoutSeconds: Number(minutes) * 60 },
        ...(title.trim() ? { title } : {}),
        ...(ready ? { ssh: { ...ready.given, port: ready.port } } : {}),
      };
      onRun((await call('runServicelet', { params: { serverId: server.id }, body })).id);
    }, ['listServicelets', 'listQueue']);
    if (!isQueued) return;
    signIn.forget();
    onDraft({ script: '', isBySsh });
  };
  return (
    <Section title={text('run')}>
      <form
        className="servicelet-form"
        onSubmit={(event) => void run(event)}
        autoComplete="off"
        noValidate
      >
        <p className="soft">{text('runHint')}</p>
        <Textarea
          ref={scriptField}
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
          onChange={(event) => onDraft({ script: event.currentTarget.value, isBySsh })}
        />
        <div className="servicelet-way">
          <SegmentedControl
            size="xs"
            aria-label={text('through')}
            value={isBySsh ? 'ssh' : without}
            onChange={(next) => onDraft({ script, isBySsh: next === 'ssh' })}
            data={[without, 'ssh'].map((value) => ({
              value,
              label: text(`way.${value as 'agent' | 'ssh' | 'simulated'}`),
            }))}
          />
          <p className="soft">
            {text(
              isBySsh
                ? isSimulated
                  ? 'bySshSimulated'
                  : 'bySsh'
                : isSimulated
                  ? 'bySimulated'
                  : 'byAgent',
            )}
          </p>
        </div>
        {isBySsh && (
          <SshFields
            form={signIn}
            hints={{ password: text('secretHint'), key: text('secretHint') }}
            refusedAt={(field) => saving.problemAt(`ssh.${field}`)}
          />
        )}
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
            disabled={list.run !== null || script.trim() === ''}
            leftSection={<Icon name="play" size={15} />}
          >
            {text('start')}
          </Button>
        </div>
        {list.run !== null && <p className="soft">{list.run}</p>}
      </form>
    </Section>
  );
}

import { Button, NativeSelect, SegmentedControl, Textarea, TextInput } from '@mantine/core';
import { codeArea } from '../../../../web/ui/layout/Control.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import styles from './servicelets.module.css';
import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import type { FormEvent, RefObject } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { SshFields } from '../../../../web/ssh/SshFields.tsx';
import { useSshSignIn } from '../../../../web/ssh/useSshSignIn.ts';
import { FormProblem } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { text } from './text.ts';

type List = Answer<'listServicelets'>;

/** The script to run. */
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
export const defaultPort = 22;
const sshParts = ['user', 'port', 'password', 'privateKey', 'passphrase'];

/** The form for a script and the way it runs in the server. */
export function RunForm({
  server,
  list,
  draft: { script, isBySsh },
  onDraft,
  onRun,
  scriptField,
}: RunFormProps) {
  const last = list.items.find(({ ssh }) => ssh !== null)?.ssh;
  const signIn = useSshSignIn(last ?? { user: server.loginUser ?? 'root', port: defaultPort });
  const form = useForm({ title: '', minutes: '5' }, [
    'script',
    ...(isBySsh ? sshParts.map((part) => `ssh.${part}`) : []),
  ]);
  const { title, minutes } = form.values;
  const isSimulated = list.by === 'simulated';
  const defaultRunner = isSimulated ? 'simulated' : 'agent';
  const run = async (event: FormEvent) => {
    event.preventDefault();
    const ready = isBySsh ? signIn.read() : null;
    if (isBySsh && !ready) return;
    const isQueued = await form.save(text('queued'), async () => {
      const body = {
        ...{ script, timeoutSeconds: Number(minutes) * 60 },
        ...(title.trim() ? { title } : {}),
        ...(ready ? { ssh: { ...ready.given, port: ready.port } } : {}),
      };
      onRun((await call('runServicelet', { params: { serverId: server.id }, body })).id);
    });
    if (!isQueued) return;
    signIn.forget();
    onDraft({ script: '', isBySsh });
  };
  return (
    <Section title={text('run')}>
      <Stack
        as="form"
        gap={12}
        hasTightText
        onSubmit={(event) => void run(event)}
        autoComplete="off"
        noValidate
      >
        <p className="soft">{text('runHint')}</p>
        <Textarea
          ref={scriptField}
          label={text('script')}
          description={text('scriptHint')}
          error={form.problemAt('script')}
          classNames={{ input: codeArea }}
          dir="ltr"
          autosize={false}
          rows={4}
          spellCheck={false}
          placeholder="uptime"
          value={script}
          onChange={(event) => onDraft({ script: event.currentTarget.value, isBySsh })}
        />
        <Row className={styles.serviceletWay} align="center" gap="6px 12px">
          <SegmentedControl
            size="xs"
            aria-label={text('through')}
            value={isBySsh ? 'ssh' : defaultRunner}
            onChange={(next) => onDraft({ script, isBySsh: next === 'ssh' })}
            data={[defaultRunner, 'ssh'].map((value) => ({
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
        </Row>
        {isBySsh && (
          <SshFields
            form={signIn}
            hints={{ password: text('secretHint'), key: text('secretHint') }}
            refusedAt={(field) => form.problemAt(`ssh.${field}`)}
          />
        )}
        <Row align="end" gap="10px 12px" firstFlex="1 1 220px">
          <TextInput
            label={text('name')}
            placeholder={text('nameHint')}
            maxLength={100}
            {...form.input('title')}
          />
          <NativeSelect
            label={text('limit')}
            data={limits.map((count) => ({ value: `${count}`, label: text('minutes', { count }) }))}
            {...form.input('minutes')}
          />
          <Button
            type="submit"
            loading={form.isBusy}
            disabled={list.run !== null || script.trim() === ''}
            leftSection={<Icon name="play" size={15} />}
          >
            {text('start')}
          </Button>
        </Row>
        <FormProblem form={form} />
        {list.run !== null && <p className="soft">{list.run}</p>}
      </Stack>
    </Section>
  );
}

import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCheckThenConfirm } from '../../../../web/ui/dialog/useCheckThenConfirm.ts';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { EarlierBatches } from './EarlierBatches.tsx';
import { ResultLines } from './ResultLines.tsx';
import { text } from './text.ts';

export type Kind = Answer<'getAccountBatch'>['kind'];
type Preview = Answer<'suspendAccounts'>;

interface Draft {
  list: string;
  reason: string;
  cause: 'policy' | 'billing';
}

async function send(
  kind: Kind,
  { cause, ...draft }: Draft,
  checkOnly: boolean,
  count?: number,
): Promise<Preview> {
  const body = { ...draft, checkOnly };
  if (kind === 'suspend') return await call('suspendAccounts', { body: { ...body, cause } });
  if (kind === 'resume') return await call('resumeAccounts', { body });
  if (kind === 'terminate')
    return await call('terminateAccounts', {
      body: { ...body, ...(count === undefined ? {} : { count }) },
    });
  return await call('forceDepositAccounts', { body });
}

/** A batch of accounts. The effect on each account is shown before a task applies it. */
export function BatchScreen({ kind }: { kind: Kind }) {
  const [draft, setDraft] = useState<Draft>({ list: '', reason: '', cause: 'policy' });
  const { checked, isBusy, problem, problemAt, ...form } = useCheckThenConfirm<Preview>([
    'list',
    'reason',
    'count',
  ]);
  const [typed, setTyped] = useState('');
  const typedCount = /^\d+$/.test(typed.trim()) ? Number(typed) : undefined;
  const start = async () => {
    const { cmdId } = await send(kind, draft, false, typedCount);
    toast('success', text('started', { id: String(cmdId) }));
    setDraft((before) => ({ ...before, list: '' }));
    setTyped('');
  };

  return (
    <>
      <PageHeader title={text(`${kind}Title`)} detail={text(`${kind}Detail`)} />
      {kind === 'forceDeposit' && (
        <div className="notice notice-warning">
          <Icon name="info" />
          <span>{text('noDeposits')}</span>
        </div>
      )}
      <ProblemNotice problem={problem} />
      {checked === null ? (
        <Section title={text('listPart')}>
          <BatchForm
            kind={kind}
            draft={draft}
            isBusy={isBusy}
            problemAt={problemAt}
            onChange={setDraft}
            onCheck={() => void form.check(() => send(kind, draft, true))}
          />
        </Section>
      ) : (
        <Section
          isFlush
          title={text('checked')}
          actions={
            <Row gap={8}>
              <Button variant="default" size="xs" onClick={form.forget}>
                {text('change')}
              </Button>
              <Button
                size="xs"
                {...(kind === 'resume' ? {} : { className: 'danger-button' })}
                loading={isBusy}
                disabled={
                  checked.good === 0 || (kind === 'terminate' && typedCount !== checked.good)
                }
                onClick={() => void form.carryOut(start)}
              >
                {text(`${kind}Do`, { count: checked.good })}
              </Button>
            </Row>
          }
        >
          <div className="section-body" role="status">
            {text('found', { good: checked.good, bad: checked.bad })}
          </div>
          {kind === 'terminate' && checked.good > 0 && (
            <div className="section-body">
              <TextInput
                label={text('typeCount', { count: checked.good })}
                error={problemAt('count')}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                onChange={(event) => setTyped(event.currentTarget.value)}
              />
            </div>
          )}
          <ResultLines lines={checked.lines.map(lineOf)} />
        </Section>
      )}
      <EarlierBatches kind={kind} />
    </>
  );
}

const lineOf = ({ line, given, email, site, problem, effects }: Preview['lines'][number]) => ({
  key: String(line),
  isGood: problem === null,
  name: (
    <>
      <span className="soft">{text('line', { line })}</span> <bdi dir="ltr">{email ?? given}</bdi>{' '}
      {site && <bdi className="soft">{site}</bdi>}
    </>
  ),
  text: problem ?? effects.map((effect) => <div key={effect}>{effect}</div>),
});

interface FormProps {
  kind: Kind;
  draft: Draft;
  isBusy: boolean;
  problemAt(field: string): string | undefined;
  onChange(draft: Draft): void;
  onCheck(): void;
}

function BatchForm({ kind, draft, isBusy, problemAt, onChange, onCheck }: FormProps) {
  const set = (change: Partial<Draft>) => onChange({ ...draft, ...change });
  return (
    <Stack
      as="form"
      gap={16}
      maxWidth={720}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck();
      }}
    >
      <Textarea
        label={text('list')}
        description={text('listHint')}
        error={problemAt('list')}
        rows={6}
        dir="ltr"
        spellCheck={false}
        value={draft.list}
        placeholder={'dana@example.com\nomar@example.com'}
        onChange={(event) => set({ list: event.currentTarget.value })}
      />
      <div>
        <Button
          component="label"
          variant="default"
          size="xs"
          leftSection={<Icon name="upload" size={15} />}
        >
          {text('file')}
          <input
            type="file"
            className="visually-hidden"
            accept=".csv,.txt,text/csv,text/plain"
            onChange={(event) => {
              const file = event.currentTarget.files?.[0];
              if (file) void file.text().then((list) => set({ list }));
            }}
          />
        </Button>
      </div>
      {kind === 'suspend' && (
        <NativeSelect
          label={text('cause')}
          value={draft.cause}
          data={(['policy', 'billing'] as const).map((value) => ({ value, label: text(value) }))}
          onChange={(event) => set({ cause: event.currentTarget.value as Draft['cause'] })}
        />
      )}
      <TextInput
        label={text('reason')}
        description={text('reasonHint')}
        error={problemAt('reason')}
        value={draft.reason}
        maxLength={500}
        onChange={(event) => set({ reason: event.currentTarget.value })}
      />
      <Row gap={8}>
        <Button
          type="submit"
          loading={isBusy}
          disabled={draft.list.trim() === '' || draft.reason.trim().length < 3}
        >
          {text('check')}
        </Button>
      </Row>
    </Stack>
  );
}

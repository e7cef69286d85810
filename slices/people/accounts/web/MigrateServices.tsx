import { Button, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { toast } from '../../../../web/data/toasts.ts';
import { useCheckThenConfirm } from '../../../../web/ui/dialog/useCheckThenConfirm.ts';
import { ProblemNotice } from '../../../../web/ui/feedback/states.tsx';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { ResultLines } from './ResultLines.tsx';
import { text } from './text.ts';

type Preview = Answer<'migrateServices'>;

/** Transfers servers from one user to another. A preview shows which servers can be transferred. */
export default function MigrateServices(): ReactNode {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const { checked, isBusy, problem, problemAt, ...form } = useCheckThenConfirm<Preview>([
    'from',
    'to',
  ]);
  const movable = checked?.servers.filter((server) => server.problem === null) ?? [];
  const move = async () => {
    const body = { from, to, checkOnly: false, serverIds: movable.map(({ id }) => id) };
    const { moved } = await call('migrateServices', { body });
    toast('success', text('migrated', { count: moved }));
  };

  return (
    <>
      <PageHeader title={text('migrateTitle')} detail={text('migrateDetail')} />
      <ProblemNotice problem={problem} />
      <Section>
        <Stack
          as="form"
          gap={16}
          maxWidth={720}
          onSubmit={(event) => {
            event.preventDefault();
            void form.check(() => call('migrateServices', { body: { from, to, checkOnly: true } }));
          }}
        >
          <UserField
            label={text('from')}
            problem={problemAt('from')}
            value={from}
            onChange={(value) => [setFrom(value), form.forget()]}
          />
          <UserField
            label={text('to')}
            problem={problemAt('to')}
            value={to}
            onChange={(value) => [setTo(value), form.forget()]}
          />
          <Row gap={8}>
            <Button
              type="submit"
              variant={checked ? 'default' : 'filled'}
              loading={isBusy && !checked}
              disabled={!from.trim() || !to.trim()}
            >
              {text('migrateCheck')}
            </Button>
          </Row>
        </Stack>
      </Section>
      {checked && (
        <Section
          isFlush
          title={text('servers')}
          actions={
            <Button
              size="xs"
              loading={isBusy}
              disabled={movable.length === 0}
              onClick={() => void form.carryOut(move)}
            >
              {text('migrateDo', { count: movable.length })}
            </Button>
          }
        >
          {movable.length < checked.servers.length && (
            <div className="section-body">{text('chooseServers')}</div>
          )}
          <ResultLines
            lines={checked.servers.map((server) => ({
              key: server.id,
              isGood: server.problem === null,
              name: <bdi>{server.name}</bdi>,
              text: server.problem ?? text('canMove'),
            }))}
          />
        </Section>
      )}
    </>
  );
}

interface UserFieldProps {
  label: string;
  problem: string | undefined;
  value: string;
  onChange(value: string): void;
}

function UserField({ label, problem, value, onChange }: UserFieldProps) {
  return (
    <TextInput
      label={label}
      description={text('userHint')}
      error={problem}
      dir="ltr"
      maxLength={254}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

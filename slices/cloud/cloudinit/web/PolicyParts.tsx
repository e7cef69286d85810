import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useRef, useState } from 'react';
import { call } from '../../../../web/client.ts';
import { Form } from '../../../../web/ui/form/Form.tsx';
import { useForm } from '../../../../web/ui/form/useForm.ts';
import { Icon } from '../../../../web/ui/Icon.tsx';
import { IconButton } from '../../../../web/ui/IconButton.tsx';
import { codeArea } from '../../../../web/ui/layout/Control.tsx';
import { Row, Stack, Text } from '../../../../web/ui/layout/Layout.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import styles from './cloudinit.module.css';
import type { Policy } from './PolicyDetail.tsx';
import { text } from './text.ts';

interface PartListProps<T> {
  title: string;
  hint?: string;
  none: string;
  add: string;
  /** The server's name of the list, which errors use as field name. */
  field: 'files' | 'configurations' | 'services';
  given: readonly T[];
  fresh: T;
  nameOf(entry: T): string;
  save(entries: T[]): Promise<unknown>;
  fields(
    entry: T,
    change: (patch: Partial<T>) => void,
    problemAt: (field: string) => string | undefined,
  ): ReactNode;
}

/** A list whose entries are edited and saved as a whole. */
function PartList<T extends object>({
  title,
  hint,
  none,
  add,
  field,
  given,
  fresh,
  nameOf,
  save,
  fields,
}: PartListProps<T>) {
  const next = useRef(given.length);
  const [entries, setEntries] = useState(() => given.map((entry, index) => ({ id: index, entry })));
  const form = useForm(
    {},
    entries.flatMap((_, index) => Object.keys(fresh).map((name) => `${field}.${index}.${name}`)),
  );
  const isChanged = JSON.stringify(entries.map(({ entry }) => entry)) !== JSON.stringify(given);
  return (
    <Section title={title}>
      <Form
        form={form}
        submitLabel={text('save')}
        isReady={isChanged}
        actions={
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={15} />}
            onClick={() => setEntries([...entries, { id: next.current++, entry: fresh }])}
          >
            {add}
          </Button>
        }
        onSubmit={() => form.save(text('saved'), () => save(entries.map(({ entry }) => entry)))}
      >
        {hint && (
          <Text wrap="anywhere" tone="soft">
            {hint}
          </Text>
        )}
        {entries.length === 0 && (
          <Text wrap="anywhere" tone="soft">
            {none}
          </Text>
        )}
        {entries.map(({ id, entry }, index) => (
          <Stack key={id} className={styles.policyPart} gap={10} p={14} pe={52} isFramed>
            {fields(
              entry,
              (part) =>
                setEntries(
                  entries.map((one) =>
                    one.id === id ? { id, entry: { ...entry, ...part } } : one,
                  ),
                ),
              (name) => form.problemAt(`${field}.${index}.${name}`),
            )}
            <IconButton
              icon="trash"
              label={text('take', { name: nameOf(entry) })}
              onClick={() => setEntries(entries.filter((one) => one.id !== id))}
            />
          </Stack>
        ))}
      </Form>
    </Section>
  );
}

export function Files({ policy }: { policy: Policy }) {
  return (
    <PartList
      title={text('files')}
      hint={text('secretsHint')}
      none={text('noFiles')}
      add={text('addFile')}
      field="files"
      given={policy.files}
      fresh={{ path: '/etc/', content: '', owner: 'root:root', permissions: '0644' }}
      nameOf={({ path }) => path}
      save={(files) => call('setPolicyFiles', { params: { policyId: policy.id }, body: { files } })}
      fields={({ path, content, owner, permissions }, change, problemAt) => (
        <>
          <Row align="start" gap="10px 14px" firstFlex="3 1 260px" childFlex="1 1 110px">
            <TextInput
              label={text('path')}
              dir="ltr"
              value={path}
              error={problemAt('path')}
              onChange={(event) => change({ path: event.currentTarget.value })}
            />
            <TextInput
              label={text('owner')}
              dir="ltr"
              value={owner}
              error={problemAt('owner')}
              onChange={(event) => change({ owner: event.currentTarget.value })}
            />
            <TextInput
              label={text('permissions')}
              dir="ltr"
              value={permissions}
              error={problemAt('permissions')}
              onChange={(event) => change({ permissions: event.currentTarget.value })}
            />
          </Row>
          <Content
            value={content}
            problem={problemAt('content')}
            onChange={(value) => change({ content: value })}
          />
        </>
      )}
    />
  );
}

export function Configurations({ policy }: { policy: Policy }) {
  return (
    <PartList
      title={text('configurations')}
      hint={text('configurationHint')}
      none={text('noConfigurations')}
      add={text('addConfiguration')}
      field="configurations"
      given={policy.configurations}
      fresh={{ name: '', content: '#cloud-config\n' }}
      nameOf={({ name }) => name}
      save={(configurations) =>
        call('setPolicyConfigurations', {
          params: { policyId: policy.id },
          body: { configurations },
        })
      }
      fields={({ name, content }, change, problemAt) => (
        <>
          <TextInput
            label={text('name')}
            value={name}
            error={problemAt('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <Content
            value={content}
            problem={problemAt('content')}
            onChange={(value) => change({ content: value })}
          />
        </>
      )}
    />
  );
}

const states = ['enabled', 'disabled', 'restarted', 'masked'] as const;

export function Services({ policy }: { policy: Policy }) {
  return (
    <PartList
      title={text('services')}
      none={text('noServices')}
      add={text('addService')}
      field="services"
      given={policy.services}
      fresh={{ name: '', state: 'enabled' as (typeof states)[number] }}
      nameOf={({ name }) => name}
      save={(services) =>
        call('setPolicyServices', { params: { policyId: policy.id }, body: { services } })
      }
      fields={({ name, state }, change, problemAt) => (
        <Row align="start" gap="10px 14px" firstFlex="3 1 260px" childFlex="1 1 110px">
          <TextInput
            label={text('service')}
            dir="ltr"
            placeholder="nginx.service"
            value={name}
            error={problemAt('name')}
            onChange={(event) => change({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label={text('state')}
            value={state}
            error={problemAt('state')}
            data={states.map((value) => ({ value, label: text(value) }))}
            onChange={(event) =>
              change({ state: event.currentTarget.value as (typeof states)[number] })
            }
          />
        </Row>
      )}
    />
  );
}

function Content({
  value,
  problem,
  onChange,
}: {
  value: string;
  problem: string | undefined;
  onChange(value: string): void;
}) {
  return (
    <Textarea
      label={text('content')}
      dir="ltr"
      rows={Math.min(20, Math.max(4, value.split('\n').length + 1))}
      spellCheck={false}
      classNames={{ input: codeArea }}
      value={value}
      error={problem}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

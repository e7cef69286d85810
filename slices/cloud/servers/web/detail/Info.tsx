import { Button, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../web/client.ts';
import { leftToRight } from '../../../../../web/texts/texts.ts';
import { CopyButton } from '../../../../../web/ui/CopyButton.tsx';
import { useRun } from '../../../../../web/ui/feedback/useRun.ts';
import { Row, Stack } from '../../../../../web/ui/layout/Layout.tsx';
import { KeyValue } from '../../../../../web/ui/page/KeyValue.tsx';
import { Section } from '../../../../../web/ui/page/Section.tsx';
import {
  Code,
  formatDisks,
  formatMb,
  formatMoment,
  RelativeTime,
} from '../../../../../web/ui/values/values.tsx';
import styles from './detail.module.css';
import type { TabProps } from './ServerDetail.tsx';
import { platformText } from './State.tsx';
import { text } from './text.ts';

/** All facts about the server, and the API call that returns them. */
export default function Info({ server }: TabProps) {
  const line = `curl -b cookies -H 'api-version: latest' ${location.origin}/svc/servers/${server.id}`;
  const yesNo = (value: boolean) => text(value ? 'yes' : 'no');
  return (
    <>
      <Section title={text('facts')}>
        <KeyValue
          rows={[
            [text('id'), <Copyable key="id" value={server.id} />],
            [text('hostname'), <Code key="host">{server.hostname}</Code>],
            [text('loginUser'), server.loginUser && <Code key="user">{server.loginUser}</Code>],
            [text('system'), server.os],
            [text('image'), server.image],
            [
              text('size'),
              `${leftToRight(server.cpuType)} · ${text('coresOf', { count: server.cores })} · ${formatMb(server.ramMb)}`,
            ],
            [text('disks'), formatDisks(server.disks.map(({ sizeGb }) => sizeGb))],
            [
              text('datacenter'),
              server.region ? `${server.datacenter}, ${server.region}` : server.datacenter,
            ],
            [text('engine'), platformText(server)],
            [text('host'), server.hostId && <Code key="hostId">{server.hostId}</Code>],
            [text('created'), formatMoment(server.createdAt)],
            [text('powerSince'), <RelativeTime key="since" at={server.powerSince} />],
            [text('owner'), <bdi key="owner">{server.owner}</bdi>],
            [text('billing'), text(server.billingMode)],
            [text('traffic'), server.trafficPackage],
            [text('backup'), yesNo(server.backup)],
            [text('managed'), yesNo(server.managed)],
          ]}
        />
      </Section>
      <Description server={server} key={`${server.description} ${server.notes}`} />
      <Tags server={server} />
      <Section title={text('apiTitle')}>
        <Copyable value={line} />
      </Section>
    </>
  );
}

function Copyable({ value }: { value: string }) {
  return (
    <Row as="span" isInline isNowrap align="center" gap={4} maxWidth="100%" wrap="anywhere">
      <Code>{value}</Code>
      <CopyButton value={value} label={value} />
    </Row>
  );
}

/** A description shown in the server list, and notes for administrators of the server. */
function Description({ server }: TabProps) {
  const [description, setDescription] = useState(server.description);
  const [notes, setNotes] = useState(server.notes);
  const run = useRun();
  const isChanged = description !== server.description || notes !== server.notes;
  const save = () =>
    void run(text('saved'), () =>
      call('describeServer', { params: { serverId: server.id }, body: { description, notes } }),
    );
  return (
    <Section title={text('words')}>
      <Stack
        as="form"
        className={styles.stack}
        gap={20}
        alignContent="start"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          label={text('description')}
          description={text('descriptionHint')}
          value={description}
          maxLength={200}
          disabled={server.obstacles.rename !== undefined}
          onChange={(event) => setDescription(event.currentTarget.value)}
        />
        <Textarea
          label={text('notes')}
          value={notes}
          rows={4}
          maxLength={20_000}
          disabled={server.obstacles.rename !== undefined}
          onChange={(event) => setNotes(event.currentTarget.value)}
        />
        <div>
          <Button type="submit" variant="default" disabled={!isChanged}>
            {text('apply')}
          </Button>
        </div>
      </Stack>
    </Section>
  );
}

function Tags({ server }: TabProps) {
  const [tags, setTags] = useState(server.tags.join(', '));
  const run = useRun();
  const set = (newTags: readonly string[]) =>
    call('tagServer', { params: { serverId: server.id }, body: { tags: [...newTags] } });
  const save = () => {
    const newTags = tags
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean);
    void run(
      text('saved'),
      () => set(newTags),
      async () => {
        await set(server.tags);
        setTags(server.tags.join(', '));
      },
    );
  };
  return (
    <Section title={text('tags')}>
      <Row
        as="form"
        className={styles.detailRow}
        align="end"
        gap="8px 12px"
        firstFlex="0 1 340px"
        onSubmit={(event) => {
          event.preventDefault();
          save();
        }}
      >
        <TextInput
          aria-label={text('tags')}
          description={text('tagsHint')}
          value={tags}
          onChange={(event) => setTags(event.currentTarget.value)}
        />
        <Button type="submit" variant="default" disabled={tags === server.tags.join(', ')}>
          {text('apply')}
        </Button>
      </Row>
    </Section>
  );
}

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { Badge } from '../../../../web/ui/Badge.tsx';
import { errorText } from '../../../../web/ui/feedback/errorText.ts';
import { Text } from '../../../../web/ui/layout/Layout.tsx';
import { type GroupName, ruleText } from './describe.ts';
import styles from './firewall.module.css';
import { text } from './text.ts';

interface TestPacketProps {
  serverId: string;
  nicId: string;
  hasDraft: boolean;
  groups: readonly GroupName[];
}

type Verdict = Answer<'testFirewall'>;

/** Whether a packet would pass, and which rule decides. */
export function TestPacket({ serverId, nicId, hasDraft, groups }: TestPacketProps) {
  const [direction, setDirection] = useState<'in' | 'out'>('in');
  const [protocol, setProtocol] = useState<'tcp' | 'udp' | 'icmp'>('tcp');
  const [port, setPort] = useState('22');
  const [remote, setRemote] = useState('');
  const [of, setOf] = useState<'draft' | 'force'>('draft');
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const [problem, setProblem] = useState<unknown>(null);
  const source = hasDraft ? of : 'force';
  const runTest = async () => {
    setVerdict(null);
    setProblem(null);
    const query = {
      direction,
      protocol,
      remote,
      of: source,
      ...(protocol === 'icmp' ? {} : { port }),
    };
    try {
      setVerdict(await call('testFirewall', { params: { serverId, nicId }, query }));
    } catch (error) {
      setProblem(error);
    }
  };
  return (
    <details className={styles.firewallTest}>
      <Text as="summary" minHeight={26} weight={600}>
        {text('test')}
      </Text>
      <p className="soft">{text('testHint')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void runTest();
        }}
      >
        {hasDraft && (
          <NativeSelect
            label={text('of')}
            data={[
              { value: 'draft', label: text('draft') },
              { value: 'force', label: text('inForce') },
            ]}
            value={of}
            onChange={(event) => setOf(event.currentTarget.value as 'draft' | 'force')}
          />
        )}
        <NativeSelect
          label={text('direction')}
          data={(['in', 'out'] as const).map((name) => ({ value: name, label: text(name) }))}
          value={direction}
          onChange={(event) => setDirection(event.currentTarget.value as 'in' | 'out')}
        />
        <NativeSelect
          label={text('protocol')}
          data={(['tcp', 'udp', 'icmp'] as const).map((name) => ({
            value: name,
            label: text(name),
          }))}
          value={protocol}
          onChange={(event) => setProtocol(event.currentTarget.value as 'tcp' | 'udp' | 'icmp')}
        />
        {protocol !== 'icmp' && (
          <TextInput
            label={text('port')}
            value={port}
            dir="ltr"
            inputMode="numeric"
            onChange={(event) => setPort(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={text('remote')}
          value={remote}
          dir="ltr"
          placeholder="192.0.2.7"
          onChange={(event) => setRemote(event.currentTarget.value)}
        />
        <Button type="submit" variant="default">
          {text('ask')}
        </Button>
      </form>
      {problem !== null && (
        <p className="form-problem" role="alert">
          {errorText(problem)}
        </p>
      )}
      {verdict && (
        <p role="status" className="firewall-verdict">
          <Badge tone={verdict.action === 'accept' ? 'good' : 'bad'}>
            {text(verdict.action === 'accept' ? 'accepted' : 'dropped')}
          </Badge>{' '}
          {verdictText(verdict, groups)}
        </p>
      )}
    </details>
  );
}

function verdictText(
  { action, place, rule, groupId }: Verdict,
  groups: readonly GroupName[],
): string {
  const verdict = text(action === 'accept' ? 'accepted' : 'dropped');
  if (rule === null || place === null) return text('byDefault', { verdict });
  const group = groups.find(({ id }) => id === groupId);
  const via = group ? ` ${text('viaGroup', { name: group.name })}` : '';
  return `${text('byRule', { verdict, place, rule: ruleText(rule, groups) })}${via}`;
}

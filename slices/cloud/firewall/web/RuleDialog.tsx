import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../../../web/ui/dialog/ConfirmDialog.tsx';
import { Grid } from '../../../../web/ui/layout/Layout.tsx';
import type { GroupName, Rule } from './describe.ts';
import { formatPorts, isRange, parsePorts, parseRemotes } from './ports.ts';
import { text } from './text.ts';

const presets = {
  ssh: { protocol: 'tcp', ports: '22' },
  web: { protocol: 'tcp', ports: '80, 443' },
  rdp: { protocol: 'tcp', ports: '3389' },
  ping: { protocol: 'icmp', ports: '' },
  database: { protocol: 'tcp', ports: '5432' },
  wireguard: { protocol: 'udp', ports: '51820' },
} as const;
type Preset = keyof typeof presets;

interface RuleDialogProps {
  /** Null for a new rule. */
  rule: Rule | null;
  groups: readonly GroupName[];
  onKeep(rule: Rule): Promise<void>;
  onClose(): void;
}

/** Creates or edits a rule. The result is saved as a draft. */
export function RuleDialog({ rule, groups, onKeep, onClose }: RuleDialogProps) {
  const [direction, setDirection] = useState<Rule['direction']>(rule?.direction ?? 'in');
  const [action, setAction] = useState<Rule['action']>(rule?.action ?? 'accept');
  const [protocol, setProtocol] = useState<Rule['protocol']>(rule?.protocol ?? 'tcp');
  const [ports, setPorts] = useState(formatPorts(rule?.ports ?? []));
  const [otherEnd, setOtherEnd] = useState(
    rule?.remoteGroupId ?? ((rule?.remotes.length ?? 0) > 0 ? 'addresses' : 'anybody'),
  );
  const [remotes, setRemotes] = useState(rule?.remotes.join(', ') ?? '');
  const [note, setNote] = useState(rule?.note ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const hasPorts = protocol === 'tcp' || protocol === 'udp';
  const portRanges = hasPorts ? parsePorts(ports) : [];
  const addresses = otherEnd === 'addresses' ? parseRemotes(remotes) : [];
  const wrongAddress =
    addresses.find((address) => !isRange(address)) ??
    (otherEnd === 'addresses' && addresses.length === 0 ? '' : undefined);
  const start = (preset: string) => {
    if (!(preset in presets)) return;
    const chosen = presets[preset as Preset];
    setProtocol(chosen.protocol);
    setPorts(chosen.ports);
    setNote((now) => now || text(preset as Preset));
  };
  const submit = async () => {
    setSubmitted(true);
    if (portRanges === null || wrongAddress !== undefined)
      throw new Error(
        portRanges === null
          ? text('portsWrong', { given: ports })
          : text('addressesWrong', { given: wrongAddress ?? '' }),
      );
    const isGroup = otherEnd !== 'anybody' && otherEnd !== 'addresses';
    await onKeep({
      ...{
        id: rule?.id ?? crypto.randomUUID(),
        direction,
        protocol,
        ports: portRanges,
        remotes: addresses,
      },
      ...{ remoteGroupId: isGroup ? otherEnd : null, action, note },
    });
  };
  const options = (
    names: readonly ('in' | 'out' | 'accept' | 'drop' | 'tcp' | 'udp' | 'icmp' | 'any')[],
  ) => names.map((name) => ({ value: name, label: text(name) }));
  return (
    <ConfirmDialog
      title={text(rule ? 'editRule' : 'newRule')}
      confirmLabel={text('keep')}
      onConfirm={submit}
      onClose={onClose}
    >
      <div className="dialog">
        {!rule && (
          <NativeSelect
            label={text('preset')}
            data={[
              { value: '', label: text('ownRule') },
              ...(Object.keys(presets) as Preset[]).map((name) => ({
                value: name,
                label: text(name),
              })),
            ]}
            onChange={(event) => start(event.currentTarget.value)}
          />
        )}
        <Grid min={150} gap="10px 14px">
          <NativeSelect
            label={text('direction')}
            data={options(['in', 'out'])}
            value={direction}
            onChange={(event) => setDirection(event.currentTarget.value as Rule['direction'])}
          />
          <NativeSelect
            label={text('action')}
            data={options(['accept', 'drop'])}
            value={action}
            onChange={(event) => setAction(event.currentTarget.value as Rule['action'])}
          />
        </Grid>
        <Grid min={150} gap="10px 14px">
          <NativeSelect
            label={text('protocol')}
            data={options(['tcp', 'udp', 'icmp', 'any'])}
            value={protocol}
            onChange={(event) => setProtocol(event.currentTarget.value as Rule['protocol'])}
          />
          {hasPorts && (
            <TextInput
              label={text('ports')}
              value={ports}
              dir="ltr"
              error={
                isSubmitted && portRanges === null
                  ? text('portsWrong', { given: ports })
                  : undefined
              }
              onChange={(event) => setPorts(event.currentTarget.value)}
            />
          )}
        </Grid>
        {hasPorts && <p className="soft">{text('portsHint')}</p>}
        <NativeSelect
          label={text('otherEnd')}
          data={[
            { value: 'anybody', label: text('anybody') },
            { value: 'addresses', label: text('addresses') },
            ...groups.map(({ id, name }) => ({ value: id, label: text('groupMembers', { name }) })),
          ]}
          value={otherEnd}
          onChange={(event) => setOtherEnd(event.currentTarget.value)}
        />
        {otherEnd === 'addresses' && (
          <TextInput
            label={text('addresses')}
            description={text('addressesHint')}
            value={remotes}
            dir="ltr"
            error={
              isSubmitted && wrongAddress !== undefined
                ? text('addressesWrong', { given: wrongAddress })
                : undefined
            }
            onChange={(event) => setRemotes(event.currentTarget.value)}
          />
        )}
        <TextInput
          label={text('note')}
          value={note}
          maxLength={200}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </div>
    </ConfirmDialog>
  );
}

import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../web/client.ts';
import { EmptyState } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Row, Stack } from '../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { RelativeTime } from '../../../../web/ui/values/values.tsx';
import { DraftBar } from './DraftBar.tsx';
import type { Entry, FirewallNic, Policy, Rule, ServerFirewall } from './describe.ts';
import { Entries } from './Entries.tsx';
import styles from './firewall.module.css';
import { RuleDialog } from './RuleDialog.tsx';
import { isSame, withEntryRestored, withoutEntry } from './removal.ts';
import { TestPacket } from './TestPacket.tsx';
import { text } from './text.ts';

interface NicFirewallProps {
  serverId: string;
  card: FirewallNic;
  firewall: ServerFirewall;
}

/** The firewall of one interface. Edits are stored as a draft and take effect when applied. */
export function NicFirewall({ serverId, card, firewall }: NicFirewallProps) {
  const { groups, actions } = firewall;
  const [editing, setEditing] = useState<{ rule: Rule | null } | null>(null);
  const run = useRun();
  const params = { serverId, nicId: card.nicId };
  const displayedPolicy: Policy = card.draft ?? card.policy;
  const save = (policy: Policy) => call('draftFirewall', { params, body: policy });
  const discard = () => call('discardFirewallDraft', { params });
  const savePolicy = (policy: Policy) => void run(text('kept'), () => save(policy));
  const setEntries = (entries: Entry[]) => savePolicy({ ...displayedPolicy, entries });
  const remove = (index: number) => {
    const removed = displayedPolicy.entries[index];
    if (!removed) return;
    const restoreRule = async () => {
      const { cards } = await call('getServerFirewall', { params: { serverId } });
      const now = cards.find(({ nicId }) => nicId === card.nicId);
      const policy = now && (now.draft ?? now.policy);
      if (!policy) return;
      const restored = { ...policy, entries: withEntryRestored(policy.entries, removed, index) };
      await (isSame(restored, now.policy) ? discard() : save(restored));
    };
    void run(
      text('kept'),
      () => save({ ...displayedPolicy, entries: withoutEntry(displayedPolicy.entries, index) }),
      restoreRule,
    );
  };
  const saveRule = async (rule: Rule) => {
    const isKnown = displayedPolicy.entries.some(
      (entry) => entry.kind === 'rule' && entry.rule.id === rule.id,
    );
    const entries = isKnown
      ? displayedPolicy.entries.map((entry) =>
          entry.kind === 'rule' && entry.rule.id === rule.id ? { kind: entry.kind, rule } : entry,
        )
      : [...displayedPolicy.entries, { kind: 'rule' as const, rule }];
    await save({ ...displayedPolicy, entries });
    await run(text('kept'), async () => undefined);
  };
  const addAction: Action<FirewallNic> = {
    id: 'add',
    title: text('addRule'),
    icon: 'plus',
    reason: () => actions.edit,
    run: () => setEditing({ rule: null }),
  };
  const unused = groups.filter(
    ({ id }) =>
      !displayedPolicy.entries.some((entry) => entry.kind === 'group' && entry.groupId === id),
  );
  return (
    <Section
      title={
        <>
          {text('card', { number: card.position })} · <bdi dir="ltr">{card.addresses[0]}</bdi> ·{' '}
          {card.networkName}
        </>
      }
      actions={<ActionButton action={addAction} row={card} />}
    >
      <Stack gap={16}>
        {card.draft && (
          <DraftBar
            changes={card.changes}
            policy={card.draft}
            groups={groups}
            obstacle={actions.apply}
            onApply={() => void run(text('asked'), () => call('applyFirewall', { params }))}
            onDiscard={() => void run(text('discarded'), discard)}
          />
        )}
        {card.enforcement !== 'all' && (
          <div className="notice notice-warning">
            {text(card.enforcement === 'forwards' ? 'enforcedForwards' : 'enforcedNothing')}
          </div>
        )}
        <Row className={styles.firewallDefaults} align="end" gap="10px 14px">
          {(['in', 'out'] as const).map((direction) => (
            <NativeSelect
              key={direction}
              label={text(direction === 'in' ? 'default_in' : 'default_out')}
              data={(['accept', 'drop'] as const).map((name) => ({
                value: name,
                label: text(name),
              }))}
              value={displayedPolicy[direction]}
              disabled={actions.edit !== null}
              onChange={(event) =>
                savePolicy({
                  ...displayedPolicy,
                  [direction]: event.currentTarget.value as Policy['in'],
                })
              }
            />
          ))}
          {unused.length > 0 && actions.edit === null && (
            <NativeSelect
              label={text('addGroup')}
              data={[
                { value: '', label: text('addGroupHint') },
                ...unused.map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value=""
              onChange={(event) =>
                setEntries([
                  ...displayedPolicy.entries,
                  { kind: 'group', groupId: event.currentTarget.value },
                ])
              }
            />
          )}
        </Row>
        {displayedPolicy.entries.length === 0 ? (
          <EmptyState icon="shield" title={text('noRules')} hint={text('noRulesHint')} />
        ) : (
          <Entries
            entries={displayedPolicy.entries}
            groups={groups}
            obstacle={actions.edit}
            onEdit={(rule) => setEditing({ rule })}
            onChange={setEntries}
            onRemove={remove}
          />
        )}
        <p className="soft">
          {card.appliedAt ? (
            <>
              {text('appliedAt')} <RelativeTime at={card.appliedAt} />.{' '}
              {card.enforcement === 'all' && text('enforcedAll')} {text('openStay')}
            </>
          ) : (
            text('never')
          )}
        </p>
        <TestPacket {...params} hasDraft={card.draft !== null} groups={groups} />
      </Stack>
      {editing && (
        <RuleDialog
          rule={editing.rule}
          groups={groups}
          onKeep={saveRule}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

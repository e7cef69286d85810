import { Button } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { type Answer, call } from '../../../../web/client.ts';
import { useCall } from '../../../../web/data/useCall.ts';
import { useGo, useScreenParams } from '../../../../web/navigation.ts';
import { NotLoaded } from '../../../../web/ui/feedback/NotLoaded.tsx';
import { EmptyState, Skeleton } from '../../../../web/ui/feedback/states.tsx';
import { useRun } from '../../../../web/ui/feedback/useRun.ts';
import { Link } from '../../../../web/ui/Link.tsx';
import { Stack } from '../../../../web/ui/layout/Layout.tsx';
import { type Action, ActionButton } from '../../../../web/ui/menu/actions.tsx';
import { BackLink } from '../../../../web/ui/page/BackLink.tsx';
import { PageHeader } from '../../../../web/ui/page/PageHeader.tsx';
import { Section } from '../../../../web/ui/page/Section.tsx';
import { DraftBar } from './DraftBar.tsx';
import type { Entry, Rule } from './describe.ts';
import { DeleteGroup, GroupNameDialog } from './dialogs.tsx';
import { Entries } from './Entries.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { isSame, withEntryRestored, withoutEntry } from './removal.ts';
import { text } from './text.ts';

type Group = Answer<'getFirewallGroup'>;

/** A rule group with its rules, its draft and its usage. */
export default function GroupDetail(): ReactNode {
  const { groupId = '' } = useScreenParams('/firewall/$groupId');
  const group = useCall('getFirewallGroup', { params: { groupId } });
  const backLink = <BackLink to="/firewall" title={text('title')} />;
  if (group.isError && !group.data)
    return <NotLoaded query={group} title={text('title')} back={backLink} icon="shield" />;
  if (!group.data) return <Skeleton count={8} />;
  return (
    <>
      <GroupHeader group={group.data} back={backLink} />
      <GroupRules group={group.data} />
      <Section title={text('usedBy')}>
        {group.data.usedBy.length === 0 ? (
          <p className="soft">{text('unused')}</p>
        ) : (
          <Stack as="ul" gap={6}>
            {group.data.usedBy.map(({ serverId, name, cards }) => (
              <li key={serverId}>
                <Link className="link" to={`/servers/${serverId}/firewall`}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                <span className="soft">{text('cardsOf', { count: cards })}</span>
              </li>
            ))}
          </Stack>
        )}
      </Section>
    </>
  );
}

function GroupHeader({ group, back }: { group: Group; back: React.ReactNode }) {
  const [dialog, setDialog] = useState<'name' | 'delete' | null>(null);
  const go = useGo();
  const remove: Action<Group> = {
    id: 'delete',
    title: text('delete'),
    icon: 'trash',
    isDangerous: true,
    reason: ({ actions }) => actions.remove,
    run: () => setDialog('delete'),
  };
  return (
    <>
      <PageHeader
        title={<bdi>{group.name}</bdi>}
        back={back}
        detail={group.description && <bdi>{group.description}</bdi>}
        actions={
          <>
            {group.actions.edit === null && (
              <Button variant="default" size="xs" onClick={() => setDialog('name')}>
                {text('change')}
              </Button>
            )}
            <ActionButton action={remove} row={group} />
          </>
        }
      />
      {dialog === 'name' && <GroupNameDialog group={group} onClose={() => setDialog(null)} />}
      {dialog === 'delete' && (
        <DeleteGroup
          group={group}
          onClose={() => setDialog(null)}
          onDeleted={() => void go({ to: '/firewall' })}
        />
      )}
    </>
  );
}

const entriesOf = (rules: readonly Rule[]): Entry[] =>
  rules.map((rule) => ({ kind: 'rule', rule }));

function GroupRules({ group }: { group: Group }) {
  const [editing, setEditing] = useState<{ rule: Rule | null } | null>(null);
  const run = useRun();
  const params = { groupId: group.id };
  const displayedRules = group.draft ?? group.rules;
  const entries = entriesOf(displayedRules);
  const save = (rules: readonly Rule[]) =>
    call('draftFirewallGroup', { params, body: { rules: [...rules] } });
  const discard = () => call('discardFirewallGroupDraft', { params });
  const saveRule = async (rule: Rule) => {
    const isKnown = displayedRules.some(({ id }) => id === rule.id);
    await save(
      isKnown
        ? displayedRules.map((existing) => (existing.id === rule.id ? rule : existing))
        : [...displayedRules, rule],
    );
    await run(text('kept'), async () => undefined);
  };
  const rulesOf = (entries: readonly Entry[]) =>
    entries.flatMap((entry) => (entry.kind === 'rule' ? [entry.rule] : []));
  const remove = (index: number) => {
    const removed = entries[index];
    if (!removed) return;
    const restoreRule = async () => {
      const now = await call('getFirewallGroup', { params });
      const restored = rulesOf(
        withEntryRestored(entriesOf(now.draft ?? now.rules), removed, index),
      );
      await (isSame(restored, now.rules) ? discard() : save(restored));
    };
    void run(text('kept'), () => save(rulesOf(withoutEntry(entries, index))), restoreRule);
  };
  const addAction: Action<Group> = {
    id: 'add',
    title: text('addRule'),
    icon: 'plus',
    reason: ({ actions }) => actions.edit,
    run: () => setEditing({ rule: null }),
  };
  return (
    <Section title={text('rules')} actions={<ActionButton action={addAction} row={group} />}>
      <Stack gap={16}>
        {group.draft && (
          <DraftBar
            changes={group.changes}
            policy={{ in: 'accept', out: 'accept' }}
            groups={group.groups}
            obstacle={group.actions.edit}
            onApply={() => void run(text('asked'), () => call('applyFirewallGroup', { params }))}
            onDiscard={() => void run(text('discarded'), discard)}
          />
        )}
        {displayedRules.length === 0 ? (
          <EmptyState icon="shield" title={text('noRules')} hint={text('noRulesInGroup')} />
        ) : (
          <Entries
            entries={entries}
            groups={group.groups}
            obstacle={group.actions.edit}
            onEdit={(rule) => setEditing({ rule })}
            onChange={(changed) => void run(text('kept'), () => save(rulesOf(changed)))}
            onRemove={remove}
          />
        )}
      </Stack>
      {editing && (
        <RuleDialog
          rule={editing.rule}
          groups={group.groups}
          onKeep={saveRule}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

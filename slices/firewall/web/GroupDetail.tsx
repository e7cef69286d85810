import { Button } from '@mantine/core';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { type Answer, call } from '../../../web/client.ts';
import { useCall } from '../../../web/data/useCall.ts';
import { type Action, ActionButton } from '../../../web/ui/actions.tsx';
import { BackLink } from '../../../web/ui/BackLink.tsx';
import { NotLoaded } from '../../../web/ui/NotLoaded.tsx';
import { PageHeader } from '../../../web/ui/PageHeader.tsx';
import { Section } from '../../../web/ui/Section.tsx';
import { EmptyState, Skeleton } from '../../../web/ui/states.tsx';
import { useRun } from '../../../web/ui/useRun.ts';
import { DraftBar } from './DraftBar.tsx';
import type { Entry, Rule } from './describe.ts';
import { DeleteGroup, NameGroup } from './dialogs.tsx';
import { Entries } from './Entries.tsx';
import './firewall.css';
import { RuleDialog } from './RuleDialog.tsx';
import { isSame, withEntryAgain, withoutEntry } from './removal.ts';
import { text } from './text.ts';

type Group = Answer<'getFirewallGroup'>;
const invalidates = ['getFirewallGroup', 'listFirewallGroups', 'listQueue'] as const;

/** One group: its rules, what is being edited, and who uses it. */
export default function GroupDetail() {
  const { groupId = '' } = useParams({ strict: false }) as { groupId?: string };
  const group = useCall(
    'getFirewallGroup',
    { params: { groupId } },
    { topics: [`firewall:${groupId}`, 'task'] },
  );
  const back = <BackLink to="/firewall" title={text('title')} />;
  if (group.isError && !group.data)
    return <NotLoaded query={group} title={text('title')} back={back} icon="shield" />;
  if (!group.data) return <Skeleton count={8} />;
  return (
    <>
      <Head group={group.data} back={back} />
      <GroupRules group={group.data} />
      <Section title={text('usedBy')}>
        {group.data.usedBy.length === 0 ? (
          <p className="soft">{text('unused')}</p>
        ) : (
          <ul className="firewall-uses">
            {group.data.usedBy.map(({ serverId, name, cards }) => (
              <li key={serverId}>
                <Link className="link" to={`/servers/${serverId}/firewall`}>
                  <bdi>{name}</bdi>
                </Link>{' '}
                <span className="soft">{text('cardsOf', { count: cards })}</span>
              </li>
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}

function Head({ group, back }: { group: Group; back: React.ReactNode }) {
  const [asking, setAsking] = useState<'name' | 'delete' | null>(null);
  const navigate = useNavigate();
  const remove: Action<Group> = {
    id: 'delete',
    title: text('delete'),
    icon: 'trash',
    isDangerous: true,
    reason: ({ actions }) => actions.remove,
    run: () => setAsking('delete'),
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
              <Button variant="default" size="xs" onClick={() => setAsking('name')}>
                {text('change')}
              </Button>
            )}
            <ActionButton action={remove} row={group} />
          </>
        }
      />
      {asking === 'name' && <NameGroup group={group} onClose={() => setAsking(null)} />}
      {asking === 'delete' && (
        <DeleteGroup
          group={group}
          onClose={() => setAsking(null)}
          onDeleted={() => void navigate({ to: '/firewall' })}
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
  const shown = group.draft ?? group.rules;
  const entries = entriesOf(shown);
  const save = (rules: readonly Rule[]) =>
    call('draftFirewallGroup', { params, body: { rules: [...rules] } });
  const discard = () => call('discardFirewallGroupDraft', { params });
  const keepRule = async (rule: Rule) => {
    const isKnown = shown.some(({ id }) => id === rule.id);
    await save(
      isKnown ? shown.map((known) => (known.id === rule.id ? rule : known)) : [...shown, rule],
    );
    await run(text('kept'), async () => undefined, invalidates);
  };
  const rulesOf = (entries: readonly Entry[]) =>
    entries.flatMap((entry) => (entry.kind === 'rule' ? [entry.rule] : []));
  const remove = (index: number) => {
    const removed = entries[index];
    if (!removed) return;
    const putBack = async () => {
      const now = await call('getFirewallGroup', { params });
      const wanted = rulesOf(withEntryAgain(entriesOf(now.draft ?? now.rules), removed, index));
      await (isSame(wanted, now.rules) ? discard() : save(wanted));
    };
    void run(text('kept'), () => save(rulesOf(withoutEntry(entries, index))), invalidates, putBack);
  };
  const add: Action<Group> = {
    id: 'add',
    title: text('addRule'),
    icon: 'plus',
    reason: ({ actions }) => actions.edit,
    run: () => setEditing({ rule: null }),
  };
  return (
    <Section title={text('rules')} actions={<ActionButton action={add} row={group} />}>
      <div className="firewall-card">
        {group.draft && (
          <DraftBar
            changes={group.changes}
            policy={{ in: 'accept', out: 'accept' }}
            groups={group.groups}
            obstacle={group.actions.edit}
            onApply={() =>
              void run(text('asked'), () => call('applyFirewallGroup', { params }), invalidates)
            }
            onDiscard={() => void run(text('discarded'), discard, invalidates)}
          />
        )}
        {shown.length === 0 ? (
          <EmptyState icon="shield" title={text('noRules')} hint={text('noRulesInGroup')} />
        ) : (
          <Entries
            entries={entries}
            groups={group.groups}
            obstacle={group.actions.edit}
            onEdit={(rule) => setEditing({ rule })}
            onChange={(changed) =>
              void run(text('kept'), () => save(rulesOf(changed)), invalidates)
            }
            onRemove={remove}
          />
        )}
      </div>
      {editing && (
        <RuleDialog
          rule={editing.rule}
          groups={group.groups}
          onKeep={keepRule}
          onClose={() => setEditing(null)}
        />
      )}
    </Section>
  );
}

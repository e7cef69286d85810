import type { Answer } from '../../../../web/client.ts';
import { formatPorts } from './ports.ts';
import { text } from './text.ts';

export type ServerFirewall = Answer<'getServerFirewall'>;
export type FirewallNic = ServerFirewall['cards'][number];
export type Policy = FirewallNic['policy'];
export type Entry = Policy['entries'][number];
export type Rule = Extract<Entry, { kind: 'rule' }>['rule'];
export type Change = FirewallNic['changes'][number];
export interface GroupName {
  id: string;
  name: string;
}

const nameOf = (groups: readonly GroupName[], id: string) =>
  groups.find((group) => group.id === id)?.name ?? text('groupGone');

/** `TCP, ports 80, 443` */
export function trafficText({ protocol, ports }: Rule): string {
  if (protocol !== 'tcp' && protocol !== 'udp') return text(protocol);
  return `${text(protocol)}, ${ports.length > 0 ? describePorts(ports) : text('allPorts')}`;
}

function describePorts(ports: Rule['ports']): string {
  const [first, ...more] = ports;
  return first && more.length === 0 && first.from === first.to
    ? text('portOf', { port: first.from })
    : text('portsOf', { ports: formatPorts(ports) });
}

/** The remote host of the connection. */
export function otherEndText(
  { remotes, remoteGroupId }: Rule,
  groups: readonly GroupName[],
): string {
  if (remoteGroupId !== null) return text('groupMembers', { name: nameOf(groups, remoteGroupId) });
  return remotes.length > 0 ? remotes.join(', ') : text('anybody');
}

/** Describes a rule in one line. */
export function ruleText(rule: Rule, groups: readonly GroupName[]): string {
  const otherEnd = otherEndText(rule, groups);
  const parts = [
    text(rule.action),
    text(rule.direction),
    trafficText(rule),
    text(rule.direction === 'in' ? 'from' : 'to', { who: otherEnd }),
  ];
  return parts.join(' · ');
}

export const entryText = (entry: Entry, groups: readonly GroupName[]): string =>
  entry.kind === 'rule'
    ? ruleText(entry.rule, groups)
    : text('groupRules', { name: nameOf(groups, entry.groupId) });

export function changeText(
  { kind, place, before, after, direction }: Change,
  policy: Pick<Policy, 'in' | 'out'>,
  groups: readonly GroupName[],
): string {
  if (kind === 'default' && direction)
    return text('default', { direction: text(direction), action: text(policy[direction]) });
  const afterText = after ? entryText(after, groups) : '';
  const beforeText = before ? entryText(before, groups) : '';
  if (kind === 'removed') return text('removed', { what: beforeText });
  if (kind === 'changed') return text('changed', { before: beforeText, what: afterText });
  if (kind === 'moved') return text('moved', { place, what: afterText });
  return text('added', { what: afterText });
}

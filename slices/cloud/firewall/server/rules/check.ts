import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../../contract/languages.ts';
import { normalizeRange } from '../../../../../drivers/compute/port.ts';
import type { firewallEndpoints } from '../../contract.ts';
import { localize } from '../../texts/localize.ts';
import type { Policy, Rule } from '../tables.ts';

type PolicyBody = z.output<typeof firewallEndpoints.draftFirewall.body>;
type RuleBody = z.output<typeof firewallEndpoints.draftFirewallGroup.body>['rules'][number];
/**
 * Validates and completes a submitted policy. `groups` contains the groups it can reference. Throws
 * `firewallRuleWrong` with the field.
 */
export function checkedPolicy(body: PolicyBody, groups: ReadonlySet<string>): Policy {
  const entries = body.entries.map((entry, index): Policy['entries'][number] => {
    const field = `entries.${index}`;
    if (entry.kind === 'rule')
      return { kind: 'rule', rule: checkedRule(entry.rule, groups, `${field}.rule`) };
    if (!groups.has(entry.groupId))
      throw userError(
        'notFound',
        { what: 'firewall group', id: entry.groupId },
        `${field}.groupId`,
      );
    return entry;
  });
  const keys = entries.map((entry) => (entry.kind === 'rule' ? entry.rule.id : entry.groupId));
  const twice = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (twice >= 0) throw wrong(texts.twice, `entries.${twice}`);
  return { in: body.in, out: body.out, entries };
}

/** Like `checkedPolicy`, for the rules of a group. */
export function checkedRules(bodies: readonly RuleBody[], groups: ReadonlySet<string>): Rule[] {
  const rules = bodies.map((body, index) => checkedRule(body, groups, `rules.${index}`));
  const twice = rules.findIndex(
    ({ id }, index) => rules.findIndex((other) => other.id === id) !== index,
  );
  if (twice >= 0) throw wrong(texts.twice, `rules.${twice}`);
  return rules;
}

function checkedRule(body: RuleBody, groups: ReadonlySet<string>, field: string): Rule {
  const { id = randomUUID(), ports, remotes, remoteGroupId, protocol } = body;
  if (ports.length > 0 && protocol !== 'tcp' && protocol !== 'udp')
    throw wrong(texts.ports, `${field}.ports`);
  const backwards = ports.findIndex(({ from, to }) => from > to);
  if (backwards >= 0) throw wrong(texts.backwards, `${field}.ports.${backwards}`);
  const ranges = remotes.map(normalizeRange);
  const noRange = ranges.indexOf(null);
  if (noRange >= 0) throw wrong(texts.range(remotes[noRange] ?? ''), `${field}.remotes.${noRange}`);
  if (remoteGroupId !== null && remotes.length > 0)
    throw wrong(texts.both, `${field}.remoteGroupId`);
  if (remoteGroupId !== null && !groups.has(remoteGroupId))
    throw userError(
      'notFound',
      { what: 'firewall group', id: remoteGroupId },
      `${field}.remoteGroupId`,
    );
  return { ...body, id, remotes: [...new Set(ranges.filter((range) => range !== null))] };
}

const wrong = (text: LocalizedText, field: string) =>
  userError('firewallRuleWrong', { problem: text }, field);

const texts = {
  ports: localize('ports'),
  backwards: localize('backwards'),
  range: (given: string): LocalizedText => localize('range', { given }),
  both: localize('both'),
  twice: localize('twice'),
};

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
export function validatePolicy(body: PolicyBody, groups: ReadonlySet<string>): Policy {
  const entries = body.entries.map((entry, index): Policy['entries'][number] => {
    const field = `entries.${index}`;
    if (entry.kind === 'rule')
      return { kind: 'rule', rule: validateRule(entry.rule, groups, `${field}.rule`) };
    if (!groups.has(entry.groupId))
      throw userError(
        'notFound',
        { what: 'firewall group', id: entry.groupId },
        `${field}.groupId`,
      );
    return entry;
  });
  const keys = entries.map((entry) => (entry.kind === 'rule' ? entry.rule.id : entry.groupId));
  const duplicateIndex = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  if (duplicateIndex >= 0) throw ruleError(texts.twice, `entries.${duplicateIndex}`);
  return { in: body.in, out: body.out, entries };
}

/** Like `validatePolicy`, for the rules of a group. */
export function validateRules(bodies: readonly RuleBody[], groups: ReadonlySet<string>): Rule[] {
  const rules = bodies.map((body, index) => validateRule(body, groups, `rules.${index}`));
  const duplicateIndex = rules.findIndex(
    ({ id }, index) => rules.findIndex((other) => other.id === id) !== index,
  );
  if (duplicateIndex >= 0) throw ruleError(texts.twice, `rules.${duplicateIndex}`);
  return rules;
}

function validateRule(body: RuleBody, groups: ReadonlySet<string>, field: string): Rule {
  const { id = randomUUID(), ports, remotes, remoteGroupId, protocol } = body;
  if (ports.length > 0 && protocol !== 'tcp' && protocol !== 'udp')
    throw ruleError(texts.ports, `${field}.ports`);
  const reversedRange = ports.findIndex(({ from, to }) => from > to);
  if (reversedRange >= 0) throw ruleError(texts.backwards, `${field}.ports.${reversedRange}`);
  const ranges = remotes.map(normalizeRange);
  const noRange = ranges.indexOf(null);
  if (noRange >= 0)
    throw ruleError(texts.range(remotes[noRange] ?? ''), `${field}.remotes.${noRange}`);
  if (remoteGroupId !== null && remotes.length > 0)
    throw ruleError(texts.both, `${field}.remoteGroupId`);
  if (remoteGroupId !== null && !groups.has(remoteGroupId))
    throw userError(
      'notFound',
      { what: 'firewall group', id: remoteGroupId },
      `${field}.remoteGroupId`,
    );
  return { ...body, id, remotes: [...new Set(ranges.filter((range) => range !== null))] };
}

const ruleError = (text: LocalizedText, field: string) =>
  userError('firewallRuleWrong', { problem: text }, field);

const texts = {
  ports: localize('ports'),
  backwards: localize('backwards'),
  range: (given: string): LocalizedText => localize('range', { given }),
  both: localize('both'),
  twice: localize('twice'),
};

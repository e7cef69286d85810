import * as z from 'zod';
import {
  commandHandle,
  done,
  endpoint,
  id,
  integerText,
  moment,
  text,
} from '../../../contract/endpoint.ts';
import { listPage, listQuery } from '../../../contract/fields/page.ts';
import { schemaMessage } from '../../../contract/fields/schemaMessage.ts';
import { localize } from './texts/localize.ts';

export { errors, resourceNames } from './errors.ts';
export { permissions } from './permissions.ts';

export const firewallLimits = { entries: 100, ports: 15, remotes: 50, groups: 100 } as const;

const action = z.enum(['accept', 'drop']);
const direction = z.enum(['in', 'out']);
const port = z.int().min(1).max(65_535);
const range = z
  .string()
  .trim()
  .max(49)
  .regex(/^[0-9a-fA-F:.]{2,45}(\/\d{1,3})?$/, {
    message: schemaMessage(localize('invalid.message.enterIpAddressRange')),
  });

export const firewallRule = z.strictObject({
  id,
  direction,
  protocol: z.enum(['tcp', 'udp', 'icmp', 'any']),
  /** Destination ports. Empty for all ports. */
  ports: z.array(z.strictObject({ from: port, to: port })),
  /** Addresses and ranges of the remote host. Any host if empty and no group is set. */
  remotes: z.array(z.string()),
  /** The remote host is any network interface that uses this group. */
  remoteGroupId: id.nullable(),
  action,
  note: z.string(),
});

const ruleBody = firewallRule.extend({
  /** Set by the caller to identify an edited rule across changes. Generated if omitted. */
  id: id.optional(),
  ports: z.array(z.strictObject({ from: port, to: port })).max(firewallLimits.ports),
  remotes: z.array(range).max(firewallLimits.remotes),
  note: text({ max: 200 }),
});

/**
 * One entry of the ordered list: a rule of the interface itself, or a group that stands for its
 * rules.
 */
export const firewallEntry = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rule'), rule: firewallRule }),
  z.strictObject({ kind: z.literal('group'), groupId: id }),
]);

/** The first matching rule decides. If no rule matches, the default for the direction applies. */
export const firewallPolicy = z.strictObject({
  in: action,
  out: action,
  entries: z.array(firewallEntry),
});

const policyBody = z.strictObject({
  in: action,
  out: action,
  entries: z
    .array(
      z.discriminatedUnion('kind', [
        z.strictObject({ kind: z.literal('rule'), rule: ruleBody }),
        z.strictObject({ kind: z.literal('group'), groupId: id }),
      ]),
    )
    .max(firewallLimits.entries),
});

/**
 * A change made by applying the draft. `place` is the 1-based position in the draft, or in the
 * active policy for removed entries.
 */
export const firewallChange = z.strictObject({
  kind: z.enum(['added', 'removed', 'changed', 'moved', 'default']),
  place: z.int(),
  before: firewallEntry.nullable(),
  after: firewallEntry.nullable(),
  /** The direction whose default changes. Set only for `default`. */
  direction: direction.nullable(),
});

const reason = z.string().nullable();
/**
 * What the engine enforces. `all`: every rule; `forwards`: only which forwarded ports are open;
 * `nothing`: no rules.
 */
const enforcement = z.enum(['all', 'forwards', 'nothing']);

export const nicFirewall = z.strictObject({
  nicId: id,
  position: z.int(),
  mac: z.string(),
  addresses: z.array(z.string()),
  networkName: z.string(),
  networkKind: z.enum(['wan', 'lan', 'int']),
  policy: firewallPolicy,
  draft: firewallPolicy.nullable(),
  changes: z.array(firewallChange),
  appliedAt: moment.nullable(),
  enforcement,
});

export const serverFirewall = z.strictObject({
  cards: z.array(nicFirewall),
  /** Rule groups that belong to the server's owner. */
  groups: z.array(z.strictObject({ id, name: z.string(), rules: z.array(firewallRule) })),
  actions: z.strictObject({ edit: reason, apply: reason }),
});

/** The result for a test packet. */
export const firewallVerdict = z.strictObject({
  action,
  /** The 1-based position of the entry that decides. Null if the default applies. */
  place: z.int().nullable(),
  rule: firewallRule.nullable(),
  /** The group that contains the rule. */
  groupId: id.nullable(),
  enforcement,
});

export const firewallGroup = z.strictObject({
  id,
  name: z.string(),
  description: z.string(),
  ownerId: id,
  owner: z.string(),
  ruleCount: z.int(),
  hasDraft: z.boolean(),
  /** Number of network interfaces that use the group. */
  cards: z.int(),
  createdAt: moment,
  changedAt: moment,
  actions: z.strictObject({ edit: reason, remove: reason }),
});

export const firewallGroupDetail = firewallGroup.extend({
  rules: z.array(firewallRule),
  draft: z.array(firewallRule).nullable(),
  changes: z.array(firewallChange),
  /**
   * Where the rules are used: servers visible to the viewer with interfaces that use the group, and
   * the owner's other groups.
   */
  usedBy: z.array(z.strictObject({ serverId: id, name: z.string(), cards: z.int() })),
  groups: z.array(z.strictObject({ id, name: z.string() })),
});

const nicParams = z.strictObject({ serverId: id, nicId: id });
const groupParams = z.strictObject({ groupId: id });
const name = text({ min: 1, max: 63 });
const description = text({ max: 500 });
const rulesBody = z.array(ruleBody).max(firewallLimits.entries);

export const firewallEndpoints = {
  getServerFirewall: endpoint({
    title: localize('operations.getServerFirewall'),
    method: 'GET',
    path: '/servers/{serverId}/firewall',
    summary: 'Get the firewall of each network interface: applied rules, draft, and differences.',
    access: 'firewall.view',
    changes: false,
    topics: ['server:{serverId}', 'firewall', 'task'],
    params: z.strictObject({ serverId: id }),
    answer: serverFirewall,
  }),
  draftFirewall: endpoint({
    title: localize('operations.draftFirewall'),
    method: 'PUT',
    path: '/servers/{serverId}/firewall/{nicId}/draft',
    summary: 'Save a firewall draft for a network interface. It takes effect when applied.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall', 'server:{serverId}', 'task'],
    params: nicParams,
    body: policyBody,
    answer: done,
    errors: ['firewallRuleWrong', 'serverWrongState', 'rightMissing', 'lockedByParent'],
  }),
  discardFirewallDraft: endpoint({
    title: localize('operations.discardFirewallDraft'),
    method: 'DELETE',
    path: '/servers/{serverId}/firewall/{nicId}/draft',
    summary: 'Discard a firewall draft. Applied rules don’t change.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall', 'server:{serverId}', 'task'],
    params: nicParams,
    answer: done,
    errors: ['serverWrongState', 'rightMissing', 'lockedByParent'],
  }),
  applyFirewall: endpoint({
    title: localize('operations.applyFirewall'),
    method: 'POST',
    path: '/servers/{serverId}/firewall/{nicId}/apply',
    summary: 'Apply the firewall draft of a network interface.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall', 'server:{serverId}', 'task'],
    params: nicParams,
    answer: commandHandle,
    errors: [
      'firewallNoDraft',
      'firewallRuleWrong',
      'serverBusy',
      'serverWrongState',
      'datacenterNotReady',
      'rightMissing',
      'lockedByParent',
    ],
  }),
  testFirewall: endpoint({
    title: localize('operations.testFirewall'),
    method: 'GET',
    path: '/servers/{serverId}/firewall/{nicId}/test',
    summary: 'Test whether the first packet of a connection would pass, and which rule decides.',
    access: 'firewall.view',
    changes: false,
    params: nicParams,
    query: z.strictObject({
      direction,
      protocol: z.enum(['tcp', 'udp', 'icmp']),
      /** Destination port. Required for TCP and UDP. */
      port: integerText({ min: 1, max: 65_535 }).optional(),
      /** Address of the remote host. */
      remote: z.string().trim().max(45),
      of: z.enum(['draft', 'force']).optional(),
    }),
    answer: firewallVerdict,
    errors: ['firewallRuleWrong'],
  }),
  listFirewallGroups: endpoint({
    title: localize('operations.listFirewallGroups'),
    method: 'GET',
    path: '/firewall/groups',
    summary: 'List firewall groups.',
    access: 'firewall.view',
    changes: false,
    topics: ['firewall'],
    query: listQuery(['name', 'changed', 'cards']),
    answer: listPage(firewallGroup),
  }),
  createFirewallGroup: endpoint({
    title: localize('operations.createFirewallGroup'),
    method: 'POST',
    path: '/firewall/groups',
    summary: 'Create a firewall group. Its rules take effect once a network interface uses it.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall'],
    body: z.strictObject({
      name,
      description: description.optional(),
      rules: rulesBody.optional(),
    }),
    answer: z.strictObject({ id }),
    errors: ['firewallGroupNameTaken', 'firewallGroupLimit', 'firewallRuleWrong', 'lockedByParent'],
  }),
  getFirewallGroup: endpoint({
    title: localize('operations.getFirewallGroup'),
    method: 'GET',
    path: '/firewall/groups/{groupId}',
    summary: 'Get a firewall group with applied rules, draft, and the servers that use it.',
    access: 'firewall.view',
    changes: false,
    topics: ['firewall:{groupId}', 'task'],
    params: groupParams,
    answer: firewallGroupDetail,
  }),
  updateFirewallGroup: endpoint({
    title: localize('operations.updateFirewallGroup'),
    method: 'PUT',
    path: '/firewall/groups/{groupId}',
    summary: 'Update a firewall group’s name and description.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall:{groupId}'],
    params: groupParams,
    body: z.strictObject({ name, description }),
    answer: done,
    errors: ['firewallGroupNameTaken', 'lockedByParent'],
  }),
  draftFirewallGroup: endpoint({
    title: localize('operations.draftFirewallGroup'),
    method: 'PUT',
    path: '/firewall/groups/{groupId}/draft',
    summary: 'Save draft rules for a firewall group. They take effect when applied.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall:{groupId}'],
    params: groupParams,
    body: z.strictObject({ rules: rulesBody }),
    answer: done,
    errors: ['firewallRuleWrong', 'lockedByParent'],
  }),
  discardFirewallGroupDraft: endpoint({
    title: localize('operations.discardFirewallGroupDraft'),
    method: 'DELETE',
    path: '/firewall/groups/{groupId}/draft',
    summary: 'Discard the draft rules of a firewall group.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall:{groupId}'],
    params: groupParams,
    answer: done,
    errors: ['lockedByParent'],
  }),
  applyFirewallGroup: endpoint({
    title: localize('operations.applyFirewallGroup'),
    method: 'POST',
    path: '/firewall/groups/{groupId}/apply',
    summary: 'Apply the draft rules of a firewall group to all network interfaces that use it.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall:{groupId}', 'server', 'task'],
    params: groupParams,
    answer: commandHandle,
    errors: ['firewallNoDraft', 'firewallRuleWrong', 'lockedByParent'],
  }),
  deleteFirewallGroup: endpoint({
    title: localize('operations.deleteFirewallGroup'),
    method: 'DELETE',
    path: '/firewall/groups/{groupId}',
    summary: 'Delete an unused firewall group.',
    access: 'firewall.manage',
    changes: true,
    touches: ['firewall:{groupId}'],
    params: groupParams,
    answer: done,
    errors: ['firewallGroupUsed', 'lockedByParent'],
  }),
};

export { firewallEndpoints as endpoints };

import type { Endpoint } from '../../contract/endpoint.ts';
import { holds, type Role, roles } from '../../contract/permissions.ts';
import { neededFor } from '../../contract/rights.ts';

/** What a role reaches with a permission it holds. */
const reach: Record<Role, string> = { root: 'all', siteAdmin: 'its site and below', billingAdmin: 'own', user: 'own and children' };

/** The reviewed table `docs/permissions.md`: one row an operation, one column a role. A change of the policy shows as a change of this file. */
export function permissionMatrix(contract: Record<string, Endpoint>): string {
  const head = ['Operation', 'Call', 'Permission', 'Changes', 'anyone', ...roles];
  const rows = Object.entries(contract)
    .sort(([, a], [, b]) => a.path.localeCompare(b.path) || a.method.localeCompare(b.method))
    .map(([operation, endpoint]) => [
      operation,
      `${endpoint.method} ${endpoint.path}`,
      endpoint.access,
      endpoint.changes ? 'yes' : '',
      endpoint.access === 'public' ? 'yes' : '',
      ...roles.map((role) => cell(endpoint, role)),
    ]);
  const lines = [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
  return [
    '# Permissions',
    '',
    'Written by `./cloudberth policy` from the contract; a test holds that it is not stale. Review its changes like code.',
    'A role that may not is answered 403 (and 404 for what it does not reach, exactly as if it did not exist).',
    '',
    ...lines,
    '',
    '## Fields that ask for more',
    'Whoever may the call and lacks the permission of a field sends it as it is: another value is refused with 2977, naming the field.',
    '',
    ...fieldLines(contract),
    '',
  ].join('\n');
}

/** One row a field of a body that not everybody who may the call may change. */
function fieldLines(contract: Record<string, Endpoint>): string[] {
  const head = ['Operation', 'Field', 'Permission', 'Why'];
  const rows = Object.entries(contract).flatMap(([operation, { fields = {} }]) =>
    Object.entries(fields).map(([field, { access, why }]) => [operation, field, access, why.en]),
  );
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`);
}

function cell(endpoint: Endpoint, role: Role): string {
  if (endpoint.access === 'public') return 'yes';
  if (endpoint.access === 'signedIn') return 'own';
  if (!holds(role, endpoint.access)) return '';
  return role === 'user' && neededFor(endpoint.access) !== 'own' ? 'own, children, granted' : reach[role];
}

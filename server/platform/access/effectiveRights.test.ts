import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Permission, permissionNames, roleHas } from '../../../contract/access/permissions.ts';
import { type Role, roles } from '../../../contract/access/roles.ts';
import { startTestApp, type TestApp } from '../../testing/app.ts';
import type { Actor } from '../context.ts';
import { actingAs } from './actors.ts';
import { getUserDenialReason } from './effectiveRights.ts';
import { visibleTo } from './scope.ts';

/**
 * Compares every pair of users: each role in each position (root site, a site, a site below it, a
 * sibling site, below a parent account), with and without group rights, with and without access
 * keys. Rights are measured independently of the code under test: permissions through `roleHas`, and
 * rows by querying the database for what the user can access.
 */

let app: TestApp;
const db = () => app.portal.services.database.db;
const sites = {} as Record<'root' | 'site' | 'below' | 'beside', string>;

interface TestUser {
  name: string;
  actor: Actor;
  /** The permissions that the user has. */
  can: ReadonlySet<Permission>;
  /**
   * The owners whose rows are accessible, with the access level: 1 to 4 as granted by groups on
   * servers, 5 for full access.
   */
  rows: ReadonlyMap<string, number>;
}
const users: TestUser[] = [];
const allNames = permissionNames;

beforeAll(async () => {
  app = await startTestApp();
  sites.root = app.siteId;
  sites.site = await app.makeSite('Site');
  sites.below = await makeSite('Below', sites.site);
  sites.beside = await app.makeSite('Beside');
  const ids = new Map<string, string>([['root', app.root.userId]]);
  const add = async (name: string, role: Role, siteId: string, parent: string | null = null) => {
    ids.set(name, await makeUser(role, siteId, parent));
    return ids.get(name) ?? '';
  };
  await add('second root', 'root', sites.root);
  for (const [place, siteId] of Object.entries(sites)) {
    for (const role of ['siteAdmin', 'billingAdmin', 'user'] as const)
      await add(`${role} ${place}`, role, siteId);
    const parent = await add(`parent ${place}`, 'user', siteId);
    await add(`child ${place}`, 'user', siteId, parent);
    const favoredChild = await add(`favored child ${place}`, 'user', siteId, parent);
    await grant({ siteId, owner: parent, right: 'manage', members: [favoredChild] });
    const member = await add(`member ${place}`, 'user', siteId);
    const guest = await add(`member's child ${place}`, 'user', siteId, member);
    await grant({ siteId, owner: null, right: 'operate', members: [member, guest] });
    const widerChild = await add(`child with more ${place}`, 'user', siteId, member);
    await grant({ siteId, owner: null, right: 'terminate', members: [widerChild] });
  }
  // A group of the parent site with a user of the child site as a member.
  const outsider = await add('below, in a group above', 'user', sites.below);
  await grant({ siteId: sites.site, owner: null, right: 'view', members: [outsider] });
  for (const [name, id] of ids) users.push(await measure(name, id));
  for (const name of ['root', 'siteAdmin site', 'parent site', 'billingAdmin site'])
    users.push(
      await measure(`${name}, by a key for users`, ids.get(name) ?? '', [
        'users.view',
        'users.manage',
        'users.move',
      ]),
      await measure(`${name}, by a key for all`, ids.get(name) ?? '', allNames),
    );
}, 120_000);
afterAll(() => app.close());

async function makeSite(name: string, parentId: string): Promise<string> {
  const id = await app.makeSite(name);
  await sql`update site set parent_id = ${parentId}, path = (select path from site where id = ${parentId}) || '/' || id where id = ${id}`.execute(
    db(),
  );
  return id;
}

async function makeUser(role: Role, siteId: string, parentId: string | null): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into user_account (site_id, email, role, parent_id) values (${siteId}, ${`${randomUUID()}@example.test`}, ${role}, ${parentId}) returning id`.execute(
    db(),
  );
  return rows[0]?.id ?? '';
}

async function grant(group: {
  siteId: string;
  owner: string | null;
  right: string;
  members: string[];
}): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into user_group (site_id, owner_id, name) values (${group.siteId}, ${group.owner}, ${randomUUID()}) returning id`.execute(
    db(),
  );
  const id = rows[0]?.id ?? '';
  await sql`insert into user_group_right (group_id, object_type, level) values (${id}, 'ot.server', ${group.right})`.execute(
    db(),
  );
  await sql`insert into user_group_member (group_id, user_id) select ${id}, unnest(${group.members}::uuid[])`.execute(
    db(),
  );
}

async function measure(
  name: string,
  userId: string,
  scopes?: readonly Permission[],
): Promise<TestUser> {
  const ctx = await actingAs({ db: db() } as Parameters<typeof actingAs>[0], userId);
  const { rows } = await sql<{ id: string; level: number }>`
    select u.id, case when ${visibleTo(ctx, { owner: 'u.id', site: 'u.site_id' })} then 5
      else granted_rank(${userId}, 'ot.server', gen_random_uuid(), u.id, u.site_id) end as level
    from user_account u`.execute(db());
  const key = scopes && {
    ...{
      id: randomUUID(),
      clientId: 'key',
      name: 'key',
      type: 'external' as const,
      scopes: new Set(scopes),
    },
    ...{ serverIds: null, isTest: false, generation: 1 },
  };
  return {
    name,
    actor: { ...ctx.actor, ...(key ? { key } : {}) } as Actor,
    can: new Set(
      allNames.filter(
        (permission) =>
          roleHas(ctx.actor.role, permission) && (scopes?.includes(permission) ?? true),
      ),
    ),
    rows: new Map(rows.filter(({ level }) => level > 0).map(({ id, level }) => [id, level])),
  };
}

/** The rights that `to` has and `from` lacks. */
function addedAccess(from: TestUser, to: TestUser): string[] {
  const added: string[] = [...to.can].filter((permission) => !from.can.has(permission));
  for (const [row, level] of to.rows)
    if ((from.rows.get(row) ?? 0) < level) added.push(`${row} ${level}`);
  return added;
}

const withoutKey = () => users.filter(({ actor }) => !actor.key);

describe('the rights of a user', () => {
  it('are included in those of exactly the users who can do the same on all of the same rows', async () => {
    const mismatches: string[] = [];
    let allowedPairs = 0;
    for (const one of users)
      for (const other of withoutKey()) {
        const denialReason = await getUserDenialReason(db(), one.actor, other.actor.userId);
        const added = addedAccess(one, other);
        if (denialReason === null) allowedPairs += 1;
        if ((denialReason === null) !== (added.length === 0))
          mismatches.push(`${one.name} on ${other.name}: ${denialReason} ${added.slice(0, 3)}`);
      }
    expect(mismatches).toEqual([]);
    expect(allowedPairs).toBeGreaterThan(100);
  });

  it('are transitive', async () => {
    const covers = new Map<string, Set<string>>();
    for (const one of withoutKey()) {
      const visibleIds = new Set<string>();
      for (const other of withoutKey())
        if ((await getUserDenialReason(db(), one.actor, other.actor.userId)) === null)
          visibleIds.add(other.name);
      covers.set(one.name, visibleIds);
    }
    for (const [one, visibleIds] of covers)
      for (const second of visibleIds)
        for (const third of covers.get(second) ?? [])
          expect(visibleIds.has(third), `${one} by way of ${second} on ${third}`).toBe(true);
  });

  it('are never included in those of a key bound to servers or of a missing user', async () => {
    const [root] = users as [TestUser];
    const key = {
      ...{ id: '', clientId: '', name: '', type: 'external' as const, scopes: new Set(allNames) },
      isTest: false,
      generation: 1,
    };
    const bound = { ...root.actor, key: { ...key, serverIds: [randomUUID()] } } as Actor;
    for (const { actor, name } of users)
      expect(await getUserDenialReason(db(), bound, actor.userId), name).not.toBeNull();
    expect(await getUserDenialReason(db(), root.actor, randomUUID())).toBe('scope');
  });

  it.each(roles)(
    'of a %s are never included in those of a site administrator of a parent site whose role lacks its permissions',
    async (role) => {
      const admin = users.find(({ name }) => name === 'siteAdmin root') as TestUser;
      const isCovered = allNames.every(
        (permission) => !roleHas(role, permission) || roleHas('siteAdmin', permission),
      );
      for (const other of withoutKey().filter(({ actor }) => actor.role === role))
        expect(
          (await getUserDenialReason(db(), admin.actor, other.actor.userId)) !== 'permission',
          other.name,
        ).toBe(isCovered);
    },
  );
});

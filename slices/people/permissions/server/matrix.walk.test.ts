import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { rights } from '../../../../contract/access/rights.ts';
import type { Role } from '../../../../contract/access/roles.ts';
import type { Endpoint } from '../../../../contract/endpoint.ts';
import { code } from '../../../../contract/errors/messages.ts';
import { contract } from '../../../../contract/index.ts';
import { csrfToken, startSession } from '../../../../server/platform/session/session.ts';
import { startTestApp, type TestApp } from '../../../../server/testing/app.ts';
import { valuesMatching } from '../../../../server/testing/schemaArbitrary.ts';

/**
 * All operations of our own in the contract that return a single response. Streams and sockets stay
 * open.
 */
const operations = Object.entries(contract as Record<string, Endpoint>).filter(
  ([, endpoint]) => !endpoint.speaks && endpoint.kind !== 'socket' && endpoint.kind !== 'events',
);
const serverOperations = operations.filter(([, endpoint]) => endpoint.path.includes('{serverId}'));
const others = operations.filter(([, endpoint]) => !endpoint.path.includes('{serverId}'));

const principals = [
  ...[
    'disabled',
    'suspended',
    'owing',
    'disapproved',
    'underSuspended',
    'underOwing',
    'underDisapproved',
    'child',
    'locked',
    'sibling',
    'parent',
    'childMayView',
    'childMayOperate',
    'childMayManage',
    'childMayTerminate',
  ],
  ...['unsigned', 'signed', 'billingAdmin', 'siteAdmin', 'otherAdmin', 'root'],
] as const;
type Principal = (typeof principals)[number];
const objects = [
  'own',
  'siblings',
  'parents',
  'otherSites',
  'granted',
  'suspendeds',
  'owings',
] as const;

let app: TestApp;
const host = { ours: '', other: 'other.example.test', signing: 'signing.example.test' };
const accounts = {} as Record<Principal | 'stranger', { id: string; siteId: string; host: string }>;
const servers = {} as Record<
  'siblings' | 'parents' | 'otherSites' | 'granted' | 'suspendeds' | 'owings',
  string
> & {
  own: Record<string, string>;
};

beforeAll(async () => {
  app = await startTestApp();
  host.ours = new URL(app.address).host;
  const { db } = app.portal.services.database;
  const otherSite = await app.makeSite('Other');
  await db
    .updateTable('site')
    .set({ hosts: [host.other] })
    .where('id', '=', otherSite)
    .execute();
  // An unrelated portal beside ours, whose administrators have no access to our site.
  await db.updateTable('site').set({ path: otherSite }).where('id', '=', otherSite).execute();
  app.portal.sites.forget();
  const signingSite = await app.makeSite('Signing');
  await db
    .updateTable('site')
    .set({ hosts: [host.signing] })
    .where('id', '=', signingSite)
    .execute();
  app.portal.sites.forget();
  const hostOf = (siteId: string) =>
    siteId === app.siteId ? host.ours : siteId === otherSite ? host.other : host.signing;
  const add = async (
    name: Principal | 'stranger',
    role: Role,
    more: { parentId?: string; siteId?: string } = {},
  ) => {
    const siteId = more.siteId ?? app.siteId;
    const { id } = await db
      .insertInto('user_account')
      .values({
        site_id: siteId,
        email: `${name.toLowerCase()}@example.test`,
        role,
        parent_id: more.parentId ?? null,
        ...blank,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    accounts[name] = { id, siteId, host: hostOf(siteId) };
    return id;
  };
  const parentId = await add('parent', 'user');
  for (const name of principals.filter((principal) => /^(child|locked|sibling)/.test(principal)))
    await add(name, 'user', { parentId });
  for (const name of ['siteAdmin', 'billingAdmin'] as const) await add(name, name);
  for (const name of ['disabled', 'suspended', 'owing', 'disapproved'] as const)
    await add(name, 'user');
  for (const [name, payer] of [
    ['underSuspended', 'suspended'],
    ['underOwing', 'owing'],
    ['underDisapproved', 'disapproved'],
  ] as const)
    await add(name, 'user', { parentId: accounts[payer].id });
  await add('otherAdmin', 'siteAdmin', { siteId: otherSite });
  for (const name of ['unsigned', 'signed'] as const)
    await add(name, 'user', { siteId: signingSite });
  await addAgreement(signingSite, accounts.signed.id);
  await add('stranger', 'user', { siteId: otherSite });
  accounts.root = {
    id: (
      await db
        .selectFrom('user_account')
        .select('id')
        .where('role', '=', 'root')
        .executeTakeFirstOrThrow()
    ).id,
    siteId: app.siteId,
    host: host.ours,
  };
  await db
    .updateTable('user_account')
    .set({ is_enabled: false })
    .where('id', '=', accounts.disabled.id)
    .execute();
  await db
    .updateTable('user_account')
    .set({ account_state: 'Suspended-Policy' })
    .where('id', '=', accounts.suspended.id)
    .execute();
  await db
    .updateTable('user_account')
    .set({ billing_state: 9 })
    .where('id', '=', accounts.owing.id)
    .execute();
  await db
    .updateTable('user_account')
    .set({ billing_state: 1 })
    .where('id', '=', accounts.disapproved.id)
    .execute();
  await db
    .updateTable('user_account')
    .set({ is_parent_locked: true })
    .where('id', '=', accounts.locked.id)
    .execute();
  // Our site requires step-up authentication wherever possible, the others only where it is always
  // required.
  const dangerousOperations = JSON.stringify(
    operations.filter(([, { dangerous }]) => dangerous).map(([operation]) => operation),
  );
  await sql`insert into setting (site_id, id, value) values (${app.siteId}, 'identity.proofFor', ${dangerousOperations}::jsonb)`.execute(
    db,
  );
  servers.own = {};
  for (const name of principals) servers.own[name] = await addServer(accounts[name]);
  servers.siblings = await addServer(accounts.sibling);
  servers.parents = await addServer(accounts.parent);
  servers.otherSites = await addServer(accounts.stranger);
  servers.granted = await addServer(accounts.parent);
  // Servers that a suspended account pays for or that an account locked by billing owns, granted to
  // other accounts that aren't restricted.
  servers.suspendeds = await addServer(accounts.underSuspended);
  servers.owings = await addServer(accounts.owing);
  for (const right of rights)
    await addGroup(
      right,
      accounts[`childMay${right.charAt(0).toUpperCase()}${right.slice(1)}` as Principal].id,
    );
}, 60_000);
afterAll(() => app.close());

const blank = {
  password_hash: null,
  language: null,
  time_zone: null,
  date_format: null,
  deleted_at: null,
  is_email_validated: true,
};

/**
 * A server that is still being created: calls on it are rejected because of its state and change
 * nothing.
 */
async function addServer(owner: { id: string; siteId: string }): Promise<string> {
  const id = randomUUID();
  const { db } = app.portal.services.database;
  await sql`
    insert into server (id, owner_id, site_id, datacenter_id, datacenter_code, name, hostname, image_name, os_family, os, cpu_type, cores, ram_mb, billing_mode)
    select ${id}, ${owner.id}, ${owner.siteId}, d.id, d.code, ${`srv-${id.slice(0, 8)}`}, 'host', 'none', 'linux', 'linux', 'B', 1, 1024, 'hourly' from datacenter d limit 1`.execute(
    db,
  );
  await sql`insert into server_runtime (server_id) values (${id})`.execute(db);
  return id;
}

/** An agreement that blocks changes until it is signed. One user has signed it. */
async function addAgreement(siteId: string, signerId: string): Promise<void> {
  const { db } = app.portal.services.database;
  await sql`
    with a as (insert into agreement (site_id, title, blocks, first_published_at) values (${siteId}, 'Fair use', 'changes', now()) returning id),
    v as (insert into agreement_version (agreement_id, version, texts, published_at) select id, 1, '{"en":"Be fair."}', now() from a returning id, agreement_id)
    insert into agreement_signature (agreement_id, version_id, site_id, user_id, email, language, digest, ip, user_agent, request_id)
    select agreement_id, id, ${siteId}, ${signerId}, 'signed@example.test', 'en', repeat('0', 64), '127.0.0.1', '', '' from v`.execute(
    db,
  );
}

async function addGroup(right: string, userId: string): Promise<void> {
  const { db } = app.portal.services.database;
  // A parent account's key on its own resource, and a site's key on another user's resource.
  for (const [ownerId, objects] of [
    [accounts.parent.id, [servers.granted]],
    [null, [servers.suspendeds, servers.owings]],
  ] as const)
    await sql`
      with g as (insert into user_group (site_id, owner_id, name) values (${app.siteId}, ${ownerId}, ${`May ${right}`}) returning id),
      m as (insert into user_group_member (group_id, user_id) select id, ${userId} from g)
      insert into user_group_right (group_id, object_type, object_id, level)
      select g.id, 'ot.server', object, ${right} from g, unnest(${[...objects]}::uuid[]) as object`.execute(
      db,
    );
}

interface TestSession {
  cookie: string;
  token: string;
  host: string;
}

/**
 * A separate session for each call, because some calls end all sessions. A stale session started
 * too long ago to count as recent authentication.
 */
async function passFor(name: Principal, isStale = false): Promise<TestSession> {
  const { id, siteId, host: at } = accounts[name];
  const session = { userId: id, siteId, ip: '127.0.0.1', userAgent: '', method: 'password' };
  const { db } = app.portal.services.database;
  const value = await startSession(db, session);
  if (isStale)
    await db.updateTable('session').set({ proved_at: null }).where('user_id', '=', id).execute();
  return { cookie: `cloudberth_session=${value}`, token: csrfToken(value), host: at };
}

async function send(
  session: TestSession,
  method: Endpoint['method'],
  path: string,
  body?: unknown,
) {
  const answer = await app.portal.app.inject({
    method,
    url: `/svc${path}`,
    headers: {
      cookie: session.cookie,
      token: session.token,
      host: session.host,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type'] ?? '').includes('application/json');
  return {
    status: answer.statusCode,
    body: isJson ? (JSON.parse(answer.body) as Record<string, unknown>) : {},
    text: answer.body,
  };
}

const resolvedPath = (endpoint: Endpoint, serverId: string = randomUUID()): string =>
  endpoint.path.replace(/\{(\w+)\}/g, (_whole, name: string) =>
    name === 'serverId' ? serverId : unknownOf(endpoint, name),
  );

/** A valid but nonexistent value of the contract's type: an ID, a number, or an enum value. */
function unknownOf({ params }: Endpoint, name: string): string {
  const field =
    params instanceof z.ZodObject ? (params.shape as Record<string, z.ZodType>)[name] : undefined;
  const words = field instanceof z.ZodEnum ? field.options.map(String) : [];
  return (
    [randomUUID(), '1', ...words].find((value) => !field || field.safeParse(value).success) ?? ''
  );
}

/** A valid request body for each operation that requires one. */
const bodies = new Map(
  serverOperations.flatMap(([operation, { body }]) =>
    body ? [[operation, validInput(operation, body)]] : [],
  ),
);

function validInput(operation: string, schema: z.ZodType): unknown {
  const samples = fc
    .sample(valuesMatching(schema), { numRuns: 1000, seed: 7 })
    .filter((value) => schema.safeParse(value).success);
  // Prefers a variant that refers to no other object, because none exists.
  const found =
    samples.find(
      (value) => !/"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/.test(JSON.stringify(value)),
    ) ?? samples[0];
  if (found === undefined) throw new Error(`Nothing that fits ${operation} was found.`);
  return found;
}

/** The query parameters of the calls that require some. */
const queries = new Map(
  serverOperations.flatMap(([operation, { query }]) => {
    if (!query || query.safeParse({}).success) return [];
    const queryEntries = Object.entries(
      validInput(operation, query) as Record<string, unknown>,
    ).filter(([, value]) => value !== undefined);
    return [
      [
        operation,
        `?${new URLSearchParams(queryEntries.map(([name, value]): [string, string] => [name, String(value)]))}`,
      ] as const,
    ];
  }),
);

/**
 * Refers to a nonexistent component of the server, which is reported only to authorized callers.
 */
const hasMoreParameters = ({ path }: Endpoint): boolean =>
  (path.match(/\{/g)?.length ?? 0) > 1 || /\{serverId\}\/app\//.test(path);

/**
 * Orders are checked last, once the objects are known and the operation is possible.
 * `billingRestriction.walk.test.ts` (billing) tests orders.
 */
const isRestrictedAsOrder = (rule: string, { orders }: Endpoint): boolean =>
  orders === 'always' && /NeedsBilling$/.test(rule);

/** The HTTP status of each kind of rejection. */
const statusOf: Record<string, number> = {
  accountDisabled: 401,
  accountSuspended: 403,
  accountNeedsBilling: 403,
  orderNeedsBilling: 403,
  parentSuspended: 403,
  parentNeedsBilling: 403,
  ownerSuspended: 403,
  ownerNeedsBilling: 403,
  roleLacks: 403,
  lockedByParent: 403,
  objectUnknown: 404,
  rightMissing: 403,
  agreementNotSigned: 403,
};

/**
 * The error codes that Explain access covers. Rules of single resources, such as a mail server that
 * only the operator can change, have their own codes.
 */
const permissionCodes: number[] = [
  ...[
    code.notAllowed,
    code.rightMissing,
    code.lockedByParent,
    code.accountSuspended,
    code.accountNeedsBilling,
    code.agreementNotSigned,
  ],
  ...[
    code.orderNeedsBilling,
    code.parentSuspended,
    code.parentNeedsBilling,
    code.ownerSuspended,
    code.ownerNeedsBilling,
  ],
];

it.each([
  ['suspendeds', 'ownerSuspended', code.ownerSuspended],
  ['owings', 'ownerNeedsBilling', code.ownerNeedsBilling],
] as const)(
  'a group grants rights on servers, and the parent account’s state blocks their use: %s',
  async (object, rule, expectedCode) => {
    const path = `/servers/${servers[object]}`;
    expect((await send(await passFor('childMayTerminate'), 'GET', path)).status).toBe(200);
    const answer = await send(await passFor('childMayTerminate'), 'PUT', `${path}/power`, {
      state: 'on',
    });
    expect(answer.body.code).toEqual([expectedCode]);
    const query = `userId=${accounts.childMayTerminate.id}&operation=powerServer&objectType=ot.server&objectId=${servers[object]}`;
    expect(
      (await send(await passFor('root'), 'GET', `/permissions/explain?${query}`)).body.rule,
    ).toBe(rule);
  },
);

describe.each(principals)('%s', (name) => {
  const explain = async (operation: string, objectId?: string) => {
    const query = `userId=${accounts[name].id}&operation=${operation}${objectId ? `&objectType=ot.server&objectId=${objectId}` : ''}`;
    const answer = await send(await passFor('root'), 'GET', `/permissions/explain?${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body as {
      isAllowed: boolean;
      rule: string;
      text: string;
      needsProof: string | null;
    };
  };

  it('matches the explanation for every operation that isn’t about a server', async () => {
    for (const [operation, endpoint] of others) {
      const explanation = await explain(operation);
      const answer = await send(
        await passFor(name),
        endpoint.method,
        resolvedPath(endpoint),
        endpoint.body ? {} : undefined,
      );
      const details = `${operation}: ${JSON.stringify(explanation)} → ${answer.status} ${answer.text.slice(0, 300)}`;
      const isDenied =
        answer.status === 401 ||
        permissionCodes.includes((answer.body.code as number[] | undefined)?.[0] ?? 0);
      if (explanation.isAllowed)
        expect(isDenied && endpoint.access !== 'public', details).toBe(false);
      else if (isRestrictedAsOrder(explanation.rule, endpoint))
        expect(answer.status, details).toBeGreaterThanOrEqual(400);
      else expect(answer.status, details).toBe(statusOf[explanation.rule]);
    }
  }, 60_000);

  it('requires recent authentication where the explanation says so', async () => {
    for (const [operation, endpoint] of operations.filter(
      ([, { proof, dangerous }]) => proof || dangerous,
    )) {
      const isAboutServer = endpoint.path.includes('{serverId}');
      const serverId = servers.own[name] ?? '';
      const explanation = await explain(operation, isAboutServer ? serverId : undefined);
      const body = bodies.get(operation) ?? (endpoint.body ? {} : undefined);
      const answer = await send(
        await passFor(name, true),
        endpoint.method,
        resolvedPath(endpoint, serverId),
        body,
      );
      const needsProof = (answer.body.code as number[] | undefined)?.[0] === code.proofNeeded;
      expect(
        needsProof,
        `${operation}: ${JSON.stringify(explanation)} → ${answer.status} ${answer.text.slice(0, 300)}`,
      ).toBe(explanation.needsProof !== null);
    }
  }, 60_000);

  it.each(objects)(
    'matches the explanation for every operation on a server: %s',
    async (object) => {
      const serverId = object === 'own' ? (servers.own[name] ?? '') : servers[object];
      for (const [operation, endpoint] of serverOperations) {
        const explanation = await explain(operation, serverId);
        const answer = await send(
          await passFor(name),
          endpoint.method,
          `${resolvedPath(endpoint, serverId)}${queries.get(operation) ?? ''}`,
          bodies.get(operation),
        );
        const details = `${operation}: ${JSON.stringify(explanation)} → ${answer.status} ${answer.text.slice(0, 300)}`;
        if (explanation.isAllowed)
          expect(answer.status, details).not.toBeOneOf([
            400,
            401,
            403,
            ...(hasMoreParameters(endpoint) ? [] : [404]),
          ]);
        else if (isRestrictedAsOrder(explanation.rule, endpoint))
          expect(answer.status, details).toBeGreaterThanOrEqual(400);
        else expect(answer.status, details).toBe(statusOf[explanation.rule]);
      }
    },
    60_000,
  );
});

import type { ObjectType } from '../../../../contract/access/rights.ts';
import {
  appliesTo,
  type Grant,
  grantsOf,
  type Owned,
} from '../../../../server/platform/access/grants.ts';
import { scopeOf } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { billedSites } from '../../../../server/platform/events/hooks.ts';
import type { LiveEvent } from '../../../../server/platform/events/hub.ts';
import { singleContribution } from '../../../../server/platform/hooks.ts';

type Send = (event: LiveEvent) => void;
/**
 * Passes an event on if the user has access to the object, immediately or once the user's scope has
 * been read.
 */
export type EventFilter = (event: LiveEvent, send: Send) => void;

/** An event without a site and an owner is sent to everyone. */
const isForAll = (event: LiveEvent): boolean =>
  event.siteId === undefined && event.ownerId === undefined;

/**
 * Filters events by the same scope as lists: everything, the site's tree, or the user's own
 * objects, those of sub-accounts, and those that groups grant. A billing administrator also gets
 * billing events of the customers of their companies.
 */
export async function eventFilter(ctx: SignedInContext): Promise<EventFilter> {
  const scope = scopeOf(ctx.actor);
  if (scope.kind === 'all') return (event, send) => send(event);
  if (scope.kind === 'own') return await ownFilter(ctx, scope.userId);
  const sites = await ctx.db
    .selectFrom('site')
    .select('id')
    .where((where) =>
      where.or([where('path', '=', scope.sitePath), where('path', 'like', `${scope.sitePath}/%`)]),
    )
    .execute();
  const ids = new Set(sites.map((site) => site.id));
  return (event, send) => {
    if (isForAll(event) || (event.siteId !== undefined && ids.has(event.siteId))) send(event);
  };
}

interface VisibleScope {
  people: ReadonlySet<string>;
  grants: readonly Grant[];
  /** The sites whose billing the user administers. */
  billed: ReadonlySet<string>;
}

/** Event topics of customers that billing screens show. */
const moneyTopics: ReadonlySet<string> = new Set(['billing', 'invoice', 'user']);
/** Events that change the user's scope. */
const visibilityTopics: ReadonlySet<string> = new Set([
  'group',
  'user',
  'company',
  'site',
  'resync',
]);
/** Identifies the lists a user sees. When it changes, every screen must be refetched. */
const reachKey = ({ grants, billed }: VisibleScope): string =>
  JSON.stringify([grants, [...billed].sort()]);

/**
 * The scope can change while a stream is open. It's read again when groups, users, or companies
 * change, and events wait until it has been read.
 */
async function ownFilter(ctx: SignedInContext, userId: string): Promise<EventFilter> {
  let reach = await readReach(ctx, userId);
  let pendingRead: Promise<void> | null = null;
  /** Reads run one after another, so that the last one to start determines the scope. */
  const refetch = (send: Send) => {
    const currentReading = (pendingRead ?? Promise.resolve()).then(async () => {
      const before = reachKey(reach);
      reach = await readReach(ctx, userId).catch((error: unknown) => {
        ctx.log.warn(
          { err: error },
          'The permissions that groups grant couldn’t be read, so granted events are withheld',
        );
        return { ...reach, grants: [], billed: new Set<string>() };
      });
      if (pendingRead === currentReading) pendingRead = null;
      if (reachKey(reach) !== before) send({ topic: 'resync', id: '' });
    });
    pendingRead = currentReading;
  };
  const forward = (event: LiveEvent, send: Send) => {
    if (isForAll(event) || isVisible(event, reach)) send(event);
  };
  return (event, send) => {
    if (visibilityTopics.has(event.topic)) refetch(send);
    if (pendingRead === null) forward(event, send);
    else void pendingRead.then(() => forward(event, send));
  };
}

async function readReach(ctx: SignedInContext, userId: string): Promise<VisibleScope> {
  const { db } = ctx.services.database;
  const subAccounts = await db
    .selectFrom('user_account')
    .select('id')
    .where('parent_id', '=', userId)
    .execute();
  const billed =
    ctx.actor.role === 'billingAdmin'
      ? await singleContribution(ctx, billedSites)({ db, actor: ctx.actor })
      : [];
  return {
    people: new Set([userId, ...subAccounts.map((subAccount) => subAccount.id)]),
    grants: await grantsOf(db, userId),
    billed: new Set(billed),
  };
}

function isVisible(event: LiveEvent, { people, grants, billed }: VisibleScope): boolean {
  if (event.ownerId !== undefined && people.has(event.ownerId)) return true;
  if (moneyTopics.has(event.topic) && event.siteId !== undefined && billed.has(event.siteId))
    return true;
  const object = objectOf(event);
  return object !== null && grants.some((grant) => appliesTo(grant, object));
}

/** Returns the object of an event. For a task, this is the object it works on. */
function objectOf({ topic, id, ownerId, siteId, data }: LiveEvent): Owned | null {
  if (topic !== 'task') return { type: `ot.${topic}` as ObjectType, id, ownerId, siteId };
  const { targetType, targetId } = data ?? {};
  return typeof targetType === 'string' && typeof targetId === 'string'
    ? { type: `ot.${targetType}` as ObjectType, id: targetId, ownerId, siteId }
    : null;
}

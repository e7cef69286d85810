import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { requiredRightFor } from '../../../../contract/access/permissions.ts';
import { userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { portalDb } from '../../../../server/platform/access/portalDb.ts';
import {
  denialReasonFor,
  hasPermission,
  requireUnlockedActor,
} from '../../../../server/platform/access/scope.ts';
import type { Context, SignedInContext } from '../../../../server/platform/context.ts';
import type { ListRequest, Page } from '../../../../server/platform/database/listPage.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import { findServer, lockServer, serverNames } from '../../servers/server/index.ts';
import type { alertEndpoints, alertItem } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { cancelDeliveries } from './deliver.ts';
import { notifyHappening } from './notify.ts';
import { type Rule, type State, stateMetrics } from './rules.ts';
import {
  type AlertRow,
  announceAlert,
  findAlert,
  lockAlert,
  readAlerts,
  secretLocation,
} from './store.ts';
import { checkReceiver, newSecret, trustedReceivers } from './webhook.ts';

type Item = z.output<typeof alertItem>;
type CreateInput = z.output<(typeof alertEndpoints)['createAlert']['body']>;
type Change = z.output<(typeof alertEndpoints)['updateAlert']['body']>;
interface WithSecret {
  id: string;
  webhookSecret: string | null;
}

/** Maximum number of alerts per account. */
const alertsMax = 200;
const usualMinutes = 5;
const testPauseSeconds = 10;
const bySeverity: readonly State[] = ['firing', 'acknowledged', 'pending', 'ok'];
const manageRight = requiredRightFor('alerts.manage');

export async function listAlerts(
  ctx: SignedInContext,
  query: ListRequest & {
    server?: string | undefined;
    state?: 'firing' | 'acknowledged' | undefined;
  },
): Promise<Page<Item>> {
  const server = query.server === undefined ? null : await findServer(ctx, query.server);
  const serverFilter = server && {
    serverId: server.id,
    ownerId: server.ownerId,
    tags: server.tags,
  };
  const page = await readAlerts(ctx, query, serverFilter, (row) => row);
  const names = await namesIn(ctx, page.items);
  return { ...page, items: page.items.map((row) => present(ctx, row, names)) };
}

export async function getAlert(ctx: SignedInContext, alertId: string): Promise<Item> {
  const row = await findAlert(ctx, alertId, 'view');
  return present(ctx, row, await namesIn(ctx, [row]));
}

const namesIn = (ctx: Context, rows: readonly AlertRow[]) =>
  serverNames(
    ctx,
    rows.flatMap(({ serverId, unwell }) => [
      ...(serverId ? [serverId] : []),
      ...unwell.map((one) => one.serverId),
    ]),
  );

function present(ctx: SignedInContext, row: AlertRow, names: ReadonlyMap<string, string>): Item {
  const denialReason = hasPermission(ctx, 'alerts.manage')
    ? denialReasonFor(row, manageRight)
    : 'notAllowed';
  const reason =
    denialReason &&
    render(denialReason, ctx.language, {
      right: manageRight,
      name: row.name,
      permission: 'alerts.manage',
    });
  const {
    id,
    name,
    tag,
    metric,
    comparison,
    threshold,
    clearAt,
    forMinutes,
    byMail,
    webhookUrl,
    isEnabled,
    owner,
  } = row;
  return {
    ...{
      id,
      name,
      tag,
      metric,
      comparison,
      threshold,
      clearAt,
      forMinutes,
      byMail,
      webhookUrl,
      isEnabled,
      owner,
    },
    server:
      row.serverId === null ? null : { id: row.serverId, name: names.get(row.serverId) ?? '' },
    state: bySeverity.find((state) => row.unwell.some((one) => one.state === state)) ?? 'ok',
    servers: row.unwell.map((one) => ({
      ...one,
      name: names.get(one.serverId) ?? '',
      since: new Date(one.since).toISOString(),
    })),
    actions: {
      ...{ change: reason, remove: reason, test: reason },
      acknowledge:
        reason ??
        (row.unwell.some(({ state }) => state === 'firing')
          ? null
          : render('alertNotFiring', ctx.language, { name })),
    },
  };
}

/** Throws `inputInvalid`, `webhookRefused`, `alertLimit`. */
export async function createAlert(ctx: SignedInContext, input: CreateInput): Promise<WithSecret> {
  if ((input.serverId === undefined) === (input.tag === undefined))
    throw invalid(texts.either, 'serverId');
  const rule = ruleOf({
    ...input,
    comparison: input.comparison ?? 'above',
    forMinutes: input.forMinutes ?? usualMinutes,
  });
  const owner = await ownerFor(ctx, input.serverId);
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from alert where owner_id = ${owner.ownerId}`.execute(ctx.db);
  if ((rows[0]?.count ?? 0) >= alertsMax) throw userError('alertLimit', { max: alertsMax });
  const id = randomUUID();
  const webhook = await webhookFor(ctx, id, input.webhookUrl ?? null);
  const byMail = input.byMail ?? true;
  await sql`
    insert into alert (id, owner_id, site_id, name, server_id, tag, metric, above, threshold, clear_at, for_minutes, by_mail, created_by, created_at)
    values (${id}, ${owner.ownerId}, ${owner.siteId}, ${input.name}, ${input.serverId ?? null}, ${input.tag ?? null}, ${rule.metric}, ${rule.comparison === 'above'}, ${rule.threshold},
      ${rule.clearAt}, ${rule.forMinutes}, ${byMail}, ${ctx.actor.userId}, ${ctx.clock.now()})`.execute(
    ctx.db,
  );
  await writeWebhook(ctx, id, webhook);
  ctx.note({ targetType: 'alert', targetId: id, after: { ...input, ...rule, byMail } });
  await announceAlert(ctx, { id, ...owner });
  return { id, webhookSecret: webhook.secret };
}

/** An alert on a server belongs to the server's owner. An alert on a tag belongs to its creator. */
async function ownerFor(
  ctx: SignedInContext,
  serverId: string | undefined,
): Promise<{ ownerId: string; siteId: string }> {
  if (serverId !== undefined) {
    const { ownerId, siteId } = await lockServer(ctx, serverId, manageRight);
    return { ownerId, siteId };
  }
  await requireUnlockedActor(ctx);
  return { ownerId: ctx.actor.userId, siteId: ctx.actor.siteId };
}

const texts = {
  either: localize('either'),
  threshold: localize('threshold'),
  percent: localize('percent'),
  clearAbove: localize('clearAbove'),
  clearBelow: localize('clearBelow'),
} satisfies Record<string, LocalizedText>;
const invalid = (problem: LocalizedText, key: string) =>
  userError('inputInvalid', { problem }, key);

function ruleOf({
  metric,
  comparison,
  threshold,
  clearAt,
  forMinutes,
}: Omit<Rule, 'threshold' | 'clearAt'> & {
  threshold?: number | undefined;
  clearAt?: number | undefined;
}): Rule {
  if (stateMetrics.includes(metric))
    return { metric, comparison: 'above', threshold: 0, clearAt: 0, forMinutes };
  if (threshold === undefined) throw invalid(texts.threshold, 'threshold');
  const end = clearAt ?? threshold;
  const isPercent = metric.endsWith('Percent');
  if (isPercent && threshold > 100) throw invalid(texts.percent, 'threshold');
  if (isPercent && end > 100) throw invalid(texts.percent, 'clearAt');
  if (comparison === 'above' && end > threshold) throw invalid(texts.clearAbove, 'clearAt');
  if (comparison === 'below' && end < threshold) throw invalid(texts.clearBelow, 'clearAt');
  return { metric, comparison, threshold, clearAt: end, forMinutes };
}

async function webhookFor(ctx: SignedInContext, alertId: string, address: string | null) {
  if (address === null) return { url: null, sealed: null, secret: null };
  const url = checkReceiver(address, await readSetting(ctx, trustedReceivers)).href;
  const secret = newSecret();
  return { url, sealed: ctx.services.secrets.seal(secret, secretLocation(alertId)), secret };
}

/** Requires an alert that the caller has just created or locked. */
async function writeWebhook(
  ctx: SignedInContext,
  alertId: string,
  { url, sealed }: { url: string | null; sealed: Buffer | null },
) {
  await sql`update alert set webhook_url = ${url}, webhook_secret = ${sealed} where id = ${alertId}`.execute(
    portalDb(ctx, 'scoped connections have no right to sealed secrets'),
  );
}

/** Throws `inputInvalid`, `webhookRefused`. Pending evaluations restart with the new rule. */
export async function updateAlert(
  ctx: SignedInContext,
  alertId: string,
  change: Change,
): Promise<WithSecret> {
  const before = await lockAlert(ctx, alertId, manageRight);
  const { name = before.name, byMail = before.byMail, isEnabled = before.isEnabled } = change;
  const carriedOver =
    change.comparison === undefined || change.comparison === before.comparison
      ? { clearAt: before.clearAt }
      : {};
  const isThresholdChanged =
    change.threshold !== undefined &&
    change.clearAt === undefined &&
    before.clearAt === before.threshold
      ? { clearAt: change.threshold }
      : {};
  const changedFields = Object.fromEntries(
    Object.entries(change).filter(([, value]) => value !== undefined),
  ) as Change;
  const rule = ruleOf({
    ...before,
    clearAt: undefined,
    ...carriedOver,
    ...isThresholdChanged,
    ...changedFields,
  } as Rule);
  const isNewAddress = change.webhookUrl !== undefined && change.webhookUrl !== before.webhookUrl;
  const webhook = isNewAddress ? await webhookFor(ctx, alertId, change.webhookUrl ?? null) : null;
  await sql`
    update alert set name = ${name}, above = ${rule.comparison === 'above'}, threshold = ${rule.threshold}, clear_at = ${rule.clearAt}, for_minutes = ${rule.forMinutes},
      by_mail = ${byMail}, is_enabled = ${isEnabled} where id = ${alertId}`.execute(ctx.db);
  if (webhook) await writeWebhook(ctx, alertId, webhook);
  if (isNewAddress) await cancelDeliveries(ctx, alertId, 'changed');
  if (!isEnabled || JSON.stringify(rule) !== JSON.stringify(ruleIn(before)))
    await sql`delete from alert_state where alert_id = ${alertId}`.execute(ctx.db);
  const previousRule = {
    ...ruleIn(before),
    name: before.name,
    byMail: before.byMail,
    webhookUrl: before.webhookUrl,
    isEnabled: before.isEnabled,
  };
  ctx.note({
    targetType: 'alert',
    targetId: alertId,
    before: previousRule,
    after: { ...previousRule, ...changedFields, ...rule },
  });
  await announceAlert(ctx, before);
  return { id: alertId, webhookSecret: webhook?.secret ?? null };
}

const ruleIn = ({ metric, comparison, threshold, clearAt, forMinutes }: Rule): Rule => ({
  metric,
  comparison,
  threshold,
  clearAt,
  forMinutes,
});

export async function deleteAlert(ctx: SignedInContext, alertId: string): Promise<void> {
  const alert = await lockAlert(ctx, alertId, manageRight);
  await cancelDeliveries(ctx, alertId, 'deleted');
  await sql`delete from alert where id = ${alertId}`.execute(ctx.db);
  ctx.note({
    targetType: 'alert',
    targetId: alertId,
    before: { name: alert.name, ...ruleIn(alert) },
  });
  await announceAlert(ctx, alert);
}

/** Throws `alertNotFiring`. */
export async function acknowledgeAlert(
  ctx: SignedInContext,
  alertId: string,
  serverId: string,
): Promise<void> {
  const alert = await lockAlert(ctx, alertId, manageRight);
  const { rows } = await sql<{ value: number | null; since: Date }>`
    update alert_state set state = 'acknowledged', acknowledged_by = ${ctx.actor.userId} where alert_id = ${alertId} and server_id = ${serverId} and state = 'firing'
    returning value, since`.execute(ctx.db);
  const [found] = rows;
  if (!found) throw userError('alertNotFiring', { name: alert.name });
  const name = (await serverNames(ctx, [serverId])).get(serverId) ?? '';
  await notifyHappening(ctx, alert, {
    kind: 'acknowledged',
    server: { id: serverId, name },
    value: found.value,
    firedValue: found.value,
    at: found.since,
    byUserId: ctx.actor.userId,
  });
  ctx.note({ targetType: 'alert', targetId: alertId, detail: { serverId } });
  await announceAlert(ctx, alert);
}

/** Throws `alertTestedJustNow`, `alertTellsNobody`. */
export async function testAlert(
  ctx: SignedInContext,
  alertId: string,
): Promise<{ mailed: boolean; deliveryId: string | null }> {
  const alert = await lockAlert(ctx, alertId, manageRight);
  if (!alert.byMail && !alert.webhookUrl) throw userError('alertTellsNobody', { name: alert.name });
  const now = ctx.clock.now();
  const { rows } = await sql`
    select from alert_event where alert_id = ${alertId} and kind = 'test' and at > ${new Date(now.getTime() - testPauseSeconds * 1000)} limit 1`.execute(
    ctx.db,
  );
  if (rows.length > 0) throw userError('alertTestedJustNow', { seconds: testPauseSeconds });
  const { deliveryId } = await notifyHappening(ctx, alert, {
    kind: 'test',
    server: null,
    value: null,
    firedValue: null,
    at: now,
    byUserId: ctx.actor.userId,
  });
  ctx.note({ targetType: 'alert', targetId: alertId });
  await announceAlert(ctx, alert);
  return { mailed: alert.byMail, deliveryId };
}

/** Throws `alertWithoutWebhook`. */
export async function renewSecret(ctx: SignedInContext, alertId: string): Promise<WithSecret> {
  const alert = await lockAlert(ctx, alertId, manageRight);
  if (!alert.webhookUrl) throw userError('alertWithoutWebhook', { name: alert.name });
  const secret = newSecret();
  await writeWebhook(ctx, alertId, {
    url: alert.webhookUrl,
    sealed: ctx.services.secrets.seal(secret, secretLocation(alertId)),
  });
  ctx.note({ targetType: 'alert', targetId: alertId });
  return { id: alertId, webhookSecret: secret };
}

import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { emailKey } from '../../../../contract/fields/email.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { containing } from '../../../../server/platform/database/listPage.ts';
import { describeDevice, locationOf } from '../../../../server/platform/origin/index.ts';
import type { auditEndpoints, loginItem } from '../contract.ts';
import { readDatePage } from './datePage.ts';

interface LoginRow {
  id: number;
  at: Date;
  site: string;
  email: string;
  userId: string | null;
  outcome: string;
  method: string;
  ip: string;
  userAgent: string;
}

const columns = sql`
  event.id, event.at, site.name as site, event.email_key as email, event.user_id as "userId", event.outcome, event.method, event.ip,
  event.user_agent as "userAgent"`;

/** Returns the outcomes of all sign-in attempts at the sites of an administrator. */
export async function readLogins(
  ctx: SignedInContext,
  query: z.output<(typeof auditEndpoints)['listLogins']['query']>,
) {
  const { email, outcome, method, ip, since } = query;
  const where: RawBuilder<unknown>[] = [
    visibleTo(ctx, { owner: 'event.user_id', site: 'event.site_id' }),
  ];
  if (email) where.push(sql`event.email_key like ${containing(emailKey(email))}`);
  if (outcome) where.push(sql`event.outcome = ${outcome}`);
  if (method) where.push(sql`event.method = ${method}`);
  if (ip) where.push(sql`event.ip like ${`${ip.replace(/[\\%_]/g, '\\$&')}%`}`);
  if (since) where.push(sql`event.at >= ${since}::timestamptz`);
  const source = {
    columns,
    from: sql`login_event event join site on site.id = event.site_id`,
    where,
    at: sql`event.at`,
    id: sql`event.id`,
  };
  return await readDatePage<LoginRow, z.input<typeof loginItem>>(ctx, source, query, (row) => {
    const {
      at,
      userAgent,
      id,
      site,
      email: address,
      userId,
      outcome: result,
      method: how,
      ip: from,
    } = row;
    return {
      id,
      at: at.toISOString(),
      site,
      email: address,
      userId,
      outcome: result,
      method: how,
      ip: from,
      place: locationOf(ctx, from),
      device: userAgent && describeDevice(userAgent, ctx.language).device,
      userAgent,
    };
  });
}

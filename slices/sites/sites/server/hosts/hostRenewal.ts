import { sql } from 'kysely';
import { type Language, type LocalizedText, languages } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { withDb } from '../../../../../server/platform/http/callContext.ts';
import { sendMail } from '../../../../../server/platform/mail/mail.ts';
import { siteAddress } from '../../../../../server/platform/mail/siteAddress.ts';
import { readSite } from '../../../../../server/platform/sites/sites.ts';
import {
  definePeriodicJob,
  type PeriodicJob,
} from '../../../../../server/platform/tasks/periodicJobs.ts';
import { hostnameLapsedMail } from '../mails.ts';
import {
  proofProblem,
  verificationRecordName,
  verificationRecordValue,
} from './hostnameVerification.ts';
import { writeHosts } from './hosts.ts';

const hourMs = 3_600_000;
/** Interval between two checks of a hostname. */
const everyMs = 6 * hourMs;
/**
 * A hostname's verification expires when its record is missing for this long, which leaves time to
 * repair a DNS zone.
 */
const graceMs = 72 * hourMs;
/** The maximum number of hostnames checked in one run. */
const batchSize = 50;

interface DueHost {
  siteId: string;
  host: string;
  proof: string;
  renewedAt: Date;
  lapsedAt: Date | null;
}

/** Checks hostname verifications that are due. The DNS is queried outside of any transaction. */
export async function renewHosts(ctx: Context): Promise<void> {
  const { rows } = await sql<DueHost>`
    select site_id as "siteId", host, proof, renewed_at as "renewedAt", lapsed_at as "lapsedAt" from site_host
    where proved_by = 'dns' and (checked_at is null or checked_at <= ${new Date(ctx.clock.now().getTime() - everyMs)})
    order by checked_at nulls first limit ${batchSize}`.execute(ctx.db);
  for (const due of rows) {
    const problem = await proofProblem(due.host, due.proof);
    await ctx.db
      .transaction()
      .execute((transaction) => recordCheck(withDb(ctx, transaction), due, problem));
  }
}

async function recordCheck(
  ctx: Context,
  due: DueHost,
  problem: LocalizedText | null,
): Promise<void> {
  const now = ctx.clock.now();
  const isLapsed = problem !== null && now.getTime() - due.renewedAt.getTime() > graceMs;
  const site = await readSite(ctx.db, due.siteId);
  const problemText = problem?.[site.languages[0] ?? languages[0]] ?? '';
  // Updates only the claim that was checked. If it was removed and added again meanwhile, it has a
  // different token.
  const { rows } = await sql<{ isNew: boolean }>`
    update site_host set checked_at = ${now}, problem = ${problemText}, renewed_at = case when ${problem === null} then ${now} else renewed_at end,
      lapsed_at = case when ${problem === null} then null when ${isLapsed} then coalesce(lapsed_at, ${now}) else lapsed_at end
    where site_id = ${due.siteId} and host = ${due.host} and proof = ${due.proof} returning lapsed_at = ${now} as "isNew"`.execute(
    ctx.db,
  );
  const [row] = rows;
  const isRestored = problem === null && due.lapsedAt !== null;
  if (!row || !(row.isNew || isRestored)) return;
  await writeHosts(ctx, due.siteId);
  if (row.isNew) await notifyLapsed(ctx, due);
}

interface Administrator {
  id: string;
  email: string;
  language: Language | null;
}

/**
 * Notifies the administrators of the site. If there are none, notifies those of the nearest site
 * above, otherwise the operators.
 */
async function notifyLapsed(ctx: Context, { siteId, host, proof }: DueHost): Promise<void> {
  const site = await readSite(ctx.db, siteId);
  const path = site.path.split('/');
  const { rows } = await sql<Administrator>`
    with able as (
      select u.id, u.email, u.language, array_position(${path}::uuid[], u.site_id) as depth from user_account u
      where u.site_id = any(${path}::uuid[]) and u.role in ('siteAdmin', 'root') and u.is_enabled and u.deleted_at is null and u.sandbox_of is null
    ) select id, email, language from able where depth = (select max(depth) from able) order by id`.execute(
    ctx.db,
  );
  const siteContext = { ...ctx, site };
  for (const { id, email, language } of rows)
    await sendMail(
      siteContext,
      hostnameLapsedMail,
      { email, userId: id, language: language ?? site.languages[0] ?? languages[0] },
      {
        ...{
          site: site.systemName,
          host,
          record: verificationRecordName(host),
          value: verificationRecordValue(proof),
        },
        link: `${siteAddress(siteContext)}/sites/${siteId}`,
      },
    );
}

const renewHostsJob = definePeriodicJob({
  name: 'sites.renewHosts',
  everySeconds: 900,
  run: renewHosts,
});

export const siteJobs: readonly PeriodicJob[] = [renewHostsJob];

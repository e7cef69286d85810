import { sql } from 'kysely';
import { userError } from '../../../../contract/errors/errors.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import { appliesToUser, currentVersion, hasSignedAgreement } from './signatureRequirement.ts';
import { digestOfText } from './store.ts';
import { type AgreementTexts, agreementTables, type Blocks } from './tables.ts';

interface Due {
  agreement_id: string;
  version_id: string;
  site_id: string;
  version: number;
  title: string;
  texts: AgreementTexts;
  blocks: Blocks;
  email: string;
}

async function listDueAgreements(ctx: SignedInContext): Promise<Due[]> {
  const { rows } = await sql<Due>`
    select a.id as agreement_id, a.site_id, current.id as version_id, current.version, a.title, current.texts, a.blocks, u.email
    from user_account u join agreement a on a.site_id = u.site_id, ${currentVersion}
    where u.id = ${ctx.actor.userId} and ${appliesToUser} and not ${hasSignedAgreement} order by a.created_at, a.id`.execute(
    ctx.db,
  );
  return rows;
}

/** A user acting for an account, or on its behalf, can't sign for it. */
const isImpersonating = (ctx: SignedInContext): boolean =>
  ctx.onBehalfOf !== null || (ctx.actor.session?.operator ?? null) !== null;

/**
 * The agreements to sign, in the reader's language or else the first available one. Empty while
 * acting for another account.
 */
export async function agreementsToSign(ctx: SignedInContext) {
  if (isImpersonating(ctx)) return [];
  return (await listDueAgreements(ctx)).map((due) => {
    const language =
      ([ctx.language, ...languages] as const).find(
        (candidate) => due.texts[candidate] !== undefined,
      ) ?? languages[0];
    const text = due.texts[language] ?? '';
    return {
      agreementId: due.agreement_id,
      versionId: due.version_id,
      version: due.version,
      title: due.title,
      language,
      text,
      digest: digestOfText(text),
      blocks: due.blocks,
    };
  });
}

/**
 * Signs the agreement. Records who signed, when, from where, with which client, and the digest of
 * the exact text. Signing twice returns the first signature. Throws `agreementTextChanged` if the
 * text is no longer current, `agreementNotYours` when acting for another user.
 */
export async function sign(
  ctx: SignedInContext,
  signature: { versionId: string; language: Language; digest: string; userAgent: string },
): Promise<{ id: string; signedAt: string }> {
  if (isImpersonating(ctx)) throw userError('agreementNotYours');
  const before = await readSignature(ctx, signature.versionId);
  if (before) return before;
  const due = (await listDueAgreements(ctx)).find(
    (candidate) => candidate.version_id === signature.versionId,
  );
  if (!due) {
    // Another call may have signed it between the two reads.
    const existingSignature = await readSignature(ctx, signature.versionId);
    if (existingSignature) return existingSignature;
    const isOutdated = await sql`
      select from agreement_version v join agreement a on a.id = v.agreement_id
      where v.id = ${signature.versionId} and a.site_id = ${ctx.actor.siteId} and v.published_at is not null`.execute(
      ctx.db,
    );
    throw isOutdated.rows.length > 0
      ? userError('agreementTextChanged')
      : userError('notFound', { what: 'agreement', id: signature.versionId });
  }
  const text = due.texts[signature.language];
  if (text === undefined || digestOfText(text) !== signature.digest)
    throw userError('agreementTextChanged');
  await agreementTables(ctx)
    .insertInto('agreement_signature')
    .values({
      agreement_id: due.agreement_id,
      version_id: due.version_id,
      site_id: due.site_id,
      user_id: ctx.actor.userId,
      email: due.email,
      language: signature.language,
      digest: signature.digest,
      ip: ctx.ip,
      user_agent: signature.userAgent.slice(0, 400),
      request_id: ctx.requestId,
      signed_at: ctx.clock.now(),
    })
    .onConflict((conflict) => conflict.columns(['version_id', 'user_id']).doNothing())
    .execute();
  const signed = await readSignature(ctx, signature.versionId);
  if (!signed)
    throw new Error(
      `The signature of ${ctx.actor.userId} under ${signature.versionId} is not there.`,
    );
  ctx.note({
    targetType: 'agreement',
    targetId: due.agreement_id,
    after: { version: due.version, digest: signature.digest },
  });
  await announce(ctx.db, { topic: 'agreement', id: due.agreement_id, siteId: due.site_id });
  return signed;
}

async function readSignature(
  ctx: SignedInContext,
  versionId: string,
): Promise<{ id: string; signedAt: string } | null> {
  const row = await agreementTables(ctx)
    .selectFrom('agreement_signature')
    .select(['id', 'signed_at'])
    .where('version_id', '=', versionId)
    .where('user_id', '=', ctx.actor.userId)
    .executeTakeFirst();
  return row ? { id: row.id, signedAt: row.signed_at.toISOString() } : null;
}

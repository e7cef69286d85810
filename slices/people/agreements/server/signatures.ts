import { sql } from 'kysely';
import type * as z from 'zod';
import type { Language } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import type { agreementEndpoints } from '../contract.ts';
import { appliesToUser, currentVersion, hasSignedAgreement } from './signatureRequirement.ts';
import type { AgreementItem } from './store.ts';

type Signatures = z.output<(typeof agreementEndpoints)['listSignatures']['answer']>;
export type SignatureItem = Signatures['items'][number];
type Missing = z.output<(typeof agreementEndpoints)['listMissingSignatures']['answer']>;

interface SignatureRow {
  id: string;
  user_id: string;
  email: string;
  version: number;
  language: Language;
  digest: string;
  ip: string;
  user_agent: string;
  signed_at: Date;
}

export async function listSignatures(
  ctx: SignedInContext,
  agreement: AgreementItem,
  query: ListRequest,
): Promise<Signatures> {
  const filter = query.filter
    ? [sql`(s.email ilike ${containing(query.filter)} or s.ip ilike ${containing(query.filter)})`]
    : [];
  return await readListPage<SignatureRow, SignatureItem>(
    ctx.db,
    {
      from: sql`agreement_signature s join agreement_version v on v.id = s.version_id`,
      columns: sql`s.id, s.user_id, s.email, v.version, s.language, s.digest, s.ip, s.user_agent, s.signed_at`,
      where: [sql`s.agreement_id = ${agreement.id}`, ...filter],
      sorts: {
        signedAt: { column: sql`s.signed_at`, type: 'timestamptz' },
        email: { column: sql`lower(s.email)`, type: 'text' },
      },
      id: { column: sql`s.id`, type: 'uuid' },
      defaultSorting: '-signedAt',
      map: (row) => ({
        id: row.id,
        userId: row.user_id,
        email: row.email,
        version: row.version,
        language: row.language,
        digest: row.digest,
        ip: row.ip,
        userAgent: row.user_agent,
        signedAt: row.signed_at.toISOString(),
      }),
    },
    query,
  );
}

export async function listMissing(
  ctx: SignedInContext,
  agreement: AgreementItem,
  query: ListRequest,
): Promise<Missing> {
  const filter = query.filter ? [sql`u.email ilike ${containing(query.filter)}`] : [];
  return await readListPage<
    { id: string; email: string; role: string; reminded_at: Date | null },
    Missing['items'][number]
  >(
    ctx.db,
    {
      from: sql`agreement a cross join ${currentVersion} join user_account u on u.site_id = a.site_id
        left join agreement_reminder r on r.version_id = current.id and r.user_id = u.id`,
      columns: sql`u.id, u.email, u.role, r.sent_at as reminded_at`,
      where: [
        sql`a.id = ${agreement.id}`,
        appliesToUser,
        sql`not ${hasSignedAgreement}`,
        ...filter,
      ],
      sorts: {
        email: { column: sql`u.email_key`, type: 'text' },
        remindedAt: { column: sql`coalesce(r.sent_at, 'epoch')`, type: 'timestamptz' },
      },
      id: { column: sql`u.id`, type: 'uuid' },
      defaultSorting: 'email',
      map: (row) => ({
        id: row.id,
        email: row.email,
        role: row.role,
        remindedAt: row.reminded_at?.toISOString() ?? null,
      }),
    },
    query,
  );
}

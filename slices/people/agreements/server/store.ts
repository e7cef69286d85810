import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type * as z from 'zod';
import { userError } from '../../../../contract/errors/errors.ts';
import { type Language, languages } from '../../../../contract/languages.ts';
import { visibleTo } from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { announce } from '../../../../server/platform/events/hub.ts';
import type { agreementEndpoints } from '../contract.ts';
import { appliesToUser, currentVersion, hasSignedAgreement } from './signatureRequirement.ts';
import {
  type AgreementTexts,
  type Audience,
  agreementTables,
  type Blocks,
  type SignerRole,
} from './tables.ts';

type ListAnswer = z.output<(typeof agreementEndpoints)['listAgreements']['answer']>;
export type AgreementItem = ListAnswer['items'][number];
type Settings = z.output<(typeof agreementEndpoints)['createAgreement']['body']>['settings'];

interface Row {
  id: string;
  site_id: string;
  site_name: string;
  title: string;
  audience: Audience;
  roles: SignerRole[];
  blocks: Blocks;
  is_active: boolean;
  version: number | null;
  has_draft: boolean;
  must_sign: number;
  signed: number;
  created_at: Date;
  site_languages: string[];
}

/** The SHA-256 of a text to sign, in hexadecimal. */
export const digestOfText = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex');

const from = sql`agreement a join site on site.id = a.site_id`;
const columns = sql`
  a.id, a.site_id, site.name as site_name, site.languages as site_languages, a.title, a.audience, a.roles, a.blocks, a.is_active, a.created_at,
  (select max(v.version) from agreement_version v where v.agreement_id = a.id and v.published_at is not null) as version,
  exists (select from agreement_version v where v.agreement_id = a.id and v.published_at is null) as has_draft,
  (select count(*) from user_account u, ${currentVersion} where u.site_id = a.site_id and ${appliesToUser}) as must_sign,
  (select count(*) from user_account u, ${currentVersion} where u.site_id = a.site_id and ${appliesToUser} and ${hasSignedAgreement}) as signed`;
const visible = (ctx: SignedInContext) => visibleTo(ctx, { owner: 'a.site_id', site: 'a.site_id' });

const present = (row: Row): AgreementItem => ({
  id: row.id,
  siteId: row.site_id,
  siteName: row.site_name,
  title: row.title,
  audience: row.audience,
  roles: row.roles,
  blocks: row.blocks,
  isActive: row.is_active,
  version: row.version,
  hasDraft: row.has_draft,
  mustSign: row.must_sign,
  signed: row.signed,
  createdAt: row.created_at.toISOString(),
});

export async function listAgreements(
  ctx: SignedInContext,
  query: ListRequest,
): Promise<ListAnswer> {
  const filter = query.filter
    ? [
        sql`(a.title ilike ${containing(query.filter)} or site.name ilike ${containing(query.filter)})`,
      ]
    : [];
  return await readListPage<Row, AgreementItem>(
    ctx.db,
    {
      from,
      columns,
      where: [visible(ctx), ...filter],
      sorts: {
        title: { column: sql`lower(a.title)`, type: 'text' },
        site: { column: sql`lower(site.name)`, type: 'text' },
        created: { column: sql`a.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`a.id`, type: 'uuid' },
      defaultSorting: 'title',
      map: present,
    },
    query,
  );
}

export interface AgreementAddress {
  siteId: string;
  agreementId: string;
}

/** An agreement of a site in the caller's scope. Throws `notFound` for all others. */
export async function findAgreement(
  ctx: SignedInContext,
  address: AgreementAddress,
): Promise<AgreementItem & { languages: Language[] }> {
  const { rows } = await sql<Row>`
    select ${columns} from ${from}
    where a.id = ${address.agreementId} and a.site_id = ${address.siteId} and ${visible(ctx)}`.execute(
    ctx.db,
  );
  const [row] = rows;
  if (!row) throw userError('notFound', { what: 'agreement', id: address.agreementId });
  return {
    ...present(row),
    languages: languages.filter((language) => row.site_languages.includes(language)),
  };
}

export async function listVersions(ctx: SignedInContext, agreementId: string) {
  const rows = await agreementTables(ctx)
    .selectFrom('agreement_version as v')
    .select([
      'v.id',
      'v.version',
      'v.texts',
      'v.published_at',
      sql<string | null>`account_email(v.published_by)`.as('email'),
    ])
    .select((select) =>
      select
        .selectFrom('agreement_signature as s')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('s.version_id', '=', 'v.id')
        .as('signatures'),
    )
    .where('v.agreement_id', '=', agreementId)
    .orderBy('v.version', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    texts: row.texts,
    digests: Object.fromEntries(
      Object.entries(row.texts).map(([language, text]) => [language, digestOfText(text)]),
    ),
    publishedAt: row.published_at?.toISOString() ?? null,
    publishedBy: row.email,
    signatures: row.signatures ?? 0,
  }));
}

export async function createAgreement(
  ctx: SignedInContext,
  siteId: string,
  settings: Settings,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select site.id from site where site.id = ${siteId} and ${visibleTo(ctx, { owner: 'site.id', site: 'site.id' })}`.execute(
    ctx.db,
  );
  if (!rows[0]) throw userError('notFound', { what: 'site', id: siteId });
  const { id } = await agreementTables(ctx)
    .insertInto('agreement')
    .values({
      site_id: siteId,
      ...settings,
      created_at: ctx.clock.now(),
      created_by: ctx.actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  ctx.note({ targetType: 'agreement', targetId: id, after: settings });
  await announce(ctx.db, { topic: 'agreement', id, siteId });
  return id;
}

export async function updateAgreement(
  ctx: SignedInContext,
  agreement: AgreementItem,
  changes: { settings: Settings; isActive: boolean },
): Promise<void> {
  await agreementTables(ctx)
    .updateTable('agreement')
    .set({ ...changes.settings, is_active: changes.isActive })
    .where('id', '=', agreement.id)
    .execute();
  const { title, audience, roles, blocks, isActive } = agreement;
  ctx.note({
    targetType: 'agreement',
    targetId: agreement.id,
    before: { title, audience, roles, blocks, isActive },
    after: changes,
  });
  await announce(ctx.db, { topic: 'agreement', id: agreement.id, siteId: agreement.siteId });
}

/** Saves the draft of the next version. There is at most one. */
export async function writeDraft(
  ctx: SignedInContext,
  agreement: AgreementItem,
  texts: AgreementTexts,
): Promise<number> {
  await lock(ctx, agreement);
  const db = agreementTables(ctx);
  const draft = await db
    .updateTable('agreement_version')
    .set({ texts: JSON.stringify(texts) })
    .where('agreement_id', '=', agreement.id)
    .where('published_at', 'is', null)
    .returning('version')
    .executeTakeFirst();
  const version = draft?.version ?? (agreement.version ?? 0) + 1;
  if (!draft)
    await db
      .insertInto('agreement_version')
      .values({
        agreement_id: agreement.id,
        version,
        texts: JSON.stringify(texts),
        created_at: ctx.clock.now(),
        created_by: ctx.actor.userId,
      })
      .execute();
  ctx.note({ targetType: 'agreement', targetId: agreement.id, after: { draft: version, texts } });
  await announce(ctx.db, { topic: 'agreement', id: agreement.id, siteId: agreement.siteId });
  return version;
}

/** Throws `agreementNoDraft`. */
export async function publishDraft(
  ctx: SignedInContext,
  agreement: AgreementItem,
): Promise<number> {
  await lock(ctx, agreement);
  const db = agreementTables(ctx);
  const now = ctx.clock.now();
  const published = await db
    .updateTable('agreement_version')
    .set({ published_at: now, published_by: ctx.actor.userId })
    .where('agreement_id', '=', agreement.id)
    .where('published_at', 'is', null)
    .returning(['version', 'texts'])
    .executeTakeFirst();
  if (!published) throw userError('agreementNoDraft');
  await db
    .updateTable('agreement')
    .set({ first_published_at: now })
    .where('id', '=', agreement.id)
    .where('first_published_at', 'is', null)
    .execute();
  const digests = Object.fromEntries(
    Object.entries(published.texts).map(([language, text]) => [language, digestOfText(text)]),
  );
  ctx.note({
    targetType: 'agreement',
    targetId: agreement.id,
    after: { published: published.version, digests },
  });
  await announce(ctx.db, { topic: 'agreement', id: agreement.id, siteId: agreement.siteId });
  return published.version;
}

/** Serializes changes to an agreement. */
const lock = (ctx: SignedInContext, agreement: AgreementItem) =>
  sql`select from agreement where id = ${agreement.id} for update`.execute(ctx.db);

import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod';
import { type Reason, userError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { Language, LocalizedText } from '../../../../contract/languages.ts';
import {
  denialReasonFor,
  type EffectiveRights,
  effectiveRights,
  hasPermission,
  visibleTo,
} from '../../../../server/platform/access/scope.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  containing,
  type ListRequest,
  type Page,
  readListPage,
} from '../../../../server/platform/database/listPage.ts';
import { findDatacenter } from '../../datacenters/server/index.ts';
import type { imageItem } from '../contract.ts';
import { findBuilder } from './catalog/builders.ts';
import { type DigestType, digestTypeOf } from './fetch/digest.ts';
import * as texts from './messages.ts';
import { openDatacenters } from './preparation/engines.ts';
import {
  type ImageKind,
  type ImageOffer,
  type ImageSource,
  type ImageState,
  imageAccessColumns,
  visible,
} from './store.ts';

export type ImageItem = z.output<typeof imageItem>;

interface ImageRow extends EffectiveRights {
  id: string;
  code: string;
  kind: ImageKind;
  name: string;
  version: string;
  os_family: 'linux' | 'windows' | 'other';
  os: string;
  description: LocalizedText;
  source: ImageSource;
  source_address: string | null;
  digest_address: string | null;
  digest: string | null;
  is_digest_verified: boolean;
  size_bytes: number | null;
  min_disk_gb: number;
  min_ram_mb: number;
  login_user: string | null;
  supports_cloud_init: boolean;
  price_item: string | null;
  shown_state: ImageState;
  progress: number;
  problem: Reason[] | null;
  task_id: number | null;
  used_by: number;
  ready_in: string[];
  is_simulated: boolean;
  owner: string | null;
  original_format: string | null;
  made_from: string | null;
  family_id: string;
  versions: number;
  is_latest: boolean;
  offer: ImageOffer;
  offer_note: string;
  is_shared_with_site: boolean;
  shared_with: number;
}

/** The catalog as seen from the open datacenters. */
interface View {
  /** IDs of the open datacenters, and of those with real servers. */
  open: string[];
  real: string[];
}

async function viewFor(ctx: SignedInContext): Promise<View> {
  const { real, simulated } = await openDatacenters(ctx);
  return { open: [...real, ...simulated].map(({ id }) => id), real: real.map(({ id }) => id) };
}

/**
 * Without a real engine, an image counts as ready if the simulated engine has it, even if its
 * content is missing.
 */
function displayedState({ open, real }: View) {
  if (real.length > 0) return sql`image.state`;
  return sql`case when exists (select from image_copy where image_id = image.id and datacenter_id = any(${open}::uuid[]))
    then 'ready' else image.state end`;
}

/** The newest version in the family that can be used for new servers. */
export const latestOf = (family: RawBuilder<unknown>) => sql`(select version.id from image version
  where version.family = ${family} and version.offer = 'offered' and (version.state = 'ready' or version.owner_id is null)
  order by version.created_at desc, version.id limit 1)`;

const columns = (
  ctx: SignedInContext,
  view: View,
) => sql`${effectiveRights(ctx, imageAccessColumns)},
  account_email(image.owner_id) as owner, original_format, made_from, image.family as family_id,
  (select count(*) from image version where version.family = image.family) as versions,
  coalesce(image.id = ${latestOf(sql`image.family`)}, false) as is_latest, offer, offer_note, is_shared_with_site,
  (select count(*) from image_share where image_share.image_id = image.id) as shared_with,
  image.id, code, kind, name, version, os_family, os, description, source, source_address,
  digest_address, digest, is_digest_verified, size_bytes, min_ram_mb, login_user, supports_cloud_init, price_item, progress,
  problem, task_id, ${displayedState(view)} as shown_state,
  greatest(min_disk_gb, (select max(virtual_size_gb) from image_copy where image_id = image.id)) as min_disk_gb,
  image_use_count(image.id) as used_by,
  array(select datacenter_id from image_copy where image_id = image.id and datacenter_id = any(${view.open}::uuid[])
    order by datacenter_id) as ready_in,
  coalesce((select bool_and(is_simulated) from image_copy where image_id = image.id and datacenter_id = any(${view.open}::uuid[])),
    false) as is_simulated`;

/**
 * Images withdrawn from the catalog are listed only while servers are based on them or their
 * content is still stored. Images withdrawn by their owner are listed for the owner.
 */
const isVisible = (
  ctx: SignedInContext,
) => sql`((not is_withdrawn or state <> 'absent' or image_use_count(image.id) > 0)
  and (offer <> 'withdrawn' or ${visibleTo(ctx, imageAccessColumns)}))`;

/**
 * Whether the image is available in the datacenter: it has a copy there, or no copy anywhere yet.
 */
const belongsTo = (
  datacenterId: string,
) => sql`(exists (select from image_copy where image_id = image.id and datacenter_id = ${datacenterId})
  or not exists (select from image_copy where image_id = image.id))`;

export async function listImages(
  ctx: SignedInContext,
  query: ListRequest & { kind?: ImageKind | undefined; datacenter?: string | undefined },
): Promise<Page<ImageItem>> {
  const view = await viewFor(ctx);
  return await readListPage<ImageRow, ImageItem>(
    ctx.db,
    {
      from: sql`image`,
      columns: columns(ctx, view),
      where: [
        visible(ctx),
        isVisible(ctx),
        ...(query.datacenter ? [belongsTo(query.datacenter)] : []),
        ...(query.kind ? [sql`kind = ${query.kind}`] : []),
        ...(query.filter
          ? [sql`(name || ' ' || os || ' ' || code) ilike ${containing(query.filter)}`]
          : []),
      ],
      sorts: {
        name: { column: sql`name`, type: 'text' },
        kind: { column: sql`kind`, type: 'text' },
        state: { column: displayedState(view), type: 'text' },
        os: { column: sql`os`, type: 'text' },
        created: { column: sql`image.created_at`, type: 'timestamptz' },
      },
      id: { column: sql`image.id`, type: 'uuid' },
      defaultSorting: 'name',
      map: (row) => describe(ctx, row, view),
    },
    query,
    {
      ...(query.kind && { kind: query.kind }),
      ...(query.datacenter && { datacenter: query.datacenter }),
    },
  );
}

/** Throws `notFound`. */
export async function findImage(ctx: SignedInContext, imageId: string): Promise<ImageItem> {
  const view = await viewFor(ctx);
  const { rows } =
    await sql<ImageRow>`select ${columns(ctx, view)} from image where image.id = ${imageId} and ${visible(ctx)}`.execute(
      ctx.db,
    );
  const [row] = rows;
  if (!row) throw userError('notFound', { what: 'image', id: imageId });
  return describe(ctx, row, view);
}

/**
 * Lists the images servers can be created from: ready ones first, deprecated ones and older
 * versions last. Throws `notFound`.
 */
export async function listOfferedImages(
  ctx: SignedInContext,
  datacenterId: string,
): Promise<(ImageItem & { isReady: boolean })[]> {
  const datacenter = await findDatacenter(ctx, datacenterId);
  const isReal = datacenter.engine !== 'simulated';
  const view: View = { open: [datacenter.id], real: isReal ? [datacenter.id] : [] };
  const { rows } = await sql<ImageRow>`
    select ${columns(ctx, view)} from image where ${visible(ctx)} and not is_withdrawn and offer <> 'withdrawn' and kind <> 'iso'
    order by exists (select from image_copy where image_id = image.id and datacenter_id = ${datacenterId}) desc,
      offer = 'deprecated', image.id is distinct from ${latestOf(sql`image.family`)}, name, id`.execute(
    ctx.db,
  );
  return rows.map((row) => ({ ...describe(ctx, row, view), isReady: row.ready_in.length > 0 }));
}

function describe(ctx: SignedInContext, row: ImageRow, view: View): ImageItem {
  const { language } = ctx.actor;
  const { id, code, kind, name, version, os, source, progress, digest } = row;
  return {
    ...{ id, code, kind, name, version, os, source, progress, digest },
    osFamily: row.os_family,
    description: row.description[language],
    sourceAddress: row.source_address,
    digestAddress: row.digest_address,
    digestType: digest === null ? null : (digestTypeOf(digest) satisfies DigestType),
    isDigestVerified: row.is_digest_verified,
    sizeBytes: row.size_bytes,
    minDiskGb: row.min_disk_gb,
    minRamMb: row.min_ram_mb,
    loginUser: row.login_user,
    supportsCloudInit: row.supports_cloud_init,
    priceItem: row.price_item,
    state: row.shown_state,
    problem: row.shown_state === 'failed' ? renderReasons(row.problem, language) : null,
    cmdId: row.task_id,
    isSimulated: row.is_simulated,
    readyIn: row.ready_in,
    usedBy: row.used_by,
    owner: row.owner,
    reach: row.owner === null ? 'catalogue' : row.isOwn ? 'own' : row.rank > 0 ? 'group' : 'shared',
    ...{ originalFormat: row.original_format, madeFrom: row.made_from },
    ...{ familyId: row.family_id, versions: row.versions, isLatest: row.is_latest },
    ...{ offer: row.offer, offerNote: row.offer_note },
    ...{ isSharedWithSite: row.is_shared_with_site, sharedWith: row.shared_with },
    actions: actionsOf(ctx, row, view, language),
  };
}

const renderReasons = (problem: Reason[] | null, language: Language): string | null =>
  problem?.map(({ name, values }) => render(name, language, values)).join(' ') ?? null;

function actionsOf(
  ctx: SignedInContext,
  row: ImageRow,
  view: View,
  language: Language,
): ImageItem['actions'] {
  const action = (obstacle: LocalizedText | null) => {
    const reason =
      row.owner !== null
        ? texts.ofItsOwner
        : hasPermission(ctx, 'images.manage')
          ? obstacle
          : texts.notPermitted;
    return { isAllowed: reason === null, reason: reason?.[language] ?? null };
  };
  const ownAction = (
    permission: 'images.create' | 'images.share',
    obstacle: LocalizedText | null = null,
  ) => {
    const reason = ownObstacle(ctx, row, permission) ?? obstacle;
    return { isAllowed: reason === null, reason: reason?.[language] ?? null };
  };
  const image = {
    source: row.source,
    state: row.shown_state,
    canBuild: findBuilder(ctx.services, row.code) !== undefined,
  };
  const isReal = view.real.length > 0;
  return {
    fetch: action(texts.obtainObstacle(image, 'fetch', isReal)),
    build: action(texts.obtainObstacle(image, 'build', isReal)),
    remove: action(removalObstacle(row, isReal)),
    edit: ownAction('images.create'),
    share: ownAction('images.share'),
    delete: ownAction(
      'images.create',
      row.shown_state === 'fetching'
        ? texts.isFetching
        : row.used_by > 0
          ? texts.imageInUse(row.used_by)
          : null,
    ),
  };
}

/** Returns why the viewer can't change the image at all. */
function ownObstacle(
  ctx: SignedInContext,
  row: ImageRow,
  permission: 'images.create' | 'images.share',
): LocalizedText | null {
  if (row.owner === null) return texts.ofCatalogue;
  if (!hasPermission(ctx, permission)) return texts.mayNotOwn;
  const denialReason = denialReasonFor(row, 'manage');
  if (denialReason === null) return null;
  return denialReason === 'lockedByParent' ? texts.lockedByParent : texts.othersImage;
}

function removalObstacle(
  { used_by, shown_state }: ImageRow,
  isReal: boolean,
): LocalizedText | null {
  if (!isReal) return texts.onlySimulated;
  if (used_by > 0) return texts.imageInUse(used_by);
  return shown_state === 'ready' ? null : texts.nothingToRemove;
}

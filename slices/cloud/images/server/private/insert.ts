import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { userError } from '../../../../../contract/errors/errors.ts';
import { eachLanguage, type LocalizedText } from '../../../../../contract/languages.ts';
import type { Context } from '../../../../../server/platform/context.ts';
import { localize } from '../../texts/localize.ts';
import { type ImageSource, imageTables, lockOwnImage, type PrivateFacts } from '../store.ts';

/** The fields that depend on the source of an image's content. */
export interface Origin {
  source: ImageSource;
  sourceAddress?: string;
  wantedDigest?: string | undefined;
  bootsAs?: string | null;
  madeFrom?: string;
}

/**
 * Inserts the row of a private image before it has content. Throws `imageFamilyRefused` and the
 * errors of the family lookup.
 */
export async function insertPrivateImage(
  ctx: Context,
  owner: { id: string; siteId: string },
  fields: PrivateFacts,
  origin: Origin,
): Promise<{ id: string; name: string }> {
  const id = randomUUID();
  const familyId =
    fields.familyOf === undefined
      ? null
      : await familyFor(ctx, fields.familyOf, owner, fields.kind);
  await imageTables(ctx.db)
    .insertInto('image')
    .values({
      ...{
        id,
        owner_id: owner.id,
        site_id: owner.siteId,
        family_id: familyId,
        code: `own-${id.slice(0, 8)}`,
      },
      ...columnsOf(fields),
      kind: fields.kind,
      source: origin.source,
      source_address: origin.sourceAddress ?? null,
      wanted_digest: origin.wantedDigest ?? null,
      boots_as: origin.bootsAs ?? null,
      made_from: origin.madeFrom ?? null,
      // The actual format and size are known once the content is stored.
      ...{ format: fields.kind === 'iso' ? 'iso' : 'qcow2', min_disk_gb: 1 },
    })
    .execute();
  return { id, name: fields.name };
}

const families: Record<PrivateFacts['osFamily'], string> = {
  linux: 'Linux',
  windows: 'Windows',
  other: '',
};

/** The columns that store the owner's description. */
export function columnsOf(fields: Omit<PrivateFacts, 'kind' | 'familyOf'>) {
  return {
    name: fields.name,
    description: JSON.stringify(eachLanguage(() => fields.description)),
    version: fields.version,
    os_family: fields.osFamily,
    os: fields.os || families[fields.osFamily] || fields.name,
    login_user: fields.loginUser,
    min_ram_mb: fields.minRamMb,
    supports_cloud_init: fields.supportsCloudInit,
  };
}

const kindsDiffer: LocalizedText = localize('kindsDiffer');
const ownersDiffer: LocalizedText = localize('ownersDiffer');

async function familyFor(
  ctx: Context,
  imageId: string,
  owner: { id: string },
  kind: PrivateFacts['kind'],
): Promise<string> {
  const first = await lockOwnImage(ctx, imageId, 'manage');
  const problem =
    (first.kind === 'iso') !== (kind === 'iso')
      ? kindsDiffer
      : first.ownerId !== owner.id
        ? ownersDiffer
        : null;
  if (problem) throw userError('imageFamilyRefused', { image: first.name, problem }, 'familyOf');
  await sql`update image set family_id = ${first.familyId} where id = ${first.id} and family_id is null`.execute(
    ctx.db,
  );
  return first.familyId;
}

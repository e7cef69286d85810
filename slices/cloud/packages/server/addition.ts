import { sql } from 'kysely';
import type { Reason } from '../../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import type { Addition, PlannedAddition } from '../../servers/server/index.ts';
import { localize } from '../texts/localize.ts';
import { withAppSecrets } from './app.ts';
import { type OfferedRow, offeredRows } from './store.ts';
import { packageTables } from './tables.ts';
import { checkValues, textIn, type ValidatedValues } from './values.ts';

/**
 * Adds an application to a new server: validated with the rest of the request, and installed once
 * the server responds.
 */
export const packageAddition: Addition = async (ctx, body, source) => {
  if (body.app === undefined) return null;
  const [offeredRow] = await offeredRows(ctx, { packageId: body.app.packageId });
  if (!offeredRow)
    return rejectedAddition({
      name: 'notFound',
      values: { what: 'package', id: body.app.packageId },
      key: 'app.packageId',
    });
  const { checked, reasons } = checkValues(
    offeredRow.manifest,
    body.app.parameters ?? {},
    ctx.language,
    (name) => `app.parameters.${name}`,
  );
  const { ports, minimum } = offeredRow.manifest;
  return {
    reasons: [
      ...reasons,
      ...compatibilityReasons(ctx, offeredRow, body, source?.imageCode ?? null),
      ...sizeReasons(ctx, offeredRow, minimum, body),
    ],
    ports: ports.filter(({ protocol }) => protocol === 'tcp').map(({ port }) => port),
    note: { app: offeredRow.code, appVersion: offeredRow.version },
    made: (inner, server) => storeApp(inner, offeredRow, checked, server),
  };
};

const rejectedAddition = (reason: Reason): PlannedAddition => ({
  reasons: [reason],
  ports: [],
  note: {},
  made: async () => {},
});

type Body = Parameters<Addition>[1];

function compatibilityReasons(
  ctx: SignedInContext,
  { manifest }: OfferedRow,
  body: Body,
  imageCode: string | null,
): Reason[] {
  const title = textIn(manifest.title, ctx.language);
  const reason = (problem: LocalizedText, key: string): Reason => ({
    name: 'packageUnavailable',
    values: { package: title, problem },
    key,
  });
  if (body.cloneOf !== undefined)
    return [reason(localize('addition.fitReasons.cloneKeepsAppsOriginal'), 'app.packageId')];
  if (imageCode === null || manifest.images.includes(imageCode)) return [];
  const list = manifest.images.join(', ');
  return [
    reason(localize('addition.fitReasons.requiresOneImagesNot', { list, imageCode }), 'imageId'),
  ];
}

function sizeReasons(
  ctx: SignedInContext,
  { manifest }: OfferedRow,
  minimum: OfferedRow['manifest']['minimum'],
  body: Body,
): Reason[] {
  const sizes = { cores: body.cores, ramMb: body.ramMb, diskGb: body.disks[0]?.sizeGb ?? 0 };
  const keys = { cores: 'cores', ramMb: 'ramMb', diskGb: 'disks.0.sizeGb' } as const;
  const units = { cores: '', ramMb: ' MB', diskGb: ' GB' } as const;
  return (Object.keys(keys) as (keyof typeof keys)[]).flatMap((size): Reason[] => {
    if (sizes[size] >= minimum[size]) return [];
    const [least, actual] = [`${minimum[size]}${units[size]}`, `${sizes[size]}${units[size]}`];
    const problem = localize('addition.problem.requiresLeastNot', { least, had: actual });
    return [
      {
        name: 'packageUnavailable',
        values: { package: textIn(manifest.title, ctx.language), problem },
        key: keys[size],
      },
    ];
  });
}

async function storeApp(
  ctx: SignedInContext,
  offeredRow: OfferedRow,
  { values, secrets }: ValidatedValues,
  server: { id: string; ownerId: string; siteId: string },
): Promise<void> {
  // Locks the package so that it can't be removed before this is written.
  await sql`select from app_package where id = ${offeredRow.id} for share`.execute(ctx.db);
  const sealed =
    Object.keys(secrets).length > 0
      ? ctx.services.secrets.seal(JSON.stringify(secrets), {
          column: 'server_app.secrets',
          row: server.id,
        })
      : null;
  await packageTables(ctx)
    .insertInto('server_app')
    .values({
      ...{
        server_id: server.id,
        package_id: offeredRow.id,
        version: offeredRow.version,
        owner_id: server.ownerId,
        site_id: server.siteId,
      },
      parameters: JSON.stringify(values),
    })
    .execute();
  if (sealed)
    await packageTables(withAppSecrets(ctx))
      .updateTable('server_app')
      .set({ secrets: sealed })
      .where('server_id', '=', server.id)
      .execute();
}

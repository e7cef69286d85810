import { userError } from '../../../../contract/errors/errors.ts';
import { eachLanguage } from '../../../../contract/languages.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import { packageEndpoints } from '../contract.ts';
import { lockAppForUpdate, presentApp, showSecrets } from './app.ts';
import { checkArchive, checkPackage } from './check.ts';
import { offeredPackages } from './offered.ts';
import {
  announcePackage,
  findPackage,
  findVersion,
  listPackages,
  lockOwnPackageForUpdate,
  presentFor,
  setPackageEnabled,
  sitesOf,
  storePackage,
  type VersionRow,
  versionsOf,
} from './store.ts';
import { packageTables } from './tables.ts';
import { startAppWork } from './tasks.ts';
import { textIn } from './values.ts';

const presentVersion = ({
  version,
  digest,
  isWithdrawn,
  servers,
  createdAt,
  createdBy,
}: VersionRow) => ({
  ...{ version, digest, isWithdrawn, servers, createdBy: createdBy ?? '' },
  createdAt: createdAt.toISOString(),
});

export const packageRoutes = routes(packageEndpoints, {
  listPackages: (ctx, { query }) => listPackages(ctx, query),
  offeredPackages: (ctx, { query }) => offeredPackages(ctx, query.kind),
  uploadPackage: async (ctx, { body }) =>
    storePackage(
      ctx,
      'archive' in body
        ? await checkArchive(body.archive)
        : checkPackage(body.manifest, body.scripts),
    ),
  getPackage: async (ctx, { params }) => {
    const row = await findPackage(ctx, params.packageId);
    const versions = await versionsOf(ctx, row.id);
    return {
      ...presentFor(ctx)(row),
      versions: versions.map(presentVersion),
      sites: await sitesOf(ctx, row.id),
    };
  },
  getPackageVersion: async (ctx, { params }) => {
    const row = await findPackage(ctx, params.packageId);
    const found = await findVersion(ctx, row.id, params.version);
    return { ...presentVersion(found), manifest: found.manifest, scripts: found.scripts };
  },
  withdrawPackageVersion: async (ctx, { params, body }) => {
    const row = await lockOwnPackageForUpdate(ctx, params.packageId);
    const { version } = await findVersion(ctx, row.id, params.version);
    await packageTables(ctx)
      .updateTable('app_package_version')
      .set({ is_withdrawn: body.isWithdrawn })
      .where('package_id', '=', row.id)
      .where('version', '=', version)
      .execute();
    ctx.note({ targetType: 'package', targetId: row.id, after: { version, ...body } });
    await announcePackage(ctx, row.id);
  },
  enablePackage: async (ctx, { params, body }) => {
    const row = await findPackage(ctx, params.packageId);
    await setPackageEnabled(ctx, row.id, params.siteId, body.isEnabled);
  },
  deletePackage: async (ctx, { params }) => {
    const row = await lockOwnPackageForUpdate(ctx, params.packageId);
    if (row.servers > 0)
      throw userError('packageInUse', {
        package: eachLanguage((language) => textIn(row.manifest.title, language)),
        count: row.servers,
      });
    await packageTables(ctx).deleteFrom('app_package').where('id', '=', row.id).execute();
    ctx.note({
      targetType: 'package',
      targetId: row.id,
      before: { code: row.code, version: row.version },
    });
    await announcePackage(ctx, row.id);
  },
  getServerApp: (ctx, { params }) => presentApp(ctx, params.serverId),
  workOnServerApp: async (ctx, { params }) => {
    const { app, server, newVersion } = await lockAppForUpdate(ctx, params.serverId, params.work);
    const { cmdId } = await startAppWork(
      ctx,
      app,
      server,
      params.work === 'retry' ? 'install' : params.work,
      params.work === 'upgrade' ? (newVersion ?? app.version) : app.version,
    );
    ctx.note({
      targetType: 'server',
      targetId: server.id,
      after: { app: app.code, work: params.work },
    });
    return { cmdId };
  },
  showAppSecrets: (ctx, { params }) => showSecrets(ctx, params.serverId),
});

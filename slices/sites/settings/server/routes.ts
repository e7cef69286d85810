import { roleTitlesWith } from '../../../../contract/access/roleTitles.ts';
import type { LocalizedText } from '../../../../contract/languages.ts';
import { hasPermission } from '../../../../server/platform/access/scope.ts';
import { routes } from '../../../../server/platform/http/routes.ts';
import {
  findSetting,
  listSettings,
  readSetting,
  requiredAccessAt,
  type Setting,
  writeSetting,
} from '../../../../server/platform/settings/settings.ts';
import type { Site } from '../../../../server/platform/sites/sites.ts';
import { settingsEndpoints } from '../contract.ts';

const isAvailableOn = ({ level }: Setting<unknown>, { path }: Pick<Site, 'path'>): boolean =>
  level === 'site' || !path.includes('/');

/** The roles that can change a setting. Settings of the root site can't be changed on sub-sites. */
const changersOf = (setting: Setting<unknown>, site: Pick<Site, 'path'>): LocalizedText =>
  roleTitlesWith(isAvailableOn(setting, site) ? requiredAccessAt(setting, site) : 'portal.manage');

type Json = Parameters<typeof JSON.stringify>[0];

export const settingsRoutes = routes(settingsEndpoints, {
  listSettings: async (ctx) => {
    const own = await ctx.db
      .selectFrom('setting')
      .select('id')
      .where('site_id', '=', ctx.site.id)
      .execute();
    const ownIds = new Set(own.map((row) => row.id));
    const items = await Promise.all(
      listSettings(ctx).map(async (setting) => ({
        id: setting.id,
        title: setting.title[ctx.actor.language],
        value: (await readSetting(ctx, setting)) as Json,
        fallback: setting.fallback as Json,
        isOwn: ownIds.has(setting.id),
        canChange:
          hasPermission(ctx, requiredAccessAt(setting, ctx.site)) &&
          isAvailableOn(setting, ctx.site),
        changedBy: changersOf(setting, ctx.site)[ctx.actor.language],
      })),
    );
    return { items };
  },
  updateSetting: async (ctx, { params, body }) => {
    await writeSetting(ctx, findSetting(ctx, params.settingId), body.value);
    return { id: params.settingId, value: body.value };
  },
});

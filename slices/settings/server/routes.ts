import { routes } from '../../../server/platform/http/routes.ts';
import { findSetting, listSettings, readSetting, writeSetting } from '../../../server/platform/settings/settings.ts';
import { settingsEndpoints } from '../contract.ts';

type Json = Parameters<typeof JSON.stringify>[0];

export const settingsRoutes = routes(settingsEndpoints, {
  listSettings: async (ctx) => {
    const own = await ctx.db.selectFrom('setting').select('id').where('site_id', '=', ctx.site.id).execute();
    const ownIds = new Set(own.map((row) => row.id));
    const items = await Promise.all(
      listSettings().map(async (setting) => ({
        id: setting.id,
        title: setting.title[ctx.actor.language],
        value: (await readSetting(ctx, setting)) as Json,
        fallback: setting.fallback as Json,
        isOwn: ownIds.has(setting.id),
      })),
    );
    return { items };
  },
  changeSetting: async (ctx, { params, body }) => {
    await writeSetting(ctx, findSetting(params.settingId), body.value);
    return { id: params.settingId, value: body.value };
  },
});

import { sql } from 'kysely';
import type * as z from 'zod';
import type { Permission } from '../../../contract/access/permissions.ts';
import { roleTitlesWith } from '../../../contract/access/roleTitles.ts';
import { emptyText, userError } from '../../../contract/errors/errors.ts';
import type { LocalizedText } from '../../../contract/languages.ts';
import { hasPermission } from '../access/scope.ts';
import type { Context } from '../context.ts';
import { announce } from '../events/hub.ts';
import { schemaProblems } from '../schemaTexts/schemaTexts.ts';
import { localize } from '../texts/localize.ts';

/**
 * A setting of the portal, declared once. A site inherits the value of its parent site until it
 * sets its own.
 */
export interface Setting<T> {
  /** `area.name` */
  id: string;
  schema: z.ZodType<T>;
  fallback: T;
  title: LocalizedText;
  /** `site`: each site can set it. `root`: only the root site can set it, for all sites. */
  level: 'site' | 'root';
  /** The permission required to change it. Portal-wide settings require `portal.manage`. */
  access: Permission;
  /**
   * The permission required to change the root site's value, which child sites inherit. Defaults to
   * `access`.
   */
  accessAtRoot?: Permission;
  /**
   * Combines a site's value with those of its parent sites, for settings that sites can't weaken.
   * Otherwise the site's own value replaces them.
   */
  combine?(own: T, above: T): T;
  /** The problem with a value that matches the schema but isn't valid for this installation. */
  problem?(ctx: Pick<Context, 'services'>, value: T): LocalizedText | null;
}

/** The permission required to change the setting at this site. */
export const requiredAccessAt = <T>(
  { access, accessAtRoot }: Setting<T>,
  site: { path: string },
): Permission => (site.path.includes('/') ? access : (accessAtRoot ?? access));

/** Declares a setting. Its slice lists it under `settings`. */
export const defineSetting = <T>(setting: Setting<T>): Setting<T> => setting;

export const listSettings = ({ services }: Pick<Context, 'services'>): Setting<unknown>[] =>
  [...services.slices.settings.values()].sort((a, b) => a.id.localeCompare(b.id));

export function findSetting({ services }: Pick<Context, 'services'>, id: string): Setting<unknown> {
  const setting = services.slices.settings.get(id);
  if (!setting) throw userError('notFound', { what: 'setting', id });
  return setting;
}

/**
 * The value for the context's site (or another site): its own, otherwise the nearest parent's,
 * otherwise the declared fallback. A setting with `combine` uses its own value combined with all
 * parent values.
 */
export async function readSetting<T>(
  ctx: Pick<Context, 'db' | 'site'>,
  setting: Setting<T>,
): Promise<T> {
  const path = ctx.site.path.split('/');
  const { rows } = await sql<{ value: unknown }>`
    select value from setting where id = ${setting.id} and site_id = any(${path}::uuid[])
    order by array_position(${path}::uuid[], site_id) desc ${setting.combine ? sql`` : sql`limit 1`}`.execute(
    ctx.db,
  );
  const { combine = (own) => own } = setting;
  // A value stored by an older version that is no longer allowed is treated as not set.
  const [own, ...parentValues] = rows
    .map(({ value }) => setting.schema.safeParse(value))
    .flatMap((read) => (read.success ? [read.data] : []));
  return own === undefined ? setting.fallback : parentValues.reduce(combine, own);
}

/**
 * Sets the value for the context's site. Throws `settingNotAllowed`, or `settingInvalid` with the
 * expected value.
 */
export async function writeSetting<T>(
  ctx: Context,
  setting: Setting<T>,
  value: unknown,
): Promise<void> {
  const permission = requiredAccessAt(setting, ctx.site);
  if (!hasPermission(ctx, permission))
    throw userError('settingNotAllowed', {
      setting: setting.title,
      who: roleTitlesWith(permission),
    });
  const parsed = setting.schema.safeParse(value);
  const problem = parsed.success
    ? (setting.problem?.(ctx, parsed.data) ?? null)
    : (schemaProblems(setting.schema, value)[0]?.problem ?? emptyText);
  if (!parsed.success || problem)
    throw userError(
      'settingInvalid',
      {
        setting: setting.id,
        given: JSON.stringify(value).slice(0, 100),
        problem: problem ?? emptyText,
      },
      'value',
    );
  if (setting.level === 'root' && ctx.site.path.includes('/'))
    throw userError('settingInvalid', {
      setting: setting.id,
      given: '',
      problem: localize('settings.problem.onlyRootSiteCan'),
    });
  const before = await readSetting(ctx, setting);
  await ctx.db
    .insertInto('setting')
    .values({
      site_id: ctx.site.id,
      id: setting.id,
      value: JSON.stringify(parsed.data),
      changed_by: ctx.actor?.userId ?? null,
    })
    .onConflict((conflict) =>
      conflict.columns(['site_id', 'id']).doUpdateSet({
        value: JSON.stringify(parsed.data),
        changed_by: ctx.actor?.userId ?? null,
        changed_at: ctx.clock.now(),
      }),
    )
    .execute();
  ctx.note({ targetType: 'setting', targetId: setting.id, before, after: parsed.data });
  await announce(ctx.db, { topic: 'setting', id: setting.id, siteId: ctx.site.id });
}

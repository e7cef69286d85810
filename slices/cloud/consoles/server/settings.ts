import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../../../server/platform/context.ts';
import {
  defineSetting,
  readSetting,
  type Setting,
} from '../../../../server/platform/settings/settings.ts';
import { localize } from '../texts/localize.ts';
import { isText } from './recording/format.ts';
import type { ConsoleKind, RecordingMode } from './tables.ts';

export const recording = defineSetting<'off' | 'text' | 'all'>({
  id: 'consoles.record',
  schema: z.enum(['off', 'text', 'all']),
  fallback: 'off',
  level: 'site',
  access: 'settings.manage',
  title: localize('recording'),
});

export const recordInput = defineSetting<boolean>({
  id: 'consoles.recordInput',
  schema: z.boolean(),
  fallback: false,
  level: 'site',
  access: 'settings.manage',
  title: localize('recordInput'),
});

export const recordKeepDays = defineSetting<number>({
  id: 'consoles.recordKeepDays',
  schema: z.int().min(1).max(3650),
  fallback: 90,
  level: 'site',
  access: 'settings.manage',
  title: localize('recordKeepDays'),
});

export const idleMinutes = defineSetting<number>({
  id: 'consoles.idleMinutes',
  schema: z.int().min(1).max(1440),
  fallback: 60,
  level: 'site',
  access: 'settings.manage',
  title: localize('idleMinutes'),
});

export const guacdPort = defineSetting<number>({
  id: 'consoles.guacdPort',
  schema: z.int().min(1).max(65_535),
  fallback: 4822,
  level: 'root',
  access: 'portal.manage',
  title: localize('guacdPort'),
});

/** The value of a setting at the site of an object, regardless of the site of the call. */
export async function settingAt<T>(
  ctx: Pick<Context, 'db' | 'site'>,
  siteId: string,
  setting: Setting<T>,
): Promise<T> {
  const { rows } = await sql<{ path: string }>`select path from site where id = ${siteId}`.execute(
    ctx.db,
  );
  return await readSetting(
    { db: ctx.db, site: { ...ctx.site, path: rows[0]?.path ?? ctx.site.path } },
    setting,
  );
}

/** What is recorded on consoles of a site's servers. */
export async function recordingModes(
  ctx: Pick<Context, 'db' | 'site'>,
  siteId: string,
): Promise<(kind: ConsoleKind) => RecordingMode> {
  const recordingMode = await settingAt(ctx, siteId, recording);
  const part: RecordingMode =
    recordingMode !== 'off' && (await settingAt(ctx, siteId, recordInput)) ? 'all' : 'output';
  return (kind) =>
    recordingMode === 'all' || (recordingMode === 'text' && isText(kind)) ? part : 'none';
}

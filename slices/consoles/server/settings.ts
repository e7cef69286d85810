import { sql } from 'kysely';
import * as z from 'zod';
import type { Context } from '../../../server/platform/context.ts';
import {
  defineSetting,
  readSetting,
  type Setting,
} from '../../../server/platform/settings/settings.ts';
import { isText } from './recording/format.ts';
import type { ConsoleKind, RecordedPart } from './tables.ts';

export const recording = defineSetting<'off' | 'text' | 'all'>({
  id: 'consoles.record',
  schema: z.enum(['off', 'text', 'all']),
  fallback: 'off',
  level: 'site',
  access: 'settings.manage',
  title: {
    en: 'Record consoles: off, text (serial console and SSH), or all (screens too). Users are notified',
    he: 'הקלטת קונסולות: off, ‏text (קונסולה טורית ו-SSH) או all (גם מסכים). המשתמשים מקבלים הודעה',
  },
});

export const recordInput = defineSetting<boolean>({
  id: 'consoles.recordInput',
  schema: z.boolean(),
  fallback: false,
  level: 'site',
  access: 'settings.manage',
  title: {
    en: 'Record keyboard input in recorded consoles, including passwords',
    he: 'הקלטת ההקלדה בקונסולות מוקלטות, כולל סיסמאות',
  },
});

export const recordKeepDays = defineSetting<number>({
  id: 'consoles.recordKeepDays',
  schema: z.int().min(1).max(3650),
  fallback: 90,
  level: 'site',
  access: 'settings.manage',
  title: {
    en: 'Days to keep console recordings (1–3650)',
    he: 'ימים לשמירת הקלטות קונסולה (‏1–3650)',
  },
});

export const idleMinutes = defineSetting<number>({
  id: 'consoles.idleMinutes',
  schema: z.int().min(1).max(1440),
  fallback: 60,
  level: 'site',
  access: 'settings.manage',
  title: {
    en: 'Minutes without input until SSH and desktops are closed (1–1440)',
    he: 'דקות ללא הקלדה עד לסגירת SSH ושולחנות עבודה (‏1–1440)',
  },
});

export const guacdPort = defineSetting<number>({
  id: 'consoles.guacdPort',
  schema: z.int().min(1).max(65_535),
  fallback: 4822,
  level: 'root',
  access: 'portal.manage',
  title: {
    en: 'Port on 127.0.0.1 where guacd listens, for RDP and VNC into guests',
    he: 'הפורט ב-127.0.0.1 שבו guacd מאזין, לחיבורי RDP ו-VNC אל תוך השרתים',
  },
});

/** What a setting says at the site that something belongs to, whatever site the call came to. */
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

/** What is recorded of consoles of servers of a site. */
export async function recordedParts(
  ctx: Pick<Context, 'db' | 'site'>,
  siteId: string,
): Promise<(kind: ConsoleKind) => RecordedPart> {
  const what = await settingAt(ctx, siteId, recording);
  const part: RecordedPart =
    what !== 'off' && (await settingAt(ctx, siteId, recordInput)) ? 'all' : 'output';
  return (kind) => (what === 'all' || (what === 'text' && isText(kind)) ? part : 'none');
}

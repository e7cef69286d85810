import type * as z from 'zod';
import { type Language, languages } from '../../../../contract/languages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { siteChanged } from '../../../../server/platform/sites/sites.ts';
import type { siteEndpoints } from '../contract.ts';
import type { FoundSite } from './find.ts';
import { hostsProblem, listClaims } from './hosts/hosts.ts';

type Settings = z.output<(typeof siteEndpoints)['updateSiteSettings']['body']>;

async function readSiteSettingsRow(ctx: SignedInContext, siteId: string): Promise<Settings> {
  const row = await ctx.db
    .selectFrom('site')
    .select([
      'name',
      'system_name',
      'copyright',
      'languages',
      'currency',
      'time_zone',
      'mail_sender',
      'sign_up',
      'requires_email_validation',
    ])
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow();
  return {
    name: row.name,
    systemName: row.system_name,
    copyright: row.copyright,
    languages: languages.filter((language) => row.languages.includes(language)) as Language[],
    currency: row.currency,
    timeZone: row.time_zone,
    mailSender: row.mail_sender,
    signUp: row.sign_up as Settings['signUp'],
    requiresEmailValidation: row.requires_email_validation,
  };
}

export async function readSiteSettings(ctx: SignedInContext, site: FoundSite) {
  return {
    ...(await readSiteSettingsRow(ctx, site.id)),
    hosts: await listClaims(ctx, site.id),
    hostsProblem: hostsProblem(ctx, site),
  };
}

export async function writeSiteSettings(
  ctx: SignedInContext,
  site: FoundSite,
  newSettings: Settings,
): Promise<void> {
  const before = await readSiteSettingsRow(ctx, site.id);
  await ctx.db
    .updateTable('site')
    .set({
      name: newSettings.name,
      system_name: newSettings.systemName,
      copyright: newSettings.copyright,
      languages: newSettings.languages,
      currency: newSettings.currency,
      time_zone: newSettings.timeZone,
      mail_sender: newSettings.mailSender,
      sign_up: newSettings.signUp,
      requires_email_validation: newSettings.requiresEmailValidation,
    })
    .where('id', '=', site.id)
    .execute();
  ctx.note({ targetType: 'site', targetId: site.id, before, after: newSettings });
  await siteChanged(ctx, site.id);
}

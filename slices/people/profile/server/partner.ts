import { type Reason, UserError } from '../../../../contract/errors/errors.ts';
import { asPortal } from '../../../../server/platform/access/portalDb.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { ownSubject } from './subject.ts';
import { profileTables } from './tables.ts';

export interface PartnerForm {
  microsoftPartnerId?: string | undefined;
  partnerUserName?: string | undefined;
  partnerPassword?: string | undefined;
  appId?: string | undefined;
  appSecret?: string | undefined;
  appTenantId?: string | undefined;
  importUrl?: string | undefined;
}

const required = [
  ['partnerUserName', 'partnerUserNameRequired'],
  ['partnerPassword', 'partnerPasswordRequired'],
  ['appId', 'partnerApplicationIdRequired'],
  ['appSecret', 'partnerSecretRequired'],
  ['appTenantId', 'partnerTenantRequired'],
] as const;

/**
 * All fields are required, so that a stored secret is never combined with another username. Throws
 * codes 128, 129, 130, 144, 145.
 */
export async function updatePartner(ctx: SignedInContext, form: PartnerForm): Promise<void> {
  const { id } = await ownSubject(ctx);
  const reasons: Reason[] = required
    .filter(([field]) => !form[field]?.trim())
    .map(([key, name]) => ({ name, key }));
  if (reasons.length > 0) throw new UserError(reasons);
  const seal = (column: string, value: string) =>
    ctx.services.secrets.seal(value, { column: `partner_connection.${column}`, row: id });
  const partnerValues = {
    partner_id: form.microsoftPartnerId ?? '',
    user_name: form.partnerUserName ?? '',
    app_id: form.appId ?? '',
    tenant_id: form.appTenantId ?? '',
    import_url: form.importUrl ?? '',
  };
  const row = {
    ...partnerValues,
    password: seal('password', form.partnerPassword ?? ''),
    app_secret: seal('app_secret', form.appSecret ?? ''),
    changed_at: ctx.clock.now(),
  };
  await profileTables(asPortal(ctx, 'sealed secrets are written for the caller itself'))
    .insertInto('partner_connection')
    .values({ user_id: id, ...row })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row))
    .execute();
  ctx.note({
    targetType: 'user',
    targetId: id,
    after: { ...partnerValues, password: 'set', app_secret: 'set' },
  });
}

export async function removePartner(ctx: SignedInContext): Promise<void> {
  const { id } = await ownSubject(ctx);
  await profileTables(ctx).deleteFrom('partner_connection').where('user_id', '=', id).execute();
  ctx.note({ targetType: 'user', targetId: id, after: { partner: 'removed' } });
}

import type { FastifyRequest } from 'fastify';
import { userError } from '../../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import {
  countPasskeys,
  deletePasskey,
  maxPasskeys,
  registerPasskey,
  registrationOptions,
  renamePasskey,
  requireSignInMethod,
} from '../../../credentials/server/index.ts';
import { findSubject, ownSubject, type Subject } from '../subject.ts';
import { onProtectionChanged } from './protection.ts';

const notFoundError = (id: string) =>
  userError('notFound', { what: 'passkey', id: id.slice(0, 60) });

async function ownSubjectWithFreeSlot(ctx: SignedInContext): Promise<Subject> {
  const subject = await ownSubject(ctx);
  if ((await countPasskeys(ctx, subject.id)) >= maxPasskeys)
    throw userError('passkeyLimit', { max: maxPasskeys });
  return subject;
}

export async function passkeyCreationOptions(ctx: SignedInContext, request: FastifyRequest) {
  const subject = await ownSubjectWithFreeSlot(ctx);
  return { options: { ...(await registrationOptions(ctx, request, subject)) } };
}

export async function createPasskey(
  ctx: SignedInContext,
  request: FastifyRequest,
  form: { name: string; credential: unknown },
) {
  const subject = await ownSubjectWithFreeSlot(ctx);
  const id = await registerPasskey(ctx, request, subject.id, form.credential, form.name);
  ctx.note({ targetType: 'user', targetId: subject.id, after: { passkeyAdded: form.name } });
  await onProtectionChanged(ctx, subject, 'passkeyAdded');
  return { id };
}

export async function updatePasskeyName(
  ctx: SignedInContext,
  passkeyId: string,
  name: string,
): Promise<void> {
  const { id } = await ownSubject(ctx);
  if (!(await renamePasskey(ctx, id, passkeyId, name))) throw notFoundError(passkeyId);
  ctx.note({ targetType: 'user', targetId: id, after: { passkeyNamed: name } });
}

/**
 * Throws `notFound`, `lastWayIn`, or `lastFactor` if it is the only method of the second factor.
 */
export async function dropPasskey(ctx: SignedInContext, passkeyId: string): Promise<void> {
  const subject = await ownSubject(ctx);
  if (!(await deletePasskey(ctx, subject.id, passkeyId))) throw notFoundError(passkeyId);
  await requireSignInMethod(ctx, subject.id);
  await requireFactor(ctx, subject.id);
  ctx.note({
    targetType: 'user',
    targetId: subject.id,
    before: { passkeyRemoved: passkeyId.slice(0, 60) },
  });
  await onProtectionChanged(ctx, subject, 'passkeyRemoved');
}

async function requireFactor(ctx: SignedInContext, userId: string): Promise<void> {
  const { uses_tfa, uses_tfa_app, uses_tfa_email, uses_tfa_sms } = await ctx.db
    .selectFrom('user_account')
    .select(['uses_tfa', 'uses_tfa_app', 'uses_tfa_email', 'uses_tfa_sms'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  if (
    uses_tfa &&
    !uses_tfa_app &&
    !uses_tfa_email &&
    !uses_tfa_sms &&
    (await countPasskeys(ctx, userId)) === 0
  )
    throw userError('lastFactor');
}

/** Throws `notFound`, `lastWayIn`. */
export async function allowEmailAccess(
  ctx: SignedInContext,
  id: string,
  isAllowed: boolean,
): Promise<void> {
  const subject = await findSubject(ctx, id);
  const { numUpdatedRows } = await ctx.db
    .updateTable('user_account')
    .set({ allows_email_login: isAllowed })
    .where('id', '=', id)
    .where('allows_email_login', '!=', isAllowed)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await requireSignInMethod(ctx, id);
  ctx.note({
    targetType: 'user',
    targetId: id,
    before: { allowEmail: !isAllowed },
    after: { allowEmail: isAllowed },
  });
  await onProtectionChanged(ctx, subject, 'emailLogin');
}

import type { LocalizedText } from '../../../../contract/languages.ts';
import { operationTitle } from '../../../../server/platform/audit/operationTitle.ts';
import type { Context } from '../../../../server/platform/context.ts';
import { localize } from '../texts/localize.ts';

/** Titles of operations as seen by the affected user. Others use their API title. */
const words: Record<string, LocalizedText> = {
  createAccount: localize('words.createAccount'),
  createUser: localize('words.createUser'),
  inviteUsers: localize('words.inviteUsers'),
  inviteUser: localize('words.inviteUser'),
  updateUser: localize('words.updateUser'),
  disableUser: localize('words.disableUser'),
  enableUser: localize('words.enableUser'),
  lockUser: localize('words.lockUser'),
  updateUserRole: localize('words.updateUserRole'),
  moveUser: localize('words.moveUser'),
  deleteUser: localize('words.deleteUser'),
  actFor: localize('words.actFor'),
  stopActing: localize('words.stopActing'),
  resetPassword: localize('words.resetPassword'),
  validateEmail: localize('words.validateEmail'),
  createServers: localize('words.createServers'),
  powerServer: localize('words.powerServer'),
  terminateServer: localize('words.terminateServer'),
  updateSetting: localize('words.updateSetting'),
};

export const operationText = (
  ctx: Pick<Context, 'services' | 'language'>,
  operation: string,
): string => words[operation]?.[ctx.language] ?? operationTitle(ctx, operation, ctx.language);

/** The titles of fields in the history. */
const fields: Record<string, LocalizedText> = {
  email: localize('fields.email'),
  role: localize('fields.role'),
  siteId: localize('fields.siteId'),
  parentId: localize('fields.parentId'),
  owner: localize('fields.owner'),
  firstName: localize('fields.firstName'),
  lastName: localize('fields.lastName'),
  language: localize('fields.language'),
  isEnabled: localize('fields.isEnabled'),
  isLocked: localize('fields.isLocked'),
  state: localize('fields.state'),
  billing: localize('fields.billing'),
  deleted: localize('fields.deleted'),
  name: localize('fields.name'),
  power: localize('fields.power'),
};

export const fieldText = (field: string, language: keyof LocalizedText): string =>
  fields[field]?.[language] ?? field;

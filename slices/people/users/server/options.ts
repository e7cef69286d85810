import type * as z from 'zod';
import { render } from '../../../../contract/errors/messages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { readSetting } from '../../../../server/platform/settings/settings.ts';
import { passwordBounds, passwordPolicy } from '../../credentials/server/index.ts';
import type { userEndpoints } from '../contract.ts';
import { localize } from '../texts/localize.ts';
import { grantableRoles } from './rules/userScope.ts';
import { manageableSites, viewerOf } from './store.ts';

type Options = z.output<(typeof userEndpoints)['userOptions']['answer']>;

const isSubAccount = localize('isChild');

/** The options of the form that creates users. */
export async function readOptions(ctx: SignedInContext): Promise<Options> {
  const createsSubAccounts = ctx.actor.role === 'user';
  const { min, max } = passwordBounds[await readSetting(ctx, passwordPolicy)];
  const problem = viewerOf(ctx).isLocked
    ? render('lockedByParent', ctx.language)
    : createsSubAccounts && ctx.actor.parentId !== null
      ? isSubAccount[ctx.language]
      : null;
  return {
    sites: (await manageableSites(ctx)).map(({ id, name }) => ({ id, name })),
    roles: grantableRoles(ctx.actor),
    ...{ makesChildren: createsSubAccounts, problem, passwordMin: min, passwordMax: max },
  };
}

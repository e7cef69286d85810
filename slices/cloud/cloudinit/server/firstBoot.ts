import { type Reason, UserError } from '../../../../contract/errors/errors.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import { maxUserDataLength } from './compose.ts';
import { firstProblem, parsePart } from './documents.ts';
import { buildUserData, getPolicyDocuments } from './store.ts';

/** The first-boot documents of a new server's policies, and all their problems. */
export interface FirstBootPlan {
  policyParts: string[];
  reasons: Reason[];
}

/** Validates the policies and user data of a server to be created. */
export async function planFirstStart(
  ctx: SignedInContext,
  {
    policies = [],
    userData = null,
  }: { policies?: readonly string[] | undefined; userData?: string | null | undefined },
): Promise<FirstBootPlan> {
  try {
    const parts = await getPolicyDocuments(ctx, policies);
    const problem =
      userData === null || userData.trim() === '' ? null : firstProblem(parsePart(userData));
    const reasons: Reason[] = problem
      ? [{ name: 'serverUserDataInvalid', values: { problem }, key: 'userData' }]
      : [];
    const { bytes } = buildUserData(ctx, parts, userData);
    if (bytes > maxUserDataLength)
      reasons.push({
        name: 'userDataTooLarge',
        values: { given: bytes, max: maxUserDataLength },
        key: parts.length > 0 ? 'policies' : 'userData',
      });
    return { policyParts: parts.map(({ content }) => content), reasons };
  } catch (error) {
    if (error instanceof UserError) return { policyParts: [], reasons: [...error.reasons] };
    throw error;
  }
}

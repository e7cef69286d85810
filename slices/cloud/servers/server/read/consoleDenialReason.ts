import type { Permission } from '../../../../../contract/access/permissions.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findDatacenter } from '../../../datacenters/server/index.ts';
import { engineFacts } from '../engine/engine.ts';
import { required, unavailableReason } from '../rules/actions.ts';
import type { EngineFacts } from '../rules/facts.ts';
import type { VisibleServer } from '../store/find.ts';
import { obstacleSentence } from './obstacleSentence.ts';
import { actionFactsOf, viewerOf } from './present.ts';

/**
 * Why the viewer can't use a console of this server now (null when they can), and the consoles that
 * its engine offers.
 */
export async function consoleDenialReason(
  ctx: SignedInContext,
  server: VisibleServer,
): Promise<{ reason: string | null; consoles: EngineFacts['consoles'] }> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const facts = await engineFacts(ctx, engine);
  // A task on the server doesn't block consoles.
  const reason = unavailableReason(
    'console',
    actionFactsOf(server, facts, null),
    viewerOf(ctx, server),
  );
  return { reason, consoles: facts.consoles };
}

/** Why the viewer lacks the permission on this server, as a sentence. Null when they have it. */
export function permissionDenialReasonOn(
  ctx: SignedInContext,
  server: VisibleServer,
  permission: Permission,
): string | null {
  const { lacks, name } = viewerOf(ctx, server);
  const code = lacks(permission);
  return (
    code &&
    obstacleSentence(
      code,
      { name, power: server.power, task: null, lock: null },
      required(permission),
    )[ctx.language]
  );
}

import type { Permission } from '../../../../../contract/access/permissions.ts';
import type { SignedInContext } from '../../../../../server/platform/context.ts';
import { findDatacenter } from '../../../datacenters/server/index.ts';
import { engineFacts } from '../engine/engine.ts';
import { reasonAgainst, required } from '../rules/actions.ts';
import type { EngineFacts } from '../rules/facts.ts';
import type { ReachedServer } from '../store/find.ts';
import { obstacleSentence } from './obstacleSentence.ts';
import { factsOf, viewerOf } from './present.ts';

/** Why the viewer cannot use a console of this server now, or null; and which its engine offers. */
export async function consoleLack(
  ctx: SignedInContext,
  server: ReachedServer,
): Promise<{ reason: string | null; consoles: EngineFacts['consoles'] }> {
  const { engine } = await findDatacenter(ctx, server.datacenterId);
  const facts = await engineFacts(ctx, engine);
  // A task on the server doesn't prevent consoles.
  const reason = reasonAgainst('console', factsOf(server, facts, null), viewerOf(ctx, server));
  return { reason, consoles: facts.consoles };
}

/**
 * Why the viewer can't do with this server what the permission is for; null when that is possible.
 */
export function permissionLackOn(
  ctx: SignedInContext,
  server: ReachedServer,
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

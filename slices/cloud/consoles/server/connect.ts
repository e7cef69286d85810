import type * as z from 'zod';
import { UserError } from '../../../../contract/errors/errors.ts';
import { render } from '../../../../contract/errors/messages.ts';
import type { SignedInContext } from '../../../../server/platform/context.ts';
import {
  consoleDenialReason,
  findServer,
  permissionDenialReasonOn,
} from '../../servers/server/index.ts';
import { type consoleEndpoints, consoleKind } from '../contract.ts';
import { requireGuacd } from './bridge/guacd.ts';
import { defaultPorts, isMachineConsole, needsGuacd } from './bridge/ports.ts';
import { listKeys } from './hostKeys.ts';
import { recordingModes, recordKeepDays, settingAt } from './settings.ts';

type Answer = z.input<(typeof consoleEndpoints)['getConnect']['answer']>;

/**
 * The available consoles of a server: those of its engine, and those of the guest. Throws
 * `notFound`.
 */
export async function getConnect(ctx: SignedInContext, serverId: string): Promise<Answer> {
  const server = await findServer(ctx, serverId);
  const { reason, consoles } = await consoleDenialReason(ctx, server);
  const recorded = await recordingModes(ctx, server.siteId);
  const noGuacd = reason ?? (await guacdProblem(ctx));
  const kinds = consoleKind.options
    .filter((kind) => !isMachineConsole(kind) || consoles.includes(kind))
    .map((kind) => ({
      ...{ kind, recorded: recorded(kind), port: defaultPorts[kind] ?? null },
      reason: needsGuacd(kind) ? noGuacd : reason,
    }));
  return {
    kinds,
    hostKeys: await listKeys(ctx, serverId),
    // Recordings can be replayed in any account state.
    replay: permissionDenialReasonOn(ctx, { ...server, restriction: null }, 'consoles.replay'),
    keepDays: await settingAt(ctx, server.siteId, recordKeepDays),
  };
}

async function guacdProblem(ctx: SignedInContext): Promise<string | null> {
  try {
    await requireGuacd(ctx);
    return null;
  } catch (error) {
    const [reason] = error instanceof UserError ? error.reasons : [];
    if (!reason) throw error;
    return render(reason.name, ctx.language, reason.values);
  }
}

import { loadArea, textsOf } from '../../../../web/texts/texts.ts';
import type { ServerAction } from '../contract/obstacles.ts';
import { type ObstructedServer, obstacleMessageListed } from '../rules.ts';
import obstacles from '../texts/obstacles/en.json';

await loadArea(
  'serverObstacles',
  obstacles,
  import.meta.glob(['../texts/obstacles/*.json', '!../texts/obstacles/en.json'], {
    import: 'default',
  }),
);
const text = textsOf<typeof obstacles>('serverObstacles');

/**
 * Why the action is unavailable for the server now, in the language of the page. Null when it is
 * available.
 */
export function unavailableReason(action: ServerAction, server: ObstructedServer): string | null {
  const message = obstacleMessageListed(action, server);
  return message && text(message.key, message.values);
}

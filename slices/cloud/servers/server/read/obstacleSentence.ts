import { join } from 'node:path';
import type { Language, LocalizedText } from '../../../../../contract/languages.ts';
import { localizer } from '../../../../../contract/texts/localizer.ts';
import type { ObstacleCode, ServerAction } from '../../contract/obstacles.ts';
import {
  type ObstacleSubject,
  type ObstructedServer,
  obstacleMessage,
  obstacleMessageListed,
  type Requirement,
} from '../../rules.ts';
import type english from '../../texts/obstacles/en.json';

/** The message catalog that screens use too. */
const localize = localizer<typeof english>(join(import.meta.dirname, '../../texts/obstacles'));

/** Why an action is unavailable now, as a sentence. */
export function obstacleSentence(
  code: ObstacleCode,
  subject: ObstacleSubject,
  required: Requirement,
): LocalizedText {
  const { key, values } = obstacleMessage(code, subject, required);
  return localize(key, values);
}

/**
 * Why the action is unavailable for a listed server now, as a sentence. Null when it is available.
 */
export function listedUnavailableReason(
  action: ServerAction,
  server: ObstructedServer,
  language: Language,
): string | null {
  const message = obstacleMessageListed(action, server);
  return message && localize(message.key, message.values)[language];
}
